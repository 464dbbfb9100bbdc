#include "tools/render/decision_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/board/notation.h"
#include "engine/cube/ids.h"
#include "tools/render/analysis_text.h"
#include "tools/render/html_page.h"
#include "tools/render/svg_board.h"
#include "tools/render/text_board.h"

namespace alea::render {
namespace {

std::string equity_text(double equity) {
  const std::string text = fmt::format("{:+.3f}", equity);
  return text == "-0.000" ? "+0.000" : text;
}

std::string play_text(const Position& position, const Candidate& candidate) {
  return candidate.steps.count == 0 ? "cannot move" : format_play(position.board, candidate.steps);
}

std::string chances_words(const Probabilities& p) {
  return fmt::format(
      "win {:.1f}% (gammon {:.1f}%, backgammon {:.1f}%), lose {:.1f}% (gammon {:.1f}%, backgammon "
      "{:.1f}%)",
      100 * p.win, 100 * p.win_gammon, 100 * p.win_backgammon, 100 * (1 - p.win),
      100 * p.lose_gammon, 100 * p.lose_backgammon);
}

std::string cube_line(const char* name, double equity, double best, const std::optional<Mwc>& mwc) {
  const bool is_best = std::abs(best - equity) < 5e-4;
  return fmt::format(
      "<tr{}><td>{}</td><td class=\"num\">{}</td><td class=\"num\">{}</td><td "
      "class=\"num\">{}</td></tr>",
      is_best ? " class=\"best\"" : "", name, equity_text(equity),
      is_best ? "" : equity_text(equity - best),
      mwc ? fmt::format("{:.2f}%", 100 * mwc->chance) : "");
}

// One position alone on a page.
std::string lone_page(const Position& position, const std::vector<Step>& arrows,
                      const std::string& judgement) {
  const std::string sentence = decision_sentence(position, {"White", "Black"});
  std::string body =
      fmt::format("<main>\n<h1>{}</h1>\n<p class=\"dim\">{}; {}</p>\n", xml_escaped(sentence),
                  xml_escaped(score_sentence(position, {"White", "Black"})),
                  xml_escaped(cube_sentence(position, {"White", "Black"})));
  body += "<article><div class=\"two\"><div>" +
          svg_board(position, {.arrows = arrows, .embedded = true}) + "</div><div>" + judgement +
          ids_html(position) + "</div></div></article>\n" + chances_key_html() + "</main>\n";
  return html_page("alea: " + sentence, body);
}

}  // namespace

std::vector<Step> ways_of(const Steps& steps) {
  std::vector<Step> ways;
  for (const Step& step : steps.all()) {
    const auto before = std::find_if(ways.begin(), ways.end(),
                                     [&](const Step& way) { return way.to == step.from; });
    if (before == ways.end()) {
      ways.push_back(step);
    } else {
      before->to = step.to;
    }
  }
  return ways;
}

std::string chances_bar_html(const Probabilities& p) {
  const std::array<std::pair<const char*, double>, 6> parts{
      {{"w3", p.win_backgammon},
       {"w2", p.win_gammon - p.win_backgammon},
       {"w1", p.win - p.win_gammon},
       {"l1", 1 - p.win - p.lose_gammon},
       {"l2", p.lose_gammon - p.lose_backgammon},
       {"l3", p.lose_backgammon}}};
  std::string bar = fmt::format("<div class=\"odds\" title=\"{}\">", chances_words(p));
  for (const auto& [name, share] : parts) {
    if (share >= 5e-4)
      bar += fmt::format("<i class=\"{}\" style=\"width:{:.2f}%\"></i>", name, 100 * share);
  }
  return bar + "</div>";
}

std::string chances_key_html() {
  return "<p class=\"key\"><span><i class=\"w3\"></i>win backgammon</span><span><i "
         "class=\"w2\"></i>win gammon</span><span><i class=\"w1\"></i>win</span><span><i "
         "class=\"l1\"></i>lose</span><span><i class=\"l2\"></i>lose gammon</span><span><i "
         "class=\"l3\"></i>lose backgammon</span></p>\n";
}

std::string ids_html(const Position& position) {
  return fmt::format("<p class=\"dim\"><code>{}</code><br><code>{}</code></p>\n",
                     xml_escaped(to_xgid(position)), xml_escaped(to_gnu_id(position)));
}

std::string candidates_html(const Position& position, std::span<const Candidate> candidates,
                            int played, std::size_t rows) {
  std::string table = fmt::format(
      "<div class=\"scroll\"><table><tr><th></th><th>Play</th><th class=\"num\">{}</th><th "
      "class=\"num\">Loss</th><th>Chances</th><th class=\"num\">Win</th><th "
      "class=\"num\">Gammons</th><th>Level</th></tr>\n",
      position.match.is_money() ? "Equity" : "EMG");
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const bool is_played = static_cast<int>(i) == played;
    if (rows > 0 && i >= rows && !is_played) continue;
    const Candidate& row = candidates[i];
    const Probabilities& p = row.value.probabilities;
    table += fmt::format(
        "<tr class=\"{}{}\"><td class=\"num\">{}</td><td>{}</td><td class=\"num\">{}</td><td "
        "class=\"num\">{}</td><td>{}</td><td class=\"num\">{:.1f}%</td><td class=\"num\">{:.1f}% / "
        "{:.1f}%</td><td>{}</td></tr>\n",
        i == 0 ? "best " : "", is_played ? "played" : "", i + 1, play_text(position, row),
        equity_text(row.value.cubeful.points), i == 0 ? "" : equity_text(-row.loss),
        chances_bar_html(p), 100 * p.win, 100 * p.win_gammon, 100 * p.lose_gammon,
        level_text(row.level));
  }
  return table + "</table></div>\n";
}

