#include "tools/render/match_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "tools/render/analysis_text.h"
#include "tools/render/curve_svg.h"
#include "tools/render/decision_html.h"
#include "tools/render/decision_text.h"
#include "tools/render/html_page.h"
#include "tools/render/svg_board.h"

namespace alea::render {
namespace {

constexpr std::size_t kShownRows = 5;

std::string disc(int player) {
  return fmt::format("<span class=\"disc {}\"></span>", player == 0 ? "one" : "two");
}

std::string rate(const std::optional<double>& value) {
  return value ? fmt::format("{:.2f}", *value) : "-";
}

// "d3-17": match and running number of a decision.
std::string id_of(std::size_t match, std::size_t decision) {
  return fmt::format("d{}-{}", match + 1, decision + 1);
}

// The part of the page about one match.
class MatchSection {
 public:
  MatchSection(const MatchView& view, std::size_t number, const MatchPageOptions& options)
      : view_(view),
        record_(*view.record),
        options_(options),
        number_(number),
        money_(view.record->length == 0) {
    for (std::size_t i = 0; i < view.analysis->units.size(); ++i) {
      for (const Decision& decision : view.analysis->results[i].decisions) {
        entries_.push_back({view.analysis->units[i].game, &decision});
      }
    }
  }

  // `alone`: the page's title has said whose match it is.
  void write(std::string& out, bool alone) {
    out_ = &out;
    if (!alone) {
      add("<h2 id=\"m{}\">{} – {}</h2>\n", number_ + 1, name(0), name(1));
    }
    add("<p class=\"dim\">{}; {}; {} analysis by {}{}</p>\n", xml_escaped(length_text(record_)),
        xml_escaped(view_.name), level_text(view_.analysis->level), xml_escaped(options_.evaluator),
        headers());
    if (!view_.analysis->complete()) {
      add("<p class=\"very_bad\">Incomplete: {} of {} turns and doubles are analysed.</p>\n",
          view_.analysis->done(), view_.analysis->units.size());
    }
    cards();
    curve();
    games();
    figures();
    if (!record_.problems.empty()) problems();
  }

  // The row of the list of matches.
  void write_row(std::string& out) {
    out_ = &out;
    const auto& players = view_.summary->total.players;
    add("<tr><td><a href=\"#m{}\">{} – {}</a></td><td class=\"num\">{}</td><td "
        "class=\"num\">{}</td><td>{}"
        "</td><td>{}</td></tr>\n",
        number_ + 1, name(0), name(1), rate(players[0].pr()), rate(players[1].pr()),
        xml_escaped(length_text(record_)), xml_escaped(view_.name));
  }

  void write_errors(std::string& out, bool alone) {
    out_ = &out;
    place_ = alone ? "" : xml_escaped(view_.name) + ", ";
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (has_article(*entries_[i].decision)) article(i);
    }
  }

  [[nodiscard]] bool has_errors() const {
    return std::any_of(entries_.begin(), entries_.end(),
                       [&](const Entry& entry) { return has_article(*entry.decision); });
  }

  void write_tables(std::string& out, bool alone) {
    out_ = &out;
    if (!alone) {
      add("<h3>{} – {} <span class=\"dim\">{}</span></h3>\n", name(0), name(1),
          xml_escaped(view_.name));
    }
    for (std::size_t g = 0; g < record_.games.size(); ++g) game_table(g);
  }

