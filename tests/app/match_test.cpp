#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "tests/app/run_alea.h"
#include "tests/support/temporary_folder.h"

namespace alea::app {
namespace {

using nlohmann::json;

const std::string kRecords = std::string(ALEA_TEST_DATA) + "/records/";

// Quick: without look-ahead, by an evaluator that needs no weights.
Transcript match(std::vector<std::string> words, const Environment& environment = {}) {
  words.insert(words.begin(), "match");
  for (const char* word : {"--weights", "linear", "--plies", "0"}) words.emplace_back(word);
  return run_alea(words, "", environment);
}

TEST(MatchCommand, JsonHasOneLineADecisionAndASummary) {
  const Transcript run = match({kRecords + "m1a.mat", "--json"});
  EXPECT_EQ(run.code, 0);
  const auto lines = lines_of(run.out);
  ASSERT_GT(lines.size(), 20U);
  double loss = 0;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const json decision = json::parse(lines[i]);
    for (const char* key :
         {"game", "move", "player", "kind", "played", "best", "loss", "luck", "rating"}) {
      EXPECT_TRUE(decision.contains(key)) << key;
    }
    const bool gives_up = decision["kind"] == "resignation" || decision["kind"] == "acceptance";
    if (!gives_up && decision["player"] == 1) {
      loss += decision["loss"].get<double>();
    }
  }
  const json summary = json::parse(lines.back())["summary"];
  EXPECT_TRUE(summary["complete"].get<bool>());
  const json& first = summary["total"][0];
  EXPECT_NEAR(first["checker"]["loss"].get<double>() + first["cube"]["loss"].get<double>(), loss,
              1e-4);
  EXPECT_EQ(summary["games"].size(), 1U);
}

TEST(MatchCommand, ThreadsDoNotChangeTheOutput) {
  const std::string file = kRecords + "m5a.mat";
  EXPECT_EQ(match({file, "--json", "--threads", "1"}).out,
            match({file, "--json", "--threads", "4"}).out);
}

TEST(MatchCommand, CsvHasAsManyFieldsInEveryRow) {
  const auto lines = lines_of(match({kRecords + "m1a.mat", "--csv"}).out);
  ASSERT_GT(lines.size(), 20U);
  const auto commas = std::count(lines[0].begin(), lines[0].end(), ',');
  for (const std::string& line : lines) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), commas) << line;
  }
}

// What a loss is worth in match winning chance and in points stands in a column each.
TEST(MatchCommand, CsvNamesTheUnitOfEveryFigure) {
  const auto cell = [](const std::string& file, const std::string& column) {
    const auto lines = lines_of(match({kRecords + file, "--csv"}).out);
    const auto fields = [](const std::string& line) {
      std::vector<std::string> cells;
      std::istringstream in(line);
      for (std::string text; std::getline(in, text, ',');) cells.push_back(text);
      return cells;
    };
    const auto names = fields(lines[0]);
    const auto at = std::find(names.begin(), names.end(), column) - names.begin();
    return fields(lines[1]).at(static_cast<std::size_t>(at));
  };
  EXPECT_FALSE(cell("m1a.mat", "luck_mwc").empty());
  EXPECT_FALSE(cell("m1a.mat", "loss_mwc").empty());
  EXPECT_TRUE(cell("m1a.mat", "luck_points").empty());
  EXPECT_TRUE(cell("m1a.mat", "loss_points").empty());
  EXPECT_FALSE(cell("money3.mat", "luck_points").empty());
  EXPECT_FALSE(cell("money3.mat", "loss_points").empty());
  EXPECT_TRUE(cell("money3.mat", "luck_mwc").empty());
  EXPECT_TRUE(cell("money3.mat", "loss_mwc").empty());
}

