#include "engine/cube/met.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace alea {
namespace {

using nlohmann::json;

const MatchEquityTable& kazaross() {
  static const MatchEquityTable table = MatchEquityTable::kazaross_xg2();
  return table;
}

json data(const char* name) {
  std::ifstream file(std::string(ALEA_TEST_DATA "/") + name);
  return json::parse(file);
}

MatchState away(int us, int them, bool crawford = false) {
  const int length = std::max(us, them);
  return {length, length - us, length - them, crawford};
}

TEST(MatchEquityTable, BuiltInFiguresAreThePublishedOnes) {
  const json table = data("met_kazaross_xg2.json");
  EXPECT_EQ(kazaross().length(), 25);
  for (int us = 1; us <= 25; ++us) {
    const auto i = static_cast<std::size_t>(us - 1);
    EXPECT_NEAR(kazaross().mwc_post_crawford(us, 1), table["post_crawford"][i].get<double>(),
                1e-12);
    for (int them = 1; them <= 25; ++them) {
      EXPECT_NEAR(kazaross().mwc(us, them),
                  table["pre_crawford"][i][static_cast<std::size_t>(them - 1)].get<double>(),
                  1e-12);
    }
  }
}

void expect_lawful(const MatchEquityTable& met) {
  const int most = MatchEquityTable::kMaxAway + 5;
  for (int us = 1; us <= most; ++us) {
    for (int them = 1; them <= most; ++them) {
      const double value = met.mwc(us, them);
      ASSERT_DOUBLE_EQ(value + met.mwc(them, us), 1.0) << us << "-" << them;
      ASSERT_LE(met.mwc(us + 1, them), value) << us << "-" << them;
      ASSERT_GE(met.mwc(us, them + 1), value) << us << "-" << them;
    }
    ASSERT_LE(met.mwc_post_crawford(us + 1, 1), met.mwc_post_crawford(us, 1)) << us;
    ASSERT_DOUBLE_EQ(met.mwc_post_crawford(us, 1) + met.mwc_post_crawford(1, us), 1.0);
    ASSERT_EQ(met.mwc(0, us), 1.0);
    ASSERT_EQ(met.mwc(us, -3), 0.0);
  }
}

TEST(MatchEquityTable, IsSymmetricAndMonotoneFarBeyondItsLength) {
  expect_lawful(kazaross());
}

TEST(MatchEquityTable, ContinuesWithoutAJump) {
  // One step beyond the edge changes about as much as the last step within.
  for (int us = 5; us <= 25; ++us) {
    const double inside = kazaross().mwc(us, 25) - kazaross().mwc(us, 24);
    const double across = kazaross().mwc(us, 26) - kazaross().mwc(us, 25);
    EXPECT_NEAR(across, inside, 0.004) << us;
    EXPECT_GT(across, 0) << us;
  }
  // Longer matches leave the same lead worth less.
  EXPECT_LT(kazaross().mwc(64, 66), kazaross().mwc(23, 25));
  EXPECT_GT(kazaross().mwc(64, 66), 0.53);
}

TEST(MatchEquityTable, M1CrawfordFollowsTheGameInWhichASideComesWithinOnePoint) {
  const MatchEquityTable& met = kazaross();
  // 2-away both: winning one point brings the Crawford game, 1-away against 2-away.
  EXPECT_DOUBLE_EQ(met.mwc_after(away(2, 2), 1), met.mwc(1, 2));
  EXPECT_DOUBLE_EQ(met.mwc_after(away(2, 2), 2), 1.0);
  // In the Crawford game the trailer wins one: post-Crawford now.
  EXPECT_DOUBLE_EQ(met.mwc_after(away(3, 1, true), 1), met.mwc_post_crawford(2, 1));
  EXPECT_NE(met.mwc_after(away(3, 1, true), 1), met.mwc(2, 1));
  // After it, too.
  EXPECT_DOUBLE_EQ(met.mwc_after(away(5, 1), 2), met.mwc_post_crawford(3, 1));
  EXPECT_DOUBLE_EQ(met.mwc_after(away(1, 5), -2), met.mwc_post_crawford(1, 3));
  EXPECT_DOUBLE_EQ(met.mwc_after(away(5, 1), -1), 0.0);
  // Both one point away: no Crawford game can be left.
  EXPECT_DOUBLE_EQ(met.mwc_after(away(2, 1), 1), 0.5);
  EXPECT_DOUBLE_EQ(met.mwc(away(1, 4)), met.mwc_post_crawford(1, 4));
  EXPECT_DOUBLE_EQ(met.mwc(away(1, 4, true)), met.mwc(1, 4));
}

TEST(TakePoint, M2DeadCubeFiguresFollowFromTheTable) {
  const json pairs = data("takepoints_kazaross_xg2.json");
  ASSERT_FALSE(pairs["rows"].empty());
  for (const auto& row : pairs["rows"]) {
    const int doubler = row["doubler_away"], taker = row["taker_away"];
    EXPECT_NEAR(dead_cube_take_point(kazaross(), away(taker, doubler), 1),
                row["dead_cube_take_point"].get<double>(), 6e-6)
        << doubler << "-" << taker;
    EXPECT_NEAR(gammon_value(kazaross(), away(doubler, taker), 2),
                row["doubler_gammon_value_on_2"].get<double>(), 6e-6)
        << doubler << "-" << taker;
  }
}

TEST(TakePoint, MoneyPlay) {
  EXPECT_EQ(dead_cube_take_point(kazaross(), MatchState{}, 4), 0.25);
  EXPECT_EQ(live_cube_take_point(kazaross(), MatchState{}, 4), 0.20);
  EXPECT_EQ(gammon_value(kazaross(), MatchState{}, 4), 0.5);
}

TEST(TakePoint, M2LiveCubeIsNeverAboveDeadAndEqualWhereARedoubleIsUseless) {
  for (int us = 2; us <= 25; ++us) {
    for (int them = 2; them <= 25; ++them) {
      for (int cube = 1; cube <= 8; cube *= 2) {
        const double dead = dead_cube_take_point(kazaross(), away(us, them), cube);
        const double live = live_cube_take_point(kazaross(), away(us, them), cube);
        EXPECT_LE(live, dead);
        EXPECT_GE(live, 0.0);
        if (2 * cube >= us) {
          EXPECT_EQ(live, dead);
        }
      }
    }
  }
  // Far from the end both are nearly money play.
  EXPECT_NEAR(dead_cube_take_point(kazaross(), away(60, 60), 1), 0.25, 0.01);
  EXPECT_NEAR(live_cube_take_point(kazaross(), away(100, 100), 1), 0.20, 0.012);
}

TEST(OutcomeMwc, M2PointsBeyondTheEndAreWorthNothing) {
  const OutcomeMwc m = outcome_mwc(kazaross(), away(3, 4), 4);
  EXPECT_EQ(m.win, 1.0);
  EXPECT_EQ(m.win_backgammon, 1.0);
  EXPECT_EQ(m.lose, 0.0);
  const OutcomeMwc centred = outcome_mwc(kazaross(), away(5, 7), 1);
  EXPECT_DOUBLE_EQ(centred.win_gammon, kazaross().mwc(3, 7));
  EXPECT_DOUBLE_EQ(centred.lose_backgammon, kazaross().mwc(5, 4));
}

std::string as_text(const json& table, double factor) {
  std::ostringstream text;
  text << "# " << table["name"].get<std::string>() << "\n";
  for (const auto& row : table["pre_crawford"]) {
    for (const auto& value : row) text << value.get<double>() * factor << ", ";
    text << "\n";
  }
  text << "post-crawford\n";
  for (const auto& value : table["post_crawford"]) text << value.get<double>() * factor << " ";
  return text.str();
}

std::string as_xml(const json& table) {
  std::ostringstream text;
  text
      << "<?xml version=\"1.0\"?>\n<!DOCTYPE met PUBLIC \"x\" \"met.dtd\">\n<!-- <met> -->\n<met>\n"
      << "<info><name>A &amp; B</name><length>15</length></info>\n"
      << "<pre-crawford-table type=\"explicit\">\n";
  for (const auto& row : table["pre_crawford"]) {
    text << "<row>";
    for (const auto& value : row) text << "<me>" << value << "</me>\n";
    text << "</row>\n";
  }
  text << "</pre-crawford-table>\n<post-crawford-table type=\"explicit\" player=\"both\"><row>\n";
  for (const auto& value : table["post_crawford"]) text << "<me> " << value << " </me>\n";
  text << "</row></post-crawford-table>\n</met>\n";
  return text.str();
}

TEST(ReadMatchEquityTable, TextPercentAndXmlGiveTheSame) {
  const json woolsey = data("met_woolsey.json");
  const auto text = MatchEquityTable::parse(as_text(woolsey, 1), "t.txt");
  const auto percent = MatchEquityTable::parse(as_text(woolsey, 100), "p.csv");
  const auto xml = MatchEquityTable::parse(as_xml(woolsey), "x.xml");
  ASSERT_TRUE(text && percent && xml);
  EXPECT_EQ(xml->name(), "A & B");
  EXPECT_EQ(text->length(), 15);
  for (int us = 1; us <= 40; ++us) {
    for (int them = 1; them <= 40; ++them) {
      EXPECT_DOUBLE_EQ(text->mwc(us, them), xml->mwc(us, them));
      EXPECT_NEAR(text->mwc(us, them), percent->mwc(us, them), 1e-9);
    }
  }
  EXPECT_DOUBLE_EQ(text->mwc(1, 2), woolsey["pre_crawford"][0][1].get<double>());
  expect_lawful(*text);
}

TEST(ReadMatchEquityTable, ErrorsNameTheLine) {
  const auto error_of = [](const std::string& text) {
    const auto table = MatchEquityTable::parse(text, "met.txt");
    EXPECT_FALSE(table) << text;
    return table ? std::string() : table.error().text();
  };
  EXPECT_EQ(error_of("0.5 0.7\n0.3 x\n"), "met.txt:2: \"x\" is no match winning chance");
  EXPECT_EQ(error_of("0.5 0.7\n\n0.3\n").substr(0, 10), "met.txt:3:");
  EXPECT_EQ(error_of("0.5 0.7\n0.2 0.5\n").substr(0, 10), "met.txt:1:");  // sums to 0.9
  EXPECT_EQ(error_of("0.5 0.4\n0.6 0.5\n").substr(0, 10), "met.txt:1:");  // falls
  EXPECT_EQ(error_of("0.5 nan\n0.6 0.5\n").substr(0, 10), "met.txt:1:");
  EXPECT_EQ(error_of("50 101\n-1 50\n").substr(0, 10), "met.txt:1:");
  EXPECT_EQ(error_of("0.5\npost-crawford 0.5 0.6\n").substr(0, 10), "met.txt:2:");
  EXPECT_NE(error_of("").find("no rows"), std::string::npos);
  EXPECT_NE(error_of("<met>\n<pre-crawford-table type=\"zadeh\">").find("met.txt:2:"),
            std::string::npos);
  EXPECT_NE(error_of("<met>\n<pre-crawford-table><row><me>0.5</me>").find("ends before"),
            std::string::npos);
  EXPECT_NE(error_of("<html></html>").find("without a <met>"), std::string::npos);
  EXPECT_NE(error_of("<met>\n\n<post-crawford-table player=\"0\">").find("met.txt:3:"),
            std::string::npos);
}

TEST(ReadMatchEquityTable, MissingFileIsAnEnvironmentError) {
  const auto table = MatchEquityTable::load("/nonexistent/met.xml");
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().kind, ErrorKind::environment);
}

}  // namespace
}  // namespace alea