 private:
  struct Entry {
    int game;
    const Decision* decision;
  };

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(*out_), format, std::forward<Args>(args)...);
  }
  [[nodiscard]] std::string name(int player) const {
    return xml_escaped(player_name(record_, player));
  }
  [[nodiscard]] const RecordedGame& game_of(const Entry& entry) const {
    return record_.games[static_cast<std::size_t>(entry.game)];
  }
  [[nodiscard]] bool has_article(const Decision& decision) const {
    return decision.skipped.empty() && decision.loss.equity >= options_.least_loss;
  }
  [[nodiscard]] std::string stake(const Amount& amount, double sign) const {
    return money_ ? fmt::format("{:+.3f} points", sign * amount.stake)
                  : fmt::format("{:+.2f}% match", sign * 100 * amount.stake);
  }

  [[nodiscard]] std::string headers() const {
    std::string text;
    for (const auto& [key, value] : record_.headers) {
      if (key == "Event" || key == "EventDate" || key == "Round" || key == "Site") {
        text += "; " + xml_escaped(value);
      }
    }
    return text;
  }

  void cards() {
    add("<div class=\"cards\">\n");
    for (int p = 0; p < 2; ++p) {
      const PlayerSummary& player = view_.summary->total.players[static_cast<std::size_t>(p)];
      add("<div class=\"card\"><h3>{}{}</h3>\n<div class=\"pr\">{}</div>\n"
          "<p class=\"dim\">performance rating (PR)</p>\n",
          disc(p), name(p), rate(player.pr()));
      add("<p>{}; error rate {}; luck {:+.3f}</p>\n"
          "<p><span class=\"doubtful\">{} doubtful</span>, <span class=\"bad\">{} bad</span>, "
          "<span class=\"very_bad\">{} very bad</span></p></div>\n",
          player.error_rate() ? rating_name(*player.error_rate()) : "no rating",
          rate(player.error_rate()), player.luck.equity, player.errors[1], player.errors[2],
          player.errors[3]);
    }
    add("</div>\n");
  }

  void curve() {
    Curve curve{.points = {}, .percent = !money_, .first = {}, .second = {}};
    double won = 0;  // points of the first player, money
    for (std::size_t g = 0; g < record_.games.size(); ++g) {
      const RecordedGame& game = record_.games[g];
      bool first = true;
      for (std::size_t i = 0; i < entries_.size(); ++i) {
        const Decision& decision = *entries_[i].decision;
        if (entries_[i].game != static_cast<int>(g)) continue;
        if (decision.luck) {
          CurvePoint point{.value = chance(decision, won)};
          if (first) point.game = fmt::format("{}–{}", game.score[0], game.score[1]);
          first = false;
          curve.points.push_back(std::move(point));
        }
        if (curve.points.empty() || !has_article(decision)) continue;
        if (error_class(decision.loss.equity) == ErrorClass::none) continue;
        CurvePoint point{.value = curve.points.back().value};
        mark(i, point);
        CurvePoint& last = curve.points.back();
        if (last.link.empty()) {
          mark(i, last);
        } else {
          curve.points.push_back(std::move(point));
        }
      }
      if (game.winner) won += *game.winner == 0 ? game.points : -game.points;
    }
    if (curve.points.empty()) return;
    const auto& actual = view_.summary->result.actual;
    if (actual && view_.analysis->complete()) curve.points.push_back({.value = *actual});
    add("<h3>{}: {}</h3>\n<div class=\"scroll\"><div "
        "class=\"wide\">\n{}</div></div>\n",
        name(0), money_ ? "points won and expected" : "chance of winning the match",
        curve_svg(curve));
    add("<p class=\"dim\">Errors are marked: light rim {}, dark rim {}. Vertical lines: new "
        "games.</p>\n",
        name(0), name(1));
  }
  [[nodiscard]] double chance(const Decision& decision, double won) const {
    const double value = decision.luck->chance;
    if (!money_) return decision.player == 0 ? value : 1 - value;
    const double points = value * decision.position.cube.value();
    return won + (decision.player == 0 ? points : -points);
  }
  void mark(std::size_t index, CurvePoint& point) const {
    const Entry& entry = entries_[index];
    const Decision& decision = *entry.decision;
    point.link = id_of(number_, index);
    point.kind = to_string(error_class(decision.loss.equity));
    point.player = decision.player;
    point.title = fmt::format("{}: {}, best {} ({:+.3f})", player_name(record_, decision.player),
                              played_text(decision, event_of(game_of(entry), decision)),
                              best_text(decision), -decision.loss.equity);
  }

  void games() {
    add("<div class=\"scroll\"><table><tr><th>Game</th><th>Score</th><th>Result</th><th "
        "class=\"num\">PR {}</th><th class=\"num\">PR {}</th><th class=\"num\">Luck</th></tr>\n",
        name(0), name(1));
    for (std::size_t g = 0; g < record_.games.size(); ++g) {
      const RecordedGame& game = record_.games[g];
      const auto& players = view_.summary->games[g].players;
      add("<tr><td><a href=\"#g{}-{}\">{}</a></td><td>{}–{}{}</td><td>{}</td><td "
          "class=\"num\">{}</td><td class=\"num\">{}</td><td class=\"num\">{:+.3f} / "
          "{:+.3f}</td></tr>\n",
          number_ + 1, g + 1, game.number, game.score[0], game.score[1],
          game.crawford ? " Crawford" : "", xml_escaped(result_text(record_, game)),
          rate(players[0].pr()), rate(players[1].pr()), players[0].luck.equity,
          players[1].luck.equity);
    }
    add("</table></div>\n");
  }

  void figures() {
    add("<details><summary>All figures</summary><div class=\"scroll\"><table><tr><th></th>"
        "<th>{}</th><th>{}</th></tr>\n",
        name(0), name(1));
    for (const FigureRow& row : figure_rows(view_.summary->total, &view_.summary->result, money_)) {
      if (row.heading) {
        add("<tr class=\"group\"><th colspan=\"3\">{}</th></tr>\n", xml_escaped(row.label));
      } else {
        add("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", xml_escaped(row.label),
            xml_escaped(row.value[0]), xml_escaped(row.value[1]));
      }
    }
    add("</table></div></details>\n");
  }

  void problems() {
    add("<details><summary>{} oddit{} in the file</summary><ul>\n", record_.problems.size(),
        record_.problems.size() == 1 ? "y" : "ies");
    for (const Problem& problem : record_.problems) {
      add("<li class=\"dim\">line {}: {}</li>\n", problem.line, xml_escaped(problem.text));
    }
    add("</ul></details>\n");
  }

  void article(std::size_t index) {
    const Entry& entry = entries_[index];
    const Decision& decision = *entry.decision;
    const RecordedGame& game = game_of(entry);
    const Event* event = event_of(game, decision);
    const std::string_view kind = to_string(error_class(decision.loss.equity));
    add("<article id=\"{}\" data-loss=\"{:.4f}\" data-player=\"{}\">\n<header><h3>{}{}, {}</h3>"
        "<a class=\"dim\" href=\"#g{}-{}\">{}game {}, move {}</a><span class=\"tag "
        "{}\">{:+.3f}{}{}</span>"
        "</header>\n",
        id_of(number_, index), decision.loss.equity, name(decision.player), disc(decision.player),
        name(decision.player), what(decision), number_ + 1, entry.game + 1, place_, game.number,
        decision.turn, kind, -decision.loss.equity, kind == "ok" ? "" : " ",
        class_text(error_class(decision.loss.equity)));
    add("<div class=\"two\"><div>{}</div><div>\n", board(decision));
    add("<dl class=\"said\"><dt>Played</dt><dd class=\"wrong\">{}</dd><dt>Best</dt><dd "
        "class=\"right\">{}</dd><dt>Cost</dt><dd>{:+.3f}, {}</dd>",
        xml_escaped(played_text(decision, event)), xml_escaped(best_text(decision)),
        -decision.loss.equity, stake(decision.loss, -1));
    if (decision.luck) {
      const std::string luck = class_text(luck_class(decision.luck->luck.equity));
      add("<dt>Luck</dt><dd>{:+.3f}{}{}</dd>", decision.luck->luck.equity, luck.empty() ? "" : ", ",
          luck);
    }
    add("</dl>\n");
    if (decision.kind == DecisionKind::checker) {
      add("{}",
          candidates_html(decision.position, decision.candidates, decision.played, kShownRows));
    } else if (decision.cube) {
      Position position = decision.position;
      // Answers to beavers stand at another cube than the double did.
      if (decision.kind == DecisionKind::beaver) position.cube = {};
      add("{}", cube_html(position, *decision.cube));
    }
    if (event != nullptr && !event->comment.empty()) {
      add("<p class=\"comment\">{}</p>\n", xml_escaped(event->comment));
    }
    add("{}</div></div></article>\n", ids_html(decision.position));
  }

  [[nodiscard]] static std::string what(const Decision& decision) {
    switch (decision.kind) {
      case DecisionKind::checker:
        return "to play " + roll_text(decision);
      case DecisionKind::double_:
        return "on roll, cube action";
      case DecisionKind::take:
        return "take or pass";
      case DecisionKind::beaver:
        return "answer to a beaver";
      case DecisionKind::resignation:
        return "resignation";
      case DecisionKind::acceptance:
        return "a resignation to accept";
    }
    return {};
  }

  [[nodiscard]] std::string board(const Decision& decision) const {
    const int us = decision.position.us_is_first ? 1 : 0;  // who gives up need not be on roll
    SvgOptions options{.dark_us = us == 1,
                       .embedded = true,
                       .us = player_name(record_, us),
                       .them = player_name(record_, 1 - us)};
    if (decision.kind == DecisionKind::checker) {
      options.arrows = ways_of(decision.candidates.front().steps);
      if (const Candidate* played = decision.played_candidate()) {
        options.wrong = ways_of(played->steps);
      }
    }
    return svg_board(decision.position, options);
  }

  void game_table(std::size_t g) {
    const RecordedGame& game = record_.games[g];
    add("<details id=\"g{}-{}\"><summary>Game {}, {}–{}: {}</summary>\n<div "
        "class=\"scroll\"><table>"
        "<tr><th class=\"num\">Move</th><th>Player</th><th>Roll</th><th>Played</th><th>Best</th>"
        "<th class=\"num\">Loss</th><th class=\"num\">Luck</th></tr>\n",
        number_ + 1, g + 1, game.number, game.score[0], game.score[1],
        xml_escaped(result_text(record_, game)));
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].game != static_cast<int>(g)) continue;
      const Decision& decision = *entries_[i].decision;
      if (decision.choice == CubeChoice::no_double && !decision.close) continue;
      row(i, game, decision);
    }
    add("</table></div></details>\n");
  }

  void row(std::size_t index, const RecordedGame& game, const Decision& decision) {
    const bool known = decision.skipped.empty();
    std::string played = xml_escaped(played_text(decision, event_of(game, decision)));
    if (has_article(decision)) {
      played = fmt::format("<a href=\"#{}\">{}</a>", id_of(number_, index), played);
    }
    const bool lost = known && decision.loss.equity >= 5e-4;
    const ErrorClass worst = error_class(decision.loss.equity);
    add("<tr><td class=\"num\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"num "
        "{}\">{}</td><td class=\"num\">{}</td></tr>\n",
        decision.turn, name(decision.player), roll_text(decision), played,
        known ? (lost ? xml_escaped(best_text(decision)) : "")
              : "not analysed: " + xml_escaped(decision.skipped),
        lost && worst != ErrorClass::none ? to_string(worst) : "",
        lost ? fmt::format("{:+.3f}", -decision.loss.equity) : "",
        decision.luck ? fmt::format("{:+.3f}", decision.luck->luck.equity) : "");
  }

  const MatchView& view_;
  const MatchRecord& record_;
  const MatchPageOptions& options_;
  std::size_t number_;
  bool money_;
  std::string place_{};  // before the game's number, where there are several matches
  std::vector<Entry> entries_{};
  std::string* out_ = nullptr;
};