TEST(MatchCommand, ABadFileIsReportedAndTheOthersAreDone) {
  const Transcript run = match(
      {kRecords + "xgpos-checker-en.txt", kRecords + "m1a.mat", kRecords + "money3.mat", "--json"});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("xgpos-checker-en.txt: holds positions"), std::string::npos) << run.err;
  const auto lines = lines_of(run.out);
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                          [](const std::string& line) { return line.starts_with("{\"summary\""); }),
            2);
  EXPECT_TRUE(json::parse(lines.back()).contains("players"));
}

TEST(MatchCommand, ReadsStandardInput) {
  const std::string text = read_file(kRecords + "m1a.mat").value();
  const Transcript piped =
      run_alea({"match", "-", "--weights", "linear", "--plies", "0", "--csv"}, text);
  EXPECT_EQ(piped.code, 0) << piped.err;
  EXPECT_EQ(lines_of(piped.out).size(),
            lines_of(match({kRecords + "m1a.mat", "--csv"}).out).size());
}

// A result that cannot be kept is known before the hours that it takes.
TEST(MatchCommand, AnUnwritablePageIsReportedBeforeTheWork) {
  for (const char* option : {"--html", "--sgf"}) {
    const Transcript run = match({kRecords + "m1a.mat", option, "/proc/nowhere/x"});
    EXPECT_EQ(run.code, 1);
    EXPECT_TRUE(run.out.empty());
    EXPECT_NE(run.err.find("cannot write /proc/nowhere/x"), std::string::npos) << run.err;
  }
}

TEST(MatchCommand, WrongUsageIsRefused) {
  EXPECT_EQ(match({}).code, 2);
  EXPECT_EQ(match({"nowhere.mat"}).code, 1);
  EXPECT_EQ(match({kRecords + "m1a.mat", "--json", "--csv"}).code, 2);
  EXPECT_EQ(match({kRecords + "m1a.mat", kRecords + "m5a.mat", "--sgf", "/nowhere/x.sgf"}).code, 2);
}

using MatchFiles = test::TemporaryFolder;

// What was won less own luck plus the opponent's is the luck-adjusted result, by the figures that are printed.
TEST(MatchReport, MoneyIsToldInPointsToo) {
  const auto lines = lines_of(match({kRecords + "money3.mat", "--json"}).out);
  const std::string text = match({kRecords + "money3.mat"}).out;
  for (const json& player : json::parse(lines.back())["summary"]["total"]) {
    std::array<char, 32> points{};
    std::snprintf(points.data(), points.size(), "(%+.2f)", player["luck_points"].get<double>());
    EXPECT_NE(text.find(points.data()), std::string::npos) << points.data();
  }
}

TEST_F(MatchFiles, AFolderEndsWithATableOfAllPlayers) {
  for (const char* name : {"m1a.mat", "m5a.mat"}) {
    std::filesystem::copy_file(kRecords + name, path(name));
  }
  const Transcript run = match({path("").string()});
  EXPECT_EQ(run.code, 0);
  const auto lines = lines_of(run.out);
  ASSERT_GT(lines.size(), 3U);
  EXPECT_TRUE(lines[lines.size() - 3].starts_with("Player"));
  EXPECT_NE(run.out.find("Luck is that"), std::string::npos);
  EXPECT_EQ(run.out.find("Luck is that"), run.out.rfind("Luck is that"));  // said once
  EXPECT_NE(lines.back().find("    2  "), std::string::npos);
}

TEST_F(MatchFiles, APageDoesNotOverwriteTheMatch) {
  std::filesystem::copy_file(kRecords + "m1a.mat", path("m.mat"));
  const std::string before = read_file(path("m.mat")).value();
  EXPECT_EQ(match({path("m.mat").string(), "--html", path(".").string() + "/m.mat"}).code, 2);
  EXPECT_EQ(read_file(path("m.mat")).value(), before);
}

