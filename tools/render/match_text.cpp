#include "tools/render/match_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/render/analysis_text.h"
#include "tools/render/decision_text.h"

namespace alea::render {
namespace {

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t columns = columns_of(text);
  return columns < width ? text + std::string(width - columns, ' ') : text;
}

std::string rate_text(const std::optional<double>& rate) {
  return rate ? fmt::format("{:.2f}", *rate) : "-";
}

// A loss or luck: equity, and in brackets what was at stake: points with the cube, in matches the chance to win.
std::string amount_text(const Amount& amount, bool money, double sign) {
  return money ? fmt::format("{:+.3f} ({:+.2f})", sign * amount.equity + 0.0,
                             sign * amount.stake + 0.0)
               : fmt::format("{:+.3f} ({:+.2f}%)", sign * amount.equity + 0.0,
                             sign * 100 * amount.stake + 0.0);
}

std::string tally_text(const Tally& tally, bool money) {
  if (tally.count == 0) return "0";
  return fmt::format("{}   {}", tally.count, amount_text(tally.cost, money, -1));
}

struct ErrorRow {
  std::string turn, player, roll, played, best, loss, rating;
};

class Report {
 public:
  Report(const MatchRecord& record, const MatchAnalysis& analysis, const MatchSummary& summary,
         const MatchTextOptions& options, Style style)
      : record_(record),
        analysis_(analysis),
        summary_(summary),
        options_(options),
        style_(style),
        money_(record.length == 0) {}

  std::string write(const std::string& name) {
    text_ += style_.strong(fmt::format("{}: {} - {}, {}", name, player_name(record_, 0),
                                       player_name(record_, 1), length_text(record_)));
    text_ += fmt::format("\n{} analysis by {}\n", level_text(analysis_.level), options_.evaluator);
    if (!analysis_.complete()) {
      text_ += style_.bad(fmt::format("Incomplete: {} of {} turns and doubles are analysed.",
                                      analysis_.done(), analysis_.units.size())) +
               '\n';
    }
    if (options_.per_game) {
      for (std::size_t g = 0; g < record_.games.size(); ++g) game(g);
    }
    text_ += '\n';
    table();
    if (options_.luck_note) text_ += '\n' + style_.faint(luck_note()) + '\n';
    return std::move(text_);
  }

 private:
  // Programs differ in what they call luck, so the convention is named.
  [[nodiscard]] std::string luck_note() const {
    std::string note = fmt::format(
        "Luck is that of a player's own rolls ({}): the value of each, played best, less the mean "
        "of\n"
        "the 21 rolls; of an opening roll, less the mean of both players' opening rolls.",
        level_text(analysis_.luck_level));
    if (money_) note += "\nIn brackets: points, the cube counted.";
    if (summary_.result.luck_adjusted) {
      note +=
          "\nLuck-adjusted result: the actual one less own luck plus the opponent's; one match "
          "says little.";
    }
    return note;
  }

  void game(std::size_t index) {
    const RecordedGame& game = record_.games[index];
    text_ += fmt::format("\nGame {}, {}-{}{}: {}\n", game.number, game.score[0], game.score[1],
                         game.crawford ? ", Crawford" : "", result_text(record_, game));
    std::vector<ErrorRow> rows;
    for (std::size_t i = 0; i < analysis_.units.size(); ++i) {
      if (analysis_.units[i].game != static_cast<int>(index)) continue;
      for (const Decision& decision : analysis_.results[i].decisions) {
        const bool skipped = !decision.skipped.empty();
        if (!skipped && decision.loss.equity < options_.least_loss) continue;
        rows.push_back({std::to_string(decision.turn), player_name(record_, decision.player),
                        roll_text(decision), played_text(decision, event_of(game, decision)),
                        skipped ? "not analysed: " + decision.skipped : best_text(decision),
                        skipped ? "" : amount_text(decision.loss, money_, -1),
                        skipped ? "" : class_text(error_class(decision.loss.equity))});
      }
    }
    if (rows.empty()) {
      text_ += "  no errors\n";
      return;
    }
    rows.insert(rows.begin(), {"turn", "player", "roll", "played", "best", "loss", ""});
    error_table(rows);
  }