std::string controls(std::span<const MatchView> matches, const MatchPageOptions& options) {
  std::string text = "<nav class=\"bar\"><select id=\"least\" aria-label=\"least loss shown\">";
  const std::array<std::pair<double, const char*>, 5> steps{{{0, "all with a board"},
                                                             {0.02, "from 0.020"},
                                                             {kDoubtful, "doubtful and worse"},
                                                             {kBad, "bad and worse"},
                                                             {kVeryBad, "very bad only"}}};
  for (const auto& [least, label] : steps) {
    text += fmt::format("<option value=\"{}\"{}>{}</option>", least,
                        least == options.chosen_loss ? " selected" : "", label);
  }
  text +=
      "</select><select id=\"who\" aria-label=\"player\"><option value=\"\">all players</option>";
  std::vector<std::string> names;
  for (const MatchView& match : matches) {
    for (int p = 0; p < 2; ++p) {
      std::string name = xml_escaped(player_name(*match.record, p));
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      text += fmt::format("<option value=\"{}\">{}</option>", name, name);
      names.push_back(std::move(name));
    }
  }
  return text +
         "</select><button id=\"previous\" title=\"k or left arrow\">&larr; previous</button>"
         "<button id=\"next\" title=\"j or right arrow\">next &rarr;</button>"
         "<span class=\"count\" id=\"count\" aria-live=\"polite\"></span></nav>\n";
}

