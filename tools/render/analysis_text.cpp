#include "tools/render/analysis_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/board/notation.h"
#include "tools/render/text_board.h"

namespace alea::render {
namespace {

// Conventional classes of a loss: an error from the first on, a blunder from the second.
constexpr double kError = 0.02;
constexpr double kBlunder = 0.08;

std::string percent(double chance) {
  return fmt::format("{:6.2f}", 100.0 * chance);
}

// Two lines, win and lose; `who` names the player whose chances they are.
std::string chances_lines(const std::string& who, const Probabilities& p) {
  const auto line = [](const std::string& left, const char* word, double game, double gammon,
                       double backgammon) {
    return fmt::format("{}  {:<4} {}%   gammon {}%   backgammon {}%\n", left, word, percent(game),
                       percent(gammon), percent(backgammon));
  };
  return line(who, "win", p.win, p.win_gammon, p.win_backgammon) +
         line(std::string(who.size(), ' '), "lose", 1.0 - p.win, p.lose_gammon, p.lose_backgammon);
}

std::string signed_equity(double equity) {
  const std::string text = fmt::format("{:+.3f}", equity);
  return text == "-0.000" ? "+0.000" : text;
}

std::string difference(double loss, const Style& style) {
  const std::string text = fmt::format("{:>8}", fmt::format("({})", signed_equity(-loss)));
  if (loss >= kBlunder) return style.bad(text);
  return loss >= kError ? text : style.good(text);
}

double ranking(const Candidate& candidate, bool cubeful) {
  return (cubeful ? candidate.value.cubeful : candidate.value.cubeless).points;
}

// Of a roll, to the player who rolls.
double worth_of(const CubeAnalysis& analysis, Dice roll) {
  return analysis.after_roll[static_cast<std::size_t>(roll_index(roll))].points;
}

std::string interval(double error) {
  return fmt::format("±{:.3f}", 1.96 * error);
}

struct CheckerRow {
  std::string play, level;
  const Candidate* candidate;
};

std::string cube_row(const char* name, double equity, double best, const std::optional<Mwc>& mwc,
                     const std::optional<Equity>& error, const Style& style) {
  std::string row = fmt::format("  {:<14}{:>8}", name, signed_equity(equity));
  row += std::abs(best - equity) < 5e-4 ? std::string(9, ' ')
                                        : fmt::format(" {}", difference(best - equity, style));
  if (mwc) row += fmt::format("   {:.2f}% match", 100 * mwc->chance);
  if (error) row += fmt::format("   {}", interval(error->points));
  const std::size_t end = row.find_last_not_of(' ');
  return row.substr(0, end + 1) + '\n';
}

}  // namespace

std::string level_text(const Level& level) {
  return level.rollout ? "rollout" : fmt::format("{}-ply", level.plies);
}

std::string action_sentence(const CubeAnalysis& analysis, CubeOwner owner) {
  const bool again = owner == CubeOwner::us;
  switch (analysis.decision.action) {
    case CubeAction::no_double:
      return "No double / Take";
    case CubeAction::no_redouble:
      return "No redouble / Take";
    case CubeAction::double_take:
      return "Double / Take";
    case CubeAction::double_pass:
      return "Double / Pass";
    case CubeAction::redouble_take:
      return "Redouble / Take";
    case CubeAction::redouble_pass:
      return "Redouble / Pass";
    case CubeAction::too_good_take:
      return again ? "Too good to redouble / Take" : "Too good to double / Take";
    case CubeAction::too_good_pass:
      return again ? "Too good to redouble / Pass" : "Too good to double / Pass";
    case CubeAction::beaver:
      if (analysis.decision.doubles) return again ? "Redouble / Beaver" : "Double / Beaver";
      return again ? "No redouble / Beaver" : "No double / Beaver";
    case CubeAction::no_cube:
      return "No cube decision: the cube may not be turned";
  }
  return {};
}

std::string checker_text(const Position& position, const CheckerAnalysis& analysis,
                         std::size_t rows, Style style, std::string_view remedy) {
  const std::size_t count =
      rows == 0 ? analysis.candidates.size() : std::min(rows, analysis.candidates.size());
  std::vector<CheckerRow> table;
  std::size_t width = 4;
  bool has_mwc = false;
  bool has_error = false;
  for (std::size_t i = 0; i < count; ++i) {
    const Candidate& candidate = analysis.candidates[i];
    CheckerRow row{.play = candidate.steps.count == 0
                               ? "cannot move"
                               : format_play(position.board, candidate.steps),
                   .level = level_text(candidate.level),
                   .candidate = &candidate};
    width = std::max(width, row.play.size());
    has_mwc = has_mwc || candidate.value.mwc.has_value();
    has_error = has_error || candidate.error.has_value();
    table.push_back(std::move(row));
  }
  std::string text = style.faint(fmt::format(
      "      {:<{}}  {:>7}         {}{}   win% gammon     bg    lose% gammon     bg  level", "play",
      width, position.match.is_money() ? "equity" : "EMG", has_mwc ? " match%" : "",
      has_error ? "     95%" : ""));
  text += '\n';
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Candidate& candidate = *table[i].candidate;
    const Probabilities& p = candidate.value.probabilities;
    const std::string play = fmt::format("{:<{}}", table[i].play, width);
    std::string line = fmt::format("{:>4}. {}  {:>7}", i + 1, i == 0 ? style.strong(play) : play,
                                   signed_equity(ranking(candidate, analysis.cubeful)));
    line += i == 0 ? std::string(9, ' ') : fmt::format(" {}", difference(candidate.loss, style));
    if (has_mwc)
      line += candidate.value.mwc ? fmt::format(" {}", percent(candidate.value.mwc->chance))
                                  : std::string(7, ' ');
    if (has_error) {
      const Equity error = candidate.error ? (analysis.cubeful ? candidate.error->cubeful
                                                               : candidate.error->cubeless)
                                           : Equity{};
      line += fmt::format(" {:>7}", candidate.error ? interval(error.points) : "");
    }
    line += fmt::format(" {} {} {}  {} {} {}  {}\n", percent(p.win), percent(p.win_gammon),
                        percent(p.win_backgammon), percent(1.0 - p.win), percent(p.lose_gammon),
                        percent(p.lose_backgammon), table[i].level);
    text += line;
  }
  if (count < analysis.candidates.size()) {
    text += style.faint(
                fmt::format("      and {} more ({})", analysis.candidates.size() - count, remedy)) +
            '\n';
  }
  return text;
}

