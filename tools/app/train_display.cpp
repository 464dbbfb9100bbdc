#include "tools/app/train_display.h"

#include <fmt/format.h>

namespace alea::app {

std::string grouped(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3) {
    text.insert(static_cast<std::size_t>(at), 1, ',');
  }
  return text;
}

TrainDisplay::TrainDisplay(Console& console, const Arguments& arguments)
    : console_(console),
      quiet_(arguments.has("quiet")),
      json_(arguments.has("json")),
      line_(console, arguments) {
}

void TrainDisplay::note(const std::string& text) {
  if (quiet_) return;
  line_.clear();
  console_.err << text << '\n' << std::flush;
}

void TrainDisplay::measured(const LogEntry& entry) {
  line_.clear();
  if (json_) console_.out << entry_json(entry).dump() << '\n' << std::flush;
  if (quiet_ || !entry.strength) return;
  const Strength& strength = *entry.strength;
  if (!header_) {
    std::string header = fmt::format("{:>11} {:>8} {:>5}", "games", "time", "stage");
    for (const DuelScore& duel : strength.duels) {
      header += fmt::format("   {:>22}", "against " + duel.opponent);
    }
    if (strength.rms.contains("all")) header += fmt::format("   {:>6}", "RMS");
    if (strength.pr) header += fmt::format("   {:>6}", "PR");
    console_.err << header << '\n';
    header_ = true;
  }
  std::string row = fmt::format("{:>11} {:>8} {:>5}", grouped(entry.games),
                                duration_text(entry.elapsed), entry.stage);
  for (const DuelScore& duel : strength.duels) {
    const std::string cell =
        fmt::format("{:.1f}% {:+.3f} ±{:.3f}", 100 * duel.wins, duel.ppg, 1.96 * duel.ppg_se);
    row += fmt::format("   {:>22}", cell);
  }
  if (const auto all = strength.rms.find("all"); all != strength.rms.end()) {
    row += fmt::format("   {:>6.4f}", all->second);
  }
  if (strength.pr) row += fmt::format("   {:>6.2f}", *strength.pr);
  console_.err << row << '\n' << std::flush;
}

void TrainDisplay::progress(const Progress& progress) {
  if (!line_.due()) return;
  std::string text = fmt::format("{} games, {:.0f}/s  {} elapsed", grouped(progress.games),
                                 progress.games_per_second, duration_text(progress.elapsed));
  if (progress.left) text += fmt::format(", {} left", duration_text(*progress.left));
  text += fmt::format("  stage {}", progress.stage);
  if (progress.last != nullptr && !progress.last->duels.empty()) {
    const DuelScore& judge = progress.last->judge();
    text += fmt::format("  last {:+.3f} against {}", judge.ppg, judge.opponent);
  }
  line_.show(text);
}

}  // namespace alea::app