// Several matches may be of the same players: the file is said wherever a game is.
TEST_F(MatchFiles, APageOfSeveralMatchesSaysWhichMatchAGameIsOf) {
  for (const char* name : {"1.mat", "2.mat"}) {
    std::filesystem::copy_file(kRecords + "m1a.mat", path(name));
  }
  ASSERT_EQ(match({path("").string(), "--html", path("m.html").string()}).code, 0);
  const std::string page = read_file(path("m.html")).value();
  for (const char* text : {"href=\"#m2\"", "id=\"m2\"", ">2.mat, game 1, move ",
                           "<span class=\"dim\">2.mat</span></h3>\n<details id=\"g2-1\">"}) {
    EXPECT_NE(page.find(text), std::string::npos) << text;
  }
}

TEST_F(MatchFiles, NamesakesInOneMatchAreToldApart) {
  const std::string game =
      " 5 point match\n\n Game 1\n Bob : 0                     Bob : 0\n"
      "  1) 31: 24/23 13/10          52: 6/4 6/1\n  2) 64: 24/14            \n      Wins 1 point\n";
  for (const char* name : {"1.mat", "2.mat"}) ASSERT_TRUE(write_file(path(name), game));
  const Transcript run = match({path("1.mat").string(), path("2.mat").string(), "--json"});
  std::map<std::string, json> players;
  const json last = json::parse(lines_of(run.out).back());
  for (const json& player : last["players"]) {
    players[player["name"]] = player;
  }
  ASSERT_EQ(players.size(), 2U);
  EXPECT_EQ(players["Bob (1)"]["plays"], 2);
  EXPECT_EQ(players["Bob (2)"]["plays"], 2);
  EXPECT_EQ(players["Bob (1)"]["matches"], 2);
}

// A loss of match winning chance and one of points have no common sum.
TEST_F(MatchFiles, MatchesAndMoneyPlayOfAPlayerAreAlsoToldApart) {
  const std::string game =
      " Game 1\n Ann : 0                     Bob : 0\n"
      "  1) 31: 24/23 13/10          52: 6/4 6/1\n  2) 64: 24/14            \n      Wins 1 point\n";
  ASSERT_TRUE(write_file(path("match.mat"), " 5 point match\n\n" + game));
  ASSERT_TRUE(write_file(path("money.mat"), " 0 point match\n\n" + game));
  const auto players = [&](std::vector<std::string> files) {
    for (std::string& file : files) file = path(file).string();
    files.insert(files.end(), {"--json", "--quiet"});
    return json::parse(lines_of(match(files).out).back())["players"];
  };
  const json both = players({"match.mat", "money.mat"});
  ASSERT_EQ(both.size(), 2U);
  for (const json& player : both) {
    EXPECT_EQ(player["matches"], 2);
    EXPECT_EQ(player["in_matches"]["files"], 1);
    EXPECT_EQ(player["for_money"]["files"], 1);
    const json &matches = player["in_matches"]["checker"], &money = player["for_money"]["checker"];
    EXPECT_GT(matches["loss_mwc"], 0.0);
    EXPECT_EQ(player["checker"]["loss_mwc"], matches["loss_mwc"]);
    EXPECT_EQ(player["checker"]["loss_points"], money["loss_points"]);
    EXPECT_NEAR(player["checker"]["loss"].get<double>(),
                matches["loss"].get<double>() + money["loss"].get<double>(), 2e-6);
    EXPECT_EQ(player["luck_points"], player["for_money"]["luck_points"]);
  }
  const json money = players({"money.mat", "money.mat"});
  EXPECT_TRUE(money[0]["checker"].contains("loss_points"));
  EXPECT_FALSE(money[0]["checker"].contains("loss_mwc"));
  EXPECT_FALSE(money[0].contains("in_matches"));
  const Transcript text =
      match({path("match.mat").string(), path("money.mat").string(), "--quiet"});
  EXPECT_NE(text.out.find("\n  in matches  "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("\n  for money   "), std::string::npos);
  EXPECT_NE(text.out.find("(EMG)"), std::string::npos);
}

TEST_F(MatchFiles, ThePageIsWholeAndEscapesNames) {
  const std::string text =
      " 3 point match\n\n Game 1\n <b>A&amp : 0        \"B\" : 0\n"
      "  1) 31: 24/23 13/10          52: 6/4 6/1\n"
      "  2) 64: 24/14            \n"
      "      Wins 1 point\n";
  ASSERT_TRUE(write_file(path("m.mat"), text));
  const Transcript run =
      match({path("m.mat").string(), "--html", path("m.html").string(), "--quiet"});
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string page = read_file(path("m.html")).value();
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  EXPECT_EQ(page.find("<b>A"), std::string::npos);
  EXPECT_NE(page.find("&lt;b&gt;A&amp;amp"), std::string::npos);
  EXPECT_NE(page.find("<article id="), std::string::npos);
  EXPECT_EQ(page.find("http://"), std::string::npos);
  EXPECT_EQ(page.find("https://"), std::string::npos);
}

// Asks for a stop as soon as anything is written: the first line of progress.
class StopOnWrite : public std::stringbuf {
 public:
  explicit StopOnWrite(std::stop_source& stop) : stop_(stop) {}

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    stop_.request_stop();
    return std::stringbuf::xsputn(text, size);
  }

 private:
  std::stop_source& stop_;
};