std::string totals_table(std::span<const PlayerTotal> totals) {
  std::string text =
      "<div class=\"scroll\"><table><tr><th>Player</th><th class=\"num\">Matches</th><th "
      "class=\"num\">Plays</th><th class=\"num\">PR</th><th class=\"num\">Checker</th><th "
      "class=\"num\">Cube</th><th class=\"num\">Error rate</th><th class=\"num\">Errors</th><th "
      "class=\"num\">Luck</th></tr>\n";
  for (const TotalRow& row : total_rows(totals)) {
    const PlayerSummary& p = row.figures->sum;
    text += fmt::format(
        "<tr><td>{}</td><td class=\"num\">{}</td><td class=\"num\">{}</td><td "
        "class=\"num\">{}</td><td class=\"num\">{}</td><td class=\"num\">{}</td><td "
        "class=\"num\">{}</td><td class=\"num\">{} / {} / {}</td><td "
        "class=\"num\">{:+.3f}</td></tr>\n",
        xml_escaped(row.label), row.figures->files, p.plays, rate(p.pr()), rate(p.checker_pr()),
        rate(p.cube_pr()), rate(p.error_rate()), p.errors[1], p.errors[2], p.errors[3],
        p.luck.equity);
  }
  text += "</table></div>\n";
  if (const std::string note = totals_note(totals); !note.empty()) {
    text += fmt::format("<p class=\"dim\">{}</p>\n", note);
  }
  return text;
}

}  // namespace