std::string cube_text(const Position& position, const CubeAnalysis& analysis, Style style) {
  // The doubler is the player on roll: X, or O where X has the answer.
  const char doubler = analysis.answering ? 'O' : 'X';
  const CubeOwner owner = analysis.answering ? flipped(position.cube.owner) : position.cube.owner;
  std::string text =
      chances_lines(fmt::format("{} on roll", doubler), analysis.value.probabilities);
  text += fmt::format("Cubeless equity {}, with the cube {}",
                      signed_equity(analysis.value.cubeless.points),
                      signed_equity(analysis.value.cubeful.points));
  if (analysis.value.mwc) text += fmt::format(", match {:.2f}%", 100 * analysis.value.mwc->chance);
  if (analysis.error) text += fmt::format(" {}", interval(analysis.error->cubeful.points));
  text += fmt::format(" ({})\n\n", level_text(analysis.level));
  if (analysis.may_turn || analysis.answering) {
    const double best = analysis.decision.best.points;
    const bool again = owner == CubeOwner::us;
    text += cube_row(again ? "No redouble" : "No double", analysis.values.no_double.points, best,
                     analysis.no_double_mwc, analysis.no_double_error, style);
    text += cube_row(again ? "Redouble, take" : "Double, take", analysis.values.double_take.points,
                     best, analysis.double_take_mwc, analysis.double_take_error, style);
    text += cube_row(again ? "Redouble, pass" : "Double, pass", analysis.values.double_pass.points,
                     best, analysis.double_pass_mwc, std::nullopt, style);
    if (analysis.values.beavered) text += "  (the take is a beaver)\n";
    text += '\n';
  }
  text += style.strong(action_sentence(analysis, owner)) + '\n';
  if (analysis.answering) {
    const bool beaver = analysis.decision.action == CubeAction::beaver;
    text += fmt::format("X should {}.\n", beaver                    ? "beaver"
                                          : analysis.decision.takes ? "take"
                                                                    : "pass");
  }
  return text;
}