  void error_table(const std::vector<ErrorRow>& rows) {
    constexpr std::array<std::string ErrorRow::*, 7> kColumns{
        &ErrorRow::turn, &ErrorRow::player, &ErrorRow::roll,  &ErrorRow::played,
        &ErrorRow::best, &ErrorRow::loss,   &ErrorRow::rating};
    std::array<std::size_t, 7> width{};
    for (const ErrorRow& row : rows) {
      for (std::size_t c = 0; c < kColumns.size(); ++c) {
        width[c] = std::max(width[c], columns_of(row.*kColumns[c]));
      }
    }
    for (const ErrorRow& row : rows) {
      std::string line = fmt::format("  {:>{}}", row.turn, width[0]);
      for (std::size_t c = 1; c < kColumns.size(); ++c) {
        line += "  " + padded(row.*kColumns[c], width[c]);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      if (&row == &rows.front()) line = style_.faint(line);
      if (row.rating == "very bad") line = style_.bad(line);
      text_ += line + '\n';
    }
  }

  void table() {
    const std::vector<FigureRow> rows = figure_rows(summary_.total, &summary_.result, money_);
    std::array<std::size_t, 2> width{};
    std::size_t label = 0;
    for (std::size_t p = 0; p < 2; ++p) {
      width[p] = columns_of(player_name(record_, static_cast<int>(p)));
    }
    for (const FigureRow& row : rows) {
      label = std::max(label, columns_of(row.label));
      for (std::size_t p = 0; p < 2; ++p) width[p] = std::max(width[p], columns_of(row.value[p]));
    }
    text_ += style_.strong(std::string(label + 2, ' ') + padded(player_name(record_, 0), width[0]) +
                           "  " + player_name(record_, 1)) +
             '\n';
    for (const FigureRow& row : rows) {
      if (row.heading) {
        text_ += style_.strong(row.label) + '\n';
        continue;
      }
      text_ += padded(row.label, label + 2) + padded(row.value[0], width[0]) + "  " + row.value[1] +
               '\n';
    }
  }

  const MatchRecord& record_;
  const MatchAnalysis& analysis_;
  const MatchSummary& summary_;
  const MatchTextOptions& options_;
  Style style_;
  bool money_;
  std::string text_{};
};

}  // namespace

std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::vector<FigureRow> figure_rows(const GameSummary& game, const ResultSummary* result,
                                   bool money) {
  std::vector<FigureRow> rows;
  const auto& players = game.players;
  const int both = players[0].plays + players[1].plays;
  const auto heading = [&](const char* text) {
    rows.push_back({.label = text, .value = {}, .heading = true});
  };
  const auto add = [&](const char* label, const auto& value) {
    rows.push_back(
        {.label = std::string("  ") + label, .value = {value(players[0]), value(players[1])}});
  };
  const auto number = [](int value) { return std::to_string(value); };
  using P = const PlayerSummary&;

  heading("Overall");
  add("Performance rating (PR, XG)", [](P p) { return rate_text(p.pr()); });
  add("Error rate (gnubg, millipoints)", [](P p) { return rate_text(p.error_rate()); });
  add("Snowie error rate", [&](P p) { return rate_text(p.snowie_rate(both)); });
  add("Rating",
      [](P p) { return std::string(p.error_rate() ? rating_name(*p.error_rate()) : "-"); });
  add("Error total", [&](P p) {
    Amount sum = p.checker_loss;
    sum += p.cube_loss;
    return amount_text(sum, money, -1);
  });
  add("Doubtful / bad / very bad",
      [](P p) { return fmt::format("{} / {} / {}", p.errors[1], p.errors[2], p.errors[3]); });
  heading("Checker play");
  add("Plays, unforced, best",
      [](P p) { return fmt::format("{}, {}, {}", p.plays, p.unforced, p.best); });
  add("Error total", [&](P p) { return amount_text(p.checker_loss, money, -1); });
  add("PR, error rate", [](P p) {
    return fmt::format("{}, {}", rate_text(p.checker_pr()), rate_text(p.checker_error_rate()));
  });
  heading("Cube");
  add("Decisions, close, counted", [](P p) {
    return fmt::format("{}, {}, {}", p.cube_decisions, p.cube_close, p.cube_counted);
  });
  add("Error total", [&](P p) { return amount_text(p.cube_loss, money, -1); });
  add("PR, error rate", [](P p) {
    return fmt::format("{}, {}", rate_text(p.cube_pr()), rate_text(p.cube_error_rate()));
  });
  add("Doubles, takes, passes",
      [](P p) { return fmt::format("{}, {}, {}", p.doubles, p.takes, p.passes); });
  add("Missed doubles", [&](P p) { return tally_text(p.missed_doubles, money); });
  add("Wrong doubles", [&](P p) { return tally_text(p.wrong_doubles, money); });
  add("Wrong takes", [&](P p) { return tally_text(p.wrong_takes, money); });
  add("Wrong passes", [&](P p) { return tally_text(p.wrong_passes, money); });
  if (players[0].other_cube.count + players[1].other_cube.count > 0) {
    add("Wrong beavers and answers", [&](P p) { return tally_text(p.other_cube, money); });
  }
  if (players[0].resignations.count + players[1].resignations.count > 0) {
    add("Wrong resignations", [&](P p) { return tally_text(p.resignations, money); });
  }
  if (players[0].acceptances.count + players[1].acceptances.count > 0) {
    add("Too little accepted", [&](P p) { return tally_text(p.acceptances, money); });
  }
  heading("Luck");
  add("Total", [&](P p) { return amount_text(p.luck, money, 1); });
  add("Very lucky, lucky rolls", [](P p) { return fmt::format("{}, {}", p.rolls[4], p.rolls[3]); });
  add("Very unlucky, unlucky", [](P p) { return fmt::format("{}, {}", p.rolls[0], p.rolls[1]); });
  if (result != nullptr && result->actual) {
    const auto both_sides = [&](double first) {
      return money ? std::array{fmt::format("{:+.2f}", first), fmt::format("{:+.2f}", -first)}
                   : std::array{fmt::format("{:.2f}%", 100 * first),
                                fmt::format("{:.2f}%", 100 * (1 - first))};
    };
    rows.push_back({.label = money ? "  Actual result, points" : "  Actual result",
                    .value = both_sides(*result->actual)});
    if (result->luck_adjusted) {
      rows.push_back(
          {.label = "  Luck-adjusted result", .value = both_sides(*result->luck_adjusted)});
    }
  }
  if (players[0].skipped + players[1].skipped > 0) {
    heading("Not analysed");
    add("Decisions", [&](P p) { return number(p.skipped); });
  }
  return rows;
}

std::string match_text(const std::string& name, const MatchRecord& record,
                       const MatchAnalysis& analysis, const MatchSummary& summary,
                       const MatchTextOptions& options, Style style) {
  return Report(record, analysis, summary, options, style).write(name);
}

std::vector<TotalRow> total_rows(std::span<const PlayerTotal> totals) {
  std::vector<TotalRow> rows;
  for (const PlayerTotal& total : totals) {
    rows.push_back({total.name, &total.all});
    if (!total.mixed()) continue;
    rows.push_back({"  in matches", &total.matches});
    rows.push_back({"  for money", &total.money});
  }
  return rows;
}

std::string totals_note(std::span<const PlayerTotal> totals) {
  const bool mixed = std::any_of(totals.begin(), totals.end(),
                                 [](const PlayerTotal& total) { return total.mixed(); });
  return mixed ? "Matches and money play together: losses are equities per unit of the cube, in "
                 "matches normalised (EMG)."
               : "";
}

std::string totals_text(std::span<const PlayerTotal> totals, Style style) {
  std::size_t width = 6;
  const std::vector<TotalRow> rows = total_rows(totals);
  for (const TotalRow& row : rows) width = std::max(width, columns_of(row.label));
  std::string text =
      style.strong(padded("Player", width) +
                   "  matches  plays     PR  checker   cube  error rate  snowie  errors d/b/vb    "
                   "  luck") +
      '\n';
  for (const TotalRow& row : rows) {
    const PlayerSummary& p = row.figures->sum;
    text +=
        fmt::format("{}  {:>7}  {:>5}  {:>5}  {:>7}  {:>5}  {:>10}  {:>6}  {:>13}  {:>+8.3f}\n",
                    padded(row.label, width), row.figures->files, p.plays, rate_text(p.pr()),
                    rate_text(p.checker_pr()), rate_text(p.cube_pr()), rate_text(p.error_rate()),
                    rate_text(p.snowie_rate(row.figures->plays_of_both)),
                    fmt::format("{}/{}/{}", p.errors[1], p.errors[2], p.errors[3]), p.luck.equity);
  }
  if (const std::string note = totals_note(totals); !note.empty()) text += style.faint(note) + '\n';
  return text;
}

}  // namespace alea::render