std::string match_page(std::span<const MatchView> matches, std::span<const PlayerTotal> totals,
                       const MatchPageOptions& options) {
  const bool alone = matches.size() == 1;
  std::string title = fmt::format("{} matches", matches.size());
  if (alone) {
    title = fmt::format("{} – {}", player_name(*matches[0].record, 0),
                        player_name(*matches[0].record, 1));
  }
  std::string body = fmt::format("<main>\n<h1>{}</h1>\n", xml_escaped(title));
  if (!alone) body += totals_table(totals);
  std::vector<MatchSection> sections;
  for (std::size_t i = 0; i < matches.size(); ++i) sections.emplace_back(matches[i], i, options);
  if (!alone) {
    body +=
        "<h2>Matches</h2>\n<div class=\"scroll\"><table><tr><th>Match</th><th class=\"num\">PR "
        "left</th><th class=\"num\">PR right</th><th></th><th>File</th></tr>\n";
    for (MatchSection& section : sections) section.write_row(body);
    body += "</table></div>\n";
  }
  for (MatchSection& section : sections) section.write(body, alone);
  body += "<h2>Errors</h2>\n";
  const bool any = std::any_of(sections.begin(), sections.end(),
                               [](const MatchSection& section) { return section.has_errors(); });
  if (any) {
    body += controls(matches, options) + chances_key_html();
    body +=
        "<p class=\"dim\">Arrows: solid green what was best, dotted red what was played. The "
        "player to decide is at the bottom.</p>\n";
    for (MatchSection& section : sections) section.write_errors(body, alone);
  } else {
    body += "<p>None worth showing.</p>\n";
  }
  body += "<h2>All decisions</h2>\n";
  for (MatchSection& section : sections) section.write_tables(body, alone);
  body +=
      "<p class=\"dim\">PR: 500 × loss per counted decision, as XG counts. Error rate: 1000 × loss "
      "per unforced play and close or actual cube decision. Losses in equity per unit of the cube, "
      "in matches normalised (EMG). Made by alea.</p>\n</main>\n";
  return html_page("alea: " + title, body);
}

}  // namespace alea::render
