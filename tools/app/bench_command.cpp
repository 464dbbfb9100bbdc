#include <fmt/format.h>

#include "tools/app/bench.h"
#include "tools/app/bench_positions.h"
#include "tools/app/commands.h"
#include "tools/app/isa.h"
#include "tools/app/json.h"
#include "tools/app/progress.h"
#include "tools/app/session.h"

namespace alea::app {
namespace {

constexpr int kMaxDecisionPlies = 2;

int print_signature(Console& console, const Session& session, const std::vector<Board>& positions) {
  const BenchSignature signature = bench_signature(session, positions);
  Json json;
  json["signature"] = signature.digest;
  json["nodes"] = signature.nodes;
  console.out << json.dump() << '\n';
  return 0;
}

struct BenchReport {
  std::string evaluator, isa;
  int threads = 1;
  BenchSignature signature;
  BenchSpeed evaluations;
  std::vector<BenchDecisions> decisions;
  BenchSpeed games;
  bool complete = true;
};

// Measures in turn; what comes after a stop request is left out.
BenchReport measure(Console& console, const Arguments& arguments, const Session& session,
                    const std::vector<Board>& positions, double seconds) {
  ProgressLine line(console, arguments);
  BenchReport report;
  report.evaluator = session.evaluator().description;
  report.isa = (*choose_kernels(console.environment.isa))->name;
  report.threads = session.pool().threads();
  const auto step = [&](const char* what, const auto& work) {
    if (console.stop.stop_requested()) return;
    line.show(fmt::format("measuring {} ...", what));
    work();
  };
  step("signature", [&] { report.signature = bench_signature(session, positions); });
  step("evaluations", [&] { report.evaluations = bench_evaluations(session, positions, seconds); });
  for (int plies = 0; plies <= kMaxDecisionPlies; ++plies) {
    step("decisions",
         [&] { report.decisions.push_back(bench_decisions(session, positions, plies, seconds)); });
  }
  step("self-play", [&] { report.games = bench_games(session, seconds); });
  report.complete = !console.stop.stop_requested();
  return report;
}

Json report_json(const BenchReport& report) {
  Json json;
  json["evaluator"] = report.evaluator;
  json["isa"] = report.isa;
  json["threads"] = report.threads;
  json["evaluations_per_s"] = std::round(report.evaluations.one_thread);
  json["evaluations_per_s_all_threads"] = std::round(report.evaluations.all_threads);
  json["decisions"] = Json::array();
  for (const BenchDecisions& decisions : report.decisions) {
    json["decisions"].push_back({{"plies", decisions.plies},
                                 {"median_ms", rounded(1e3 * decisions.median)},
                                 {"mean_ms", rounded(1e3 * decisions.mean)},
                                 {"per_s", rounded(1 / decisions.mean)}});
  }
  json["games_per_s"] = rounded(report.games.one_thread);
  json["games_per_s_all_threads"] = rounded(report.games.all_threads);
  json["signature"] = report.signature.digest;
  json["nodes"] = report.signature.nodes;
  if (!report.complete) json["complete"] = false;
  return json;
}

std::string report_text(const BenchReport& report) {
  std::string text = fmt::format("{}, {} kernels\n\n", report.evaluator, report.isa);
  text += fmt::format("{:<34}{:>14}{:>16}\n", "", "one thread",
                      fmt::format("{} thread{}", report.threads, report.threads == 1 ? "" : "s"));
  text += fmt::format("{:<34}{:>14.0f}{:>16.0f}\n", "evaluations/s choosing plays",
                      report.evaluations.one_thread, report.evaluations.all_threads);
  text += fmt::format("{:<34}{:>14.1f}{:>16.1f}\n", "self-play games/s", report.games.one_thread,
                      report.games.all_threads);
  for (const BenchDecisions& decisions : report.decisions) {
    text += fmt::format("{:<34}{:>14.1f}   median {:.3f} ms\n",
                        fmt::format("checker decisions/s at {} plies", decisions.plies),
                        1 / decisions.mean, 1e3 * decisions.median);
  }
  text +=
      fmt::format("\nsignature {} ({} nodes)\n", report.signature.digest, report.signature.nodes);
  return report.complete ? text : text + "(interrupted: what is 0 or missing was not measured)\n";
}

int run_bench(Console& console, const CommandSpec&, const Arguments& arguments) {
  if (!arguments.positional().empty()) {
    return refuse(console, usage_error("bench takes no arguments, only options").value());
  }
  const Result<double> seconds = arguments.number("seconds", 1, 0.01, 3600);
  if (!seconds) return refuse(console, seconds.error());
  const Result<Session> session = Session::open(console, arguments, {.bearoff = false});
  if (!session) return refuse(console, session.error());
  const std::vector<Board> positions = bench_positions();
  if (arguments.has("signature")) return print_signature(console, *session, positions);
  const BenchReport report = measure(console, arguments, *session, positions, *seconds);
  console.out << (arguments.has("json") ? report_json(report).dump() + '\n' : report_text(report));
  return console.stop.stop_requested() ? exit_code(ErrorKind::cancelled) : 0;
}

}  // namespace

Command bench_command() {
  return {
      .spec =
          {.name = "bench",
           .summary = "speed figures, and the evaluator's signature",
           .synopsis = "[options]",
           .description =
               "The signature is a digest over all evaluations of a fixed list of positions. It\n"
               "is the same for every instruction set (ALEA_ISA=baseline, avx2, avx512) and\n"
               "number of threads, and changes only with the network or the search.\n",
           .groups = {{"Options",
                       {{"signature", "", "only the signature, as JSON"},
                        {"seconds", "X", "time for each figure (default 1)"}}}},
           .examples = "  alea bench\n"
                       "  ALEA_ISA=baseline alea bench --signature --threads 1\n"},
      .run = run_bench};
}

}  // namespace alea::app