std::string cube_html(const Position& position, const CubeAnalysis& analysis) {
  const CubeOwner owner = analysis.answering ? flipped(position.cube.owner) : position.cube.owner;
  const bool again = owner == CubeOwner::us;
  const double best = analysis.decision.best.points;
  const Probabilities& p = analysis.value.probabilities;
  std::string text;
  if (analysis.may_turn || analysis.answering) {
    text += fmt::format(
        "<div class=\"scroll\"><table><tr><th>Cube action</th><th class=\"num\">{}</th><th "
        "class=\"num\">Difference</th><th class=\"num\">{}</th></tr>\n",
        position.match.is_money() ? "Equity" : "EMG", position.match.is_money() ? "" : "Match");
    text += cube_line(again ? "No redouble" : "No double", analysis.values.no_double.points, best,
                      analysis.no_double_mwc);
    text += cube_line(again ? "Redouble, take" : "Double, take", analysis.values.double_take.points,
                      best, analysis.double_take_mwc);
    text += cube_line(again ? "Redouble, pass" : "Double, pass", analysis.values.double_pass.points,
                      best, analysis.double_pass_mwc);
    text += "</table></div>\n";
  }
  text += fmt::format(
      "<p><strong>{}</strong></p>\n{}<p class=\"dim\">The player on roll: {}; "
      "cubeless {}, {}</p>\n",
      action_sentence(analysis, owner), chances_bar_html(p), chances_words(p),
      equity_text(analysis.value.cubeless.points), level_text(analysis.level));
  return text;
}

std::string rolls_html(const CubeAnalysis& analysis, std::optional<Dice> rolled) {
  const auto& after = analysis.after_roll;
  if (after.size() != kRolls) return {};
  const auto [low, high] = std::minmax_element(after.begin(), after.end());
  const std::string worst = equity_text(low->points), best = equity_text(high->points);
  std::string table = fmt::format(
      "<h2>Worth of each roll, played best</h2>\n<p class=\"dim\">{} after it; average {}</p>\n"
      "<div class=\"scroll\"><table class=\"rolls\"><tr><th></th>",
      level_text(analysis.after_roll_level()), equity_text(analysis.values.no_double.points));
  for (int die = 1; die <= 6; ++die) table += fmt::format("<th class=\"num\">{}</th>", die);
  table += "</tr>\n";
  for (int one = 1; one <= 6; ++one) {
    table += fmt::format("<tr><th>{}</th>", one);
    for (int other = 1; other <= 6; ++other) {
      const Dice dice = make_dice(one, other);
      const std::string value =
          equity_text(after[static_cast<std::size_t>(roll_index(dice))].points);
      const char* mark = best == worst ? "" : value == best ? " ok" : value == worst ? " bad" : "";
      table += fmt::format("<td class=\"num{}{}\">{}</td>", mark,
                           rolled && dice == *rolled ? " rolled" : "", value);
    }
    table += "</tr>\n";
  }
  table += "</table></div>\n";
  if (rolled) table += fmt::format("<p>{}</p>\n", luck_sentence(analysis, *rolled));
  return table;
}

std::string checker_page(const Position& position, const CheckerAnalysis& analysis,
                         std::size_t rows, const CubeAnalysis* before_roll) {
  std::string judgement = candidates_html(position, analysis.candidates, -1, rows);
  if (before_roll != nullptr) judgement += rolls_html(*before_roll, position.dice);
  return lone_page(position, ways_of(analysis.candidates.front().steps), judgement);
}

std::string cube_page(const Position& position, const CubeAnalysis& analysis, bool rolls) {
  std::string judgement = cube_html(position, analysis);
  if (rolls) judgement += rolls_html(analysis, {});
  return lone_page(position, {}, judgement);
}

}  // namespace alea::render