TEST_F(MatchFiles, AnInterruptedAnalysisPrintsWhatThereIsAndGoesOn) {
  const std::vector<std::string> words{"match",
                                       kRecords + "m5a.mat",
                                       "--json",
                                       "--plies",
                                       "0",
                                       "--weights",
                                       "linear",
                                       "--threads",
                                       "1",
                                       "--state",
                                       path("state").string()};
  const std::string whole = run_alea(words).out;

  std::stop_source stop;
  StopOnWrite buffer(stop);
  std::istringstream in;
  std::ostringstream out;
  std::ostream err(&buffer);
  Console console{
      .in = in, .out = out, .err = err, .err_is_terminal = true, .stop = stop.get_token()};
  EXPECT_EQ(run(console, words), 130);
  EXPECT_NE(buffer.str().find("the same command goes on"), std::string::npos) << buffer.str();
  const json summary = json::parse(lines_of(out.str()).back())["summary"];
  EXPECT_FALSE(summary["complete"].get<bool>());
  EXPECT_GT(lines_of(out.str()).size(), 1U);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path("state")), {}), 1);

  const Transcript later = run_alea(words);
  EXPECT_EQ(later.code, 0);
  EXPECT_EQ(later.out, whole);
  EXPECT_NE(later.err.find("going on after"), std::string::npos) << later.err;
  EXPECT_TRUE(std::filesystem::is_empty(path("state")));
}

TEST_F(MatchFiles, ConvertWritesTheAnalysis) {
  const std::string target = path("m.sgf").string();
  const Transcript run = run_alea({"convert", kRecords + "m1a.mat", target, "--analysis",
                                   "--weights", "linear", "--plies", "0"});
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string sgf = read_file(target).value();
  EXPECT_NE(sgf.find("LU["), std::string::npos);
  EXPECT_NE(sgf.find("A[0]["), std::string::npos);
  EXPECT_EQ(run_alea({"convert", kRecords + "m1a.mat", "-", "--to", "mat", "--analysis"}).code, 2);
}

TEST_F(MatchFiles, AnalyzeDrawsOnePosition) {
  const std::string svg = path("p.svg").string();
  const std::string html = path("p.html").string();
  const std::vector<std::string> words{"analyze", kStart, "--dice", "31", "--weights", "linear",
                                       "--plies", "0",    "--svg",  svg,  "--html",    html};
  EXPECT_EQ(run_alea(words).code, 0);
  EXPECT_NE(read_file(svg).value().find("class=\"arrow good\""), std::string::npos);
  EXPECT_NE(read_file(html).value().find("8/5 6/5"), std::string::npos);
  std::vector<std::string> two = words;
  two.insert(two.begin() + 2, kStart);
  EXPECT_EQ(run_alea(two).code, 2);
}

}  // namespace
}  // namespace alea::app
