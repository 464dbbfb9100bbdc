#include <fmt/format.h>

#include <algorithm>

#include "engine/cube/ids.h"
#include "tools/app/bearoff_files.h"
#include "tools/app/commands.h"
#include "tools/app/json.h"
#include "tools/app/positions.h"
#include "tools/app/progress.h"
#include "tools/app/session.h"
#include "tools/app/suggest.h"
#include "tools/render/text_board.h"

namespace alea::app {
namespace {

namespace fs = std::filesystem;

Result<fs::path> folder_of(const Console& console, const Arguments& arguments) {
  fs::path folder = bearoff_folder(console.environment, arguments);
  if (!folder.empty() && arguments.text("bearoff") != "none") return folder;
  return usage_error(
      "no folder for the tables: neither XDG_DATA_HOME nor HOME is set; add "
      "--bearoff DIR");
}

Json table_json(const char* kind, const fs::path& file, const TableImage& image) {
  Json json;
  json["table"] = kind;
  json["file"] = file.string();
  json["points"] = image.shape().points;
  json["checkers"] = image.shape().checkers;
  json["positions"] = position_count(image.shape());
  json["bytes"] = image.size_bytes();
  json["sha256"] = image.checksum();
  return json;
}

std::string table_text(const char* kind, const fs::path& file, const TableImage& image) {
  return fmt::format(
      "{}: {} checkers on {} points, {} positions a side, {:.1f} MB\n  {}\n  sha256 {}\n", kind,
      image.shape().checkers, image.shape().points, position_count(image.shape()),
      static_cast<double>(image.size_bytes()) / 1e6, file.string(), image.checksum());
}

void print_table(Console& console, bool json, const char* kind, const fs::path& file,
                 const TableImage& image) {
  console.out << (json ? table_json(kind, file, image).dump() + '\n'
                       : table_text(kind, file, image));
}

// Makes a table of one kind and saves it.
template <class Table>
Status make_table(Console& console, const Arguments& arguments, ThreadPool& pool,
                  BearoffShape shape, const char* kind, const fs::path& file) {
  ProgressLine line(console, arguments);
  BearoffMakeOptions options;
  options.stop = console.stop;
  options.progress = [&](double share) {
    if (line.due()) line.show(fmt::format("{} table: {:.0f}%", kind, 100 * share));
  };
  const Result<Table> table = Table::make(shape, pool, options);
  if (!table) return fail(table.error());
  std::error_code failed;
  fs::create_directories(file.parent_path(), failed);
  if (failed) {
    return fail(ErrorKind::environment,
                fmt::format("cannot create {}: {}", file.parent_path().string(), failed.message()));
  }
  if (Status saved = table->save(file); !saved) return saved;
  line.clear();
  print_table(console, arguments.has("json"), kind, file, table->image());
  return {};
}

Status make_tables(Console& console, const Arguments& arguments) {
  const Result<fs::path> folder = folder_of(console, arguments);
  if (!folder) return fail(folder.error());
  const Result<int> points = arguments.integer("points", kHome, 1, kMaxBearoffPoints);
  if (!points) return fail(points.error());
  const Result<int> checkers = arguments.integer("checkers", kCheckers, 1, kCheckers);
  if (!checkers) return fail(checkers.error());
  const Result<int> two_sided =
      arguments.integer("two-sided", TwoSidedBearoff::kDefaultShape.checkers, 0, kCheckers - 1);
  if (!two_sided) return fail(two_sided.error());
  const Result<int> threads = thread_count(arguments);
  if (!threads) return fail(threads.error());
  const BearoffShape pair{.points = kHome, .checkers = *two_sided};
  if (*two_sided > 0 && !TwoSidedBearoff::is_possible(pair)) {
    return usage_error(fmt::format("--two-sided {}: such a table would be too large", *two_sided));
  }
  ThreadPool pool(*threads);
  ALEA_TRY(make_table<OneSidedBearoff>(console, arguments, pool,
                                       {.points = *points, .checkers = *checkers}, "one-sided",
                                       *folder / kOneSidedFile));
  if (*two_sided == 0) return {};
  return make_table<TwoSidedBearoff>(console, arguments, pool, pair, "two-sided",
                                     *folder / kTwoSidedFile);
}

int verify_tables(Console& console, const Arguments& arguments) {
  const Result<fs::path> folder = folder_of(console, arguments);
  if (!folder) return refuse(console, folder.error());
  const bool json = arguments.has("json");
  ExitStatus status;
  const auto check = [&](const auto& table, const char* kind, const char* name) {
    if (table) {
      print_table(console, json, kind, *folder / name, table->image());
    } else {
      report(console, table.error());
      status.add(table.error());
    }
  };
  check(OneSidedBearoff::load(*folder / kOneSidedFile), "one-sided", kOneSidedFile);
  check(TwoSidedBearoff::load(*folder / kTwoSidedFile), "two-sided", kTwoSidedFile);
  return status.code();
}

// What the tables know of one position.
class BearoffQuery {
 public:
  BearoffQuery(const BearoffTables& tables, const Position& position)
      : tables_(tables), position_(position), equities_(tables.equities(position.board)) {}

