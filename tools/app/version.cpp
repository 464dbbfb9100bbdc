#include "tools/app/version.h"

#include "tools/app/build_info.h"
#include "tools/app/isa.h"
#include "tools/app/json.h"
#include "tools/app/session.h"

namespace alea::app {

int print_version(Console& console, const Arguments& arguments) {
  const Environment& environment = console.environment;
  const Result<const nn::Kernels*> kernels = choose_kernels(environment.isa);
  if (!kernels) return refuse(console, kernels.error());
  // A version without a network is still a version: only one that was asked for must be there.
  const Result<NamedEvaluator> evaluator =
      open_evaluator(environment, weights_name(environment, arguments));
  const bool asked = arguments.has("weights") || !environment.weights.empty();
  if (!evaluator && asked) return refuse(console, evaluator.error());
  const std::string description = evaluator ? evaluator->description : "";
  const std::string file = evaluator ? evaluator->file.string() : "";
  if (arguments.has("json")) {
    Json json;
    json["version"] = kVersion;
    json["weights"] = file;
    json["evaluator"] = description;
    json["isa"] = (*kernels)->name;
    console.out << json.dump() << '\n';
    return 0;
  }
  console.out << "alea " << kVersion << '\n'
              << "weights: " << (evaluator ? description : "none found")
              << (file.empty() ? "" : " (" + file + ")") << '\n'
              << "instruction set: " << (*kernels)->name << '\n';
  return 0;
}

}  // namespace alea::app