std::string cube_points_text(const CubeAnalysis& analysis) {
  if (!analysis.points) return {};
  std::string text =
      "Winning chances at which the decision turns (take point: of the player doubled)\n"
      "                 take   double     cash  too good\n";
  const auto row = [&](const std::string& name, const std::optional<CubePoints>& points) {
    if (!points) return;
    text += fmt::format(
        "  {:<12}{}%  {}%  {}%  {}\n", name, percent(points->take_point),
        percent(points->double_point), percent(points->cash_point),
        points->too_good_point < 1 ? percent(points->too_good_point) + '%' : "   never");
  };
  row("dead cube", analysis.dead_points);
  row(fmt::format("x = {:.2f}", analysis.efficiency.us), analysis.points);
  row("live cube", analysis.live_points);
  if (analysis.double_take_dead && !analysis.values.beavered) {
    const double dead = analysis.double_take_dead->points;
    text += fmt::format(
        "Double and take with a dead cube is {}: redoubling is worth {:.3f} to the taker (recube "
        "vig)\n",
        signed_equity(dead), dead - analysis.values.double_take.points + 0.0);
  }
  return text;
}

std::string luck_sentence(const CubeAnalysis& analysis, Dice rolled) {
  const double luck = worth_of(analysis, rolled) - analysis.values.no_double.points;
  const std::string roll = fmt::format("{}{}", rolled.high, rolled.low);
  const std::string size = fmt::format("{:.3f}", std::abs(luck));
  if (size == "0.000") return roll + " is as good as the average roll";
  return fmt::format("{} is {} {} than the average roll", roll, size,
                     luck < 0 ? "worse" : "better");
}

std::string rolls_text(const CubeAnalysis& analysis, std::optional<Dice> rolled, Style style) {
  const auto& after = analysis.after_roll;
  if (after.size() != kRolls) return {};
  const auto [low, high] = std::minmax_element(after.begin(), after.end());
  const std::string worst = signed_equity(low->points), best = signed_equity(high->points);
  std::string text = fmt::format("Worth of each roll, played best ({} after it; average {})\n     ",
                                 level_text(analysis.after_roll_level()),
                                 signed_equity(analysis.values.no_double.points));
  for (int die = 1; die <= 6; ++die) text += fmt::format("{:>8}", die);
  for (int one = 1; one <= 6; ++one) {
    text += fmt::format("\n  {}  ", one);
    for (int other = 1; other <= 6; ++other) {
      const std::string value = signed_equity(worth_of(analysis, make_dice(one, other)));
      const std::string cell = fmt::format("{:>8}", value);
      const bool marked = best != worst && (value == best || value == worst);
      text += !marked ? cell : value == best ? style.good(cell) : style.bad(cell);
    }
  }
  text += '\n';
  if (rolled) text += luck_sentence(analysis, *rolled) + '\n';
  return text;
}

std::string valuation_text(const Position& position, const Valuation& value, const Level& level,
                           Style style) {
  std::string text = chances_lines("X on roll", value.probabilities);
  text += fmt::format("Cubeless equity {}, with the cube {}",
                      style.strong(signed_equity(value.cubeless.points)),
                      style.strong(signed_equity(value.cubeful.points)));
  if (!position.match.is_money()) text += " (EMG)";
  if (value.mwc) text += fmt::format(", match {:.2f}%", 100 * value.mwc->chance);
  return text + fmt::format(" ({})\n", level_text(level));
}

}  // namespace alea::render