  [[nodiscard]] bool known() const {
    return equities_ || covers(position_.board.us) || covers(position_.board.them);
  }

  [[nodiscard]] std::string json() const {
    Json json;
    json["xgid"] = to_xgid(position_);
    json["gnuid"] = to_gnu_id(position_);
    json["me"] = side_json(position_.board.us);
    json["opponent"] = side_json(position_.board.them);
    if (const auto p = tables_.probabilities(position_.board)) {
      json["win"] = rounded(static_cast<double>(p->win));
      json["win_gammon"] = rounded(static_cast<double>(p->win_gammon));
      json["lose_gammon"] = rounded(static_cast<double>(p->lose_gammon));
      json["exact"] = tables_.covers_exactly(position_.board);
    }
    if (equities_) {
      json["cubeless_equity"] = rounded(equities_->cubeless);
      json["centred"] = rounded(equities_->centred);
      json["owned"] = rounded(equities_->owned);
      json["theirs"] = rounded(equities_->theirs);
      json["double_take"] = rounded(centred_action(*equities_).double_take);
      json["redouble_take"] = rounded(owned_action(*equities_).double_take);
    }
    return json.dump() + '\n';
  }

  [[nodiscard]] std::string text(render::Style style) const {
    std::string text = render::text_board(position_, {}, style) + '\n';
    text += side_text('X', position_.board.us) + side_text('O', position_.board.them);
    if (const auto p = tables_.probabilities(position_.board)) {
      const bool exact = tables_.covers_exactly(position_.board);
      text += fmt::format("X on roll wins {:.3f}% ({})\n", 100 * p->win,
                          exact ? "exact" : "both sides playing for speed");
    }
    if (!equities_) return text;
    text += fmt::format(
        "\nMoney equity without doubling this turn: cubeless {:+.4f}, cube centred "
        "{:+.4f},\nX owns it {:+.4f}, O owns it {:+.4f}\n",
        equities_->cubeless, equities_->centred, equities_->owned, equities_->theirs);
    text += action_text("Cube centred", centred_action(*equities_));
    text += action_text("X owns it", owned_action(*equities_));
    return text;
  }

 private:
  [[nodiscard]] bool covers(const Board::Side& side) const {
    return tables_.one_sided && tables_.one_sided->covers(side);
  }

  [[nodiscard]] Json side_json(const Board::Side& side) const {
    if (!covers(side)) return {};
    const BearoffFigures figures = bearoff_figures(*tables_.one_sided, side);
    const RollDistribution rolls = tables_.one_sided->rolls(tables_.one_sided->index(side));
    Json json;
    json["pips"] = figures.pips;
    json["mean_rolls"] = rounded(figures.mean_rolls);
    json["standard_deviation"] = rounded(figures.standard_deviation);
    json["epc"] = rounded(figures.epc);
    json["wastage"] = rounded(figures.wastage);
    json["rolls"] = Json::array();
    for (int n = rolls.first(); n <= rolls.last(); ++n) {
      json["rolls"].push_back({{"rolls", n}, {"chance", rounded(rolls.chance(n))}});
    }
    return json;
  }

