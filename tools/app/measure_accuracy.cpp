#include "tools/app/measure_accuracy.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <optional>

namespace alea::app {
namespace {

// Processor time of the calling thread: what other programs take does not count.
double thread_ms() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

Position money_position(const Board& board, std::optional<Dice> dice) {
  Position position;
  position.board = board;
  position.dice = dice;
  position.pending = dice ? Pending::checker_play : Pending::roll_or_double;
  return position;
}

// work(record, workspace) of all records on the pool's threads; after a stop request of the first
// ones, as far as they were done.
template <class Outcome, class Record, class Work>
std::vector<Outcome> for_all(const std::vector<Record>& records, const Searcher& searcher,
                             ThreadPool& pool, const std::stop_token& stop, ProgressLine& line,
                             const char* what, const Work& work) {
  std::vector<std::optional<Outcome>> slots(records.size());
  std::vector<Searcher::WorkspacePtr> workspaces;
  for (int i = 0; i < pool.threads(); ++i) workspaces.push_back(searcher.make_workspace());
  const std::function<void(std::size_t, int)> task = [&](std::size_t i, int worker) {
    slots[i] = work(records[i], *workspaces[static_cast<std::size_t>(worker)]);
    if (worker == 0 && line.due()) line.show(fmt::format("{}: {}/{}", what, i, records.size()));
  };
  pool.for_each_index(records.size(), task, stop);
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < slots.size() && slots[i]; ++i) outcomes.push_back(*slots[i]);
  return outcomes;
}

}  // namespace

RunningMean Accuracy::loss() const {
  RunningMean mean;
  for (const Choice& choice : choices) mean.add(choice.loss.loss);
  return mean;
}

std::map<std::string, RunningMean> Accuracy::losses() const {
  std::map<std::string, RunningMean> means;
  for (const Choice& choice : choices) {
    if (!choice.group.empty()) means[choice.group].add(choice.loss.loss);
  }
  return means;
}

double Accuracy::unlisted_share() const {
  const auto unlisted =
      std::ranges::count_if(choices, [](const Choice& choice) { return !choice.loss.listed; });
  return static_cast<double>(unlisted) /
         static_cast<double>(std::max<std::size_t>(choices.size(), 1));
}

double Accuracy::mean_ms() const {
  RunningMean mean;
  for (const Choice& choice : choices) mean.add(choice.ms);
  return mean.mean();
}

double Accuracy::median_ms() const {
  if (choices.empty()) return 0;
  std::vector<double> times;
  for (const Choice& choice : choices) times.push_back(choice.ms);
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

Accuracy measure_accuracy(const References& references, const Searcher& searcher, ThreadPool& pool,
                          const std::stop_token& stop, ProgressLine& line) {
  Accuracy accuracy;
  const auto errors = for_all<double>(
      references.values, searcher, pool, stop, line, "positions",
      [&](const ReferenceValue& value, Searcher::Workspace& workspace) {
        const Position position = money_position(value.board, std::nullopt);
        return searcher.analyze_cube(position, workspace).value.cubeless.points - value.equity;
      });
  accuracy.choices = for_all<Choice>(
      references.decisions, searcher, pool, stop, line, "decisions",
      [&](const ReferenceDecision& decision, Searcher::Workspace& workspace) {
        const Position position = money_position(decision.board, decision.dice);
        const double start = thread_ms();
        const Board after = searcher.choose_play(position, workspace);
        const double ms = thread_ms() - start;
        return Choice{.group = decision.group,
                      .after = after,
                      .loss = reference_loss(decision, after),
                      .ms = ms};
      });
  for (std::size_t i = 0; i < errors.size(); ++i) {
    for (const std::string& group : {references.values[i].group, std::string("all")}) {
      accuracy.values[group].square.add(errors[i] * errors[i]);
      accuracy.values[group].bias.add(errors[i]);
    }
  }
  accuracy.complete = errors.size() == references.values.size() &&
                      accuracy.choices.size() == references.decisions.size();
  return accuracy;
}

}  // namespace alea::app