  [[nodiscard]] std::string side_text(char name, const Board::Side& side) const {
    if (!covers(side)) return fmt::format("{}: not in the table\n\n", name);
    const BearoffFigures figures = bearoff_figures(*tables_.one_sided, side);
    const RollDistribution rolls = tables_.one_sided->rolls(tables_.one_sided->index(side));
    std::string text = fmt::format(
        "{}: {} pips, {:.3f} rolls on average (deviation {:.3f}), EPC {:.2f}, wastage {:.2f}\n",
        name, figures.pips, figures.mean_rolls, figures.standard_deviation, figures.epc,
        figures.wastage);
    for (int n = rolls.first(); n <= rolls.last(); ++n) {
      const double chance = rolls.chance(n);
      if (chance < 5e-5) continue;
      const std::string bar(static_cast<std::size_t>(chance * 40 + 0.5), '#');
      text += fmt::format("  {:>2} rolls  {:>7.3f}%  by then {:>7.3f}%{}{}\n", n, 100 * chance,
                          100 * rolls.within(n), bar.empty() ? "" : "  ", bar);
    }
    return text + '\n';
  }

  static std::string action_text(const char* where, const BearoffCubeAction& action) {
    return fmt::format("{}: no double {:+.4f}, double/take {:+.4f}, double/pass {:+.4f}: {}{}\n",
                       where, action.no_double, action.double_take, action.double_pass,
                       action.doubles ? "double" : "no double", action.takes ? ", take" : ", pass");
  }

  const BearoffTables& tables_;
  const Position& position_;
  std::optional<TwoSidedEquities> equities_;
};

int query_tables(Console& console, const CommandSpec& spec, const Arguments& arguments) {
  const Result<int> threads = thread_count(arguments);
  if (!threads) return refuse(console, threads.error());
  ThreadPool pool(*threads);
  const Result<BearoffTables> tables = open_bearoff(console, arguments, pool);
  if (!tables) return refuse(console, tables.error());
  if (tables->empty()) {
    return refuse(console, usage_error("no folder for the tables; add --bearoff DIR").value());
  }
  const bool json = arguments.has("json");
  const render::Style style(use_colour(console, arguments));
  const auto query = [&](const Item& item, ThreadPool*) -> Result<std::string> {
    const BearoffQuery answer(*tables, item.position);
    if (!answer.known()) {
      return fail(ErrorKind::input, "no table covers either side of this position");
    }
    return json ? answer.json() : answer.text(style);
  };
  return for_each_position(console, spec, arguments, {.run = query, .blank_line = !json});
}

int run_bearoff(Console& console, const CommandSpec& spec, const Arguments& arguments) {
  static const std::vector<std::string> kActions{"make", "verify", "query"};
  const std::string action = arguments.positional().empty() ? "" : arguments.positional().front();
  const bool alone = arguments.positional().size() == 1;
  if (action == "query") return query_tables(console, spec, arguments.without_first());
  if (action == "verify" && alone) return verify_tables(console, arguments);
  if (action == "make" && alone) {
    const Status made = make_tables(console, arguments);
    return made ? 0 : refuse(console, made.error());
  }
  if (action == "make" || action == "verify") {
    return refuse(
        console,
        usage_error(fmt::format("bearoff {} takes no arguments, only options", action)).value());
  }
  return refuse(console,
                usage_error(fmt::format("bearoff needs one of make, verify, query, not {}{}",
                                        in_quotes(action, 40), did_you_mean(action, kActions)))
                    .value());
}

}  // namespace

Command bearoff_command() {
  return {
      .spec = {.name = "bearoff",
               .summary = "make, verify and query the bear-off databases",
               .synopsis = "make|verify|query [POS...] [options]",
               .description =
                   "make    makes the tables and saves them where alea finds them\n"
                   "verify  reads them in full and prints their checksums\n"
                   "query   rolls to bear off, EPC and wastage of each side, and exact equities\n"
                   "        where the two-sided table covers both\n\n"
                   "Commands that evaluate make the default tables by themselves at first need.\n",
               .groups = {{"Options",
                           {bearoff_option(),
                            {"points", "N", "points of the one-sided table (default 6, up to 12)"},
                            {"checkers", "N", "its checkers (default 15)"},
                            {"two-sided", "N",
                             "checkers a side of the two-sided table (default 6;\n0: none)"}}},
                          position_options()},
               .examples =
                   "  alea bearoff make\n"
                   "  alea bearoff query 'XGID=-BBB----------------bbb---:0:0:1:00:0:0:0:0:10'\n"
                   "  alea bearoff verify --json\n"},
      .run = run_bearoff};
}

}  // namespace alea::app
