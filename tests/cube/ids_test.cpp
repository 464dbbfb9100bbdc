#include "engine/cube/ids.h"
#include "engine/cube/ids_caption.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/base/rng.h"
#include "engine/cube/ids_fibs.h"

namespace alea {
namespace {

using nlohmann::json;

constexpr const char* kStart = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";

Position parsed(const std::string& text) {
  auto position = parse_position(text);
  if (!position) {
    ADD_FAILURE() << text << ": " << position.error().text();
    return {};
  }
  return *position;
}

Error refused(const std::string& text) {
  auto position = parse_position(text);
  if (position) {
    ADD_FAILURE() << text << " was read as " << to_xgid(*position);
    return {};
  }
  EXPECT_EQ(position.error().kind, ErrorKind::input) << text;
  EXPECT_FALSE(position.error().message.empty()) << text;
  return position.error();
}

json table(const char* name) {
  std::ifstream file(std::string(ALEA_TEST_DATA "/") + name);
  return json::parse(file);
}

// The ID with another last character: the "Jacoby off" bit, without meaning in a match.
std::string with_new_match_bit(std::string id) {
  id.back() = 'E';
  return id;
}

TEST(Ids, AgreeOnAllReferencePositions) {
  std::ifstream file(ALEA_TEST_DATA "/positions.jsonl");
  int lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    const json row = json::parse(line);
    const std::string xgid = row["xgid"], board = row["position_id"], match = row["match_id"];
    const std::string gnu = board + ":" + match;
    const Position from_xgid = parsed(xgid), from_gnu = parsed(gnu);
    EXPECT_EQ(to_xgid(from_xgid), xgid);
    EXPECT_EQ(to_gnu_id(from_gnu), gnu);
    EXPECT_EQ(to_gnu_id(from_xgid), row["length"] == 0 ? gnu : with_new_match_bit(gnu));
    Position as_new = from_gnu;
    as_new.old_match_id = false;
    EXPECT_EQ(as_new, from_xgid) << xgid;
    EXPECT_EQ(parsed(to_ogid(from_xgid)).board, from_xgid.board) << xgid;

    const auto& me = row["me"];
    for (std::size_t slot = 1; slot <= kBar; ++slot) {
      EXPECT_EQ(from_gnu.board.us[slot], me[slot - 1].get<int>()) << gnu << " slot " << slot;
    }
  }
  EXPECT_EQ(lines, 430);
}

TEST(Ids, XgidAndGnuIdsOfOtherProgramsMeanTheSame) {
  const json pairs = table("xgid_gnubgid.json");
  ASSERT_FALSE(pairs["rows"].empty());
  for (const auto& row : pairs["rows"]) {
    const std::string gnu =
        row["position_id"].get<std::string>() + ":" + row["match_id"].get<std::string>();
    EXPECT_EQ(parsed(row["xgid"]), parsed(gnu)) << gnu;
    EXPECT_EQ(to_xgid(parsed(gnu)), row["xgid"].get<std::string>());
  }
}

TEST(Ids, XgidAndOgidMeanTheSame) {
  const json pairs = table("xgid_ogid.json");
  ASSERT_FALSE(pairs["rows"].empty());
  for (const auto& row : pairs["rows"]) {
    const std::string xgid = row["xgid"], ogid = row["ogid"];
    EXPECT_EQ(to_ogid(parsed(xgid)), ogid);
    EXPECT_EQ(to_ogid(parsed(ogid)), ogid);
    Position from_ogid = parsed(ogid);
    from_ogid.max_cube_exponent = parsed(xgid).max_cube_exponent;
    EXPECT_EQ(from_ogid, parsed(xgid)) << ogid;
  }
}

// A random legal board: checkers thrown on points that the other side does not hold.
Board random_board(Rng& rng) {
  Board board;
  for (auto* side : {&board.us, &board.them}) {
    const auto& other = side == &board.us ? board.them : board.us;
    for (int i = 0; i < kCheckers; ++i) {
      const auto slot = static_cast<std::size_t>(rng.below(26));
      const bool point = slot >= 1 && slot <= kPoints;
      ++(*side)[point && other[25 - slot] > 0 ? std::size_t{kBar} : slot];
    }
  }
  return board;
}

Position random_position(Rng& rng) {
  Position p;
  do p.board = random_board(rng);
  while (!validate(p.board) || p.board.us[kOff] == kCheckers || p.board.them[kOff] == kCheckers);
  const auto below = [&rng](int n) {
    return static_cast<int>(rng.below(static_cast<std::uint32_t>(n)));
  };
  p.us_is_first = below(2) == 0;
  p.match.length = below(3) == 0 ? 0 : 1 + below(64);
  p.match.score_us = below(p.match.is_money() ? 32768 : p.match.length);
  p.match.score_them = below(p.match.is_money() ? 32768 : p.match.length);
  p.match.crawford = p.match.is_post_crawford() && below(2) == 0;
  if (p.match.is_money()) p.rules.jacoby = below(2) == 0;
  if (!p.match.crawford) {
    p.cube = {below(16), static_cast<CubeOwner>(below(3))};
  }
  switch (below(4)) {
    case 0:
      break;
    case 1:
      if (p.match.crawford || p.cube.owner == CubeOwner::us) break;
      p.pending = Pending::double_offered;
      break;
    case 2:
      if (!p.match.is_money() || p.cube.exponent < 3 || p.cube.owner == CubeOwner::centre) break;
      p.pending =
          p.cube.owner == CubeOwner::us ? Pending::raccoon_offered : Pending::beaver_offered;
      break;
    default:
      p.dice = make_dice(1 + below(6), 1 + below(6));
      p.pending = Pending::checker_play;
  }
  return p;
}

TEST(Ids, EveryNotationReturnsWhatWasWritten) {
  Rng rng(20240229, 0);
  for (int i = 0; i < 20000; ++i) {
    const Position p = random_position(rng);
    ASSERT_TRUE(validate(p)) << validate(p).error().message;
    ASSERT_EQ(parsed(to_gnu_id(p)), p) << to_gnu_id(p) << " number " << i;
    ASSERT_EQ(parsed(to_xgid(p)), p) << to_xgid(p) << " number " << i;
    const bool in_ogid = p.pending != Pending::beaver_offered &&
                         p.pending != Pending::raccoon_offered && !p.rules.jacoby;
    if (in_ogid) {
      ASSERT_EQ(parsed(to_ogid(p)), p) << to_ogid(p) << " number " << i;
    }
  }
}

TEST(Ids, ChangedCharactersNeverCrashAndOnlyGiveValidPositions) {
  Rng rng(4711, 0);
  for (int i = 0; i < 30000; ++i) {
    const Position p = random_position(rng);
    std::string text = i % 3 == 0 ? to_gnu_id(p) : (i % 3 == 1 ? to_xgid(p) : to_ogid(p));
    for (int changes = 0; changes < 1 + i % 3; ++changes) {
      text[rng.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(rng.below(256));
    }
    if (i % 5 == 0) text.resize(rng.below(static_cast<std::uint32_t>(text.size())));
    if (const auto read = parse_position(text)) {
      ASSERT_TRUE(validate(*read)) << text;
    } else {
      ASSERT_LE(read.error().column, static_cast<int>(text.size()) + 1) << text;
    }
  }
}

TEST(GnuId, BarePositionIsMoneyPlayWithACentredCube) {
  const Position p = parsed("4HPwATDgc/ABMA");
  EXPECT_EQ(p.board, starting_board());
  EXPECT_TRUE(p.match.is_money());
  EXPECT_EQ(p.cube, CubeState{});
  EXPECT_EQ(p.pending, Pending::roll_or_double);
  EXPECT_EQ(to_gnu_id(p), "4HPwATDgc/ABMA:cAkAAAAAAAAE");
}

TEST(GnuId, OldMatchIdsLackTheJacobyBit) {
  EXPECT_TRUE(parsed("4HPwATDgc/ABMA:cAkAAAAAAAAA").rules.jacoby);
  EXPECT_FALSE(parsed("4HPwATDgc/ABMA:cAkAAAAAAAAE").rules.jacoby);
  // In a match the bit says nothing, yet comes back as it was.
  const Position old_match = parsed("4HPwATDgc/ABMA:cAmgABAAEAAA");
  EXPECT_FALSE(old_match.rules.jacoby);
  EXPECT_EQ(to_gnu_match_id(old_match), "cAmgABAAEAAA");
}

TEST(GnuId, LowDieFirstIsTheSameRoll) {
  const Position p = parsed("b9sBCIC5bYDQAA:QYnoAGAAGAAE");
  EXPECT_EQ(p.dice, make_dice(2, 1));
  EXPECT_EQ(to_gnu_match_id(p), "QQnlAGAAGAAE");
}

// The sequences of design notes on match IDs, seen live in GNU Backgammon.
TEST(GnuId, OffersAreSeenByThePlayerWhoAnswers) {
  const Position doubled = parsed("4HPwATDgc/ABMA:cBGgABAAEAAE");
  EXPECT_EQ(doubled.pending, Pending::double_offered);
  EXPECT_TRUE(doubled.us_is_first);
  EXPECT_EQ(doubled.cube, CubeState{});
  EXPECT_EQ(doubled.match.score_us, 1);
  EXPECT_EQ(doubled.match.score_them, 2);
  const Position taken = parsed("4HPwATDgc/ABMA:QQmgABAAEAAE");
  EXPECT_EQ(taken.cube, (CubeState{1, CubeOwner::them}));
  const Position resigned = parsed("4HPwATDgc/ABMA:QUGgABAAEAAE");
  EXPECT_EQ(resigned.pending, Pending::resignation_offered);
  EXPECT_EQ(resigned.resignation, 2);
  EXPECT_EQ(to_gnu_match_id(resigned), "QUGgABAAEAAE");
}

TEST(GnuId, H2BeaverAndRaccoonCarryTheCubeTheyLeadTo) {
  EXPECT_EQ(parsed("4HPwATDgc/ABMA:cBEAAAAAAAAA").pending, Pending::double_offered);
  const Position beaver = parsed("4HPwATDgc/ABMA:QRkAAAAAAAAA");
  EXPECT_EQ(beaver.pending, Pending::beaver_offered);
  EXPECT_EQ(beaver.cube, (CubeState{2, CubeOwner::them}));
  const Position raccoon = parsed("4HPwATDgc/ABMA:QhEAAAAAAAAA");
  EXPECT_EQ(raccoon.pending, Pending::raccoon_offered);
  EXPECT_EQ(raccoon.cube, (CubeState{3, CubeOwner::us}));
  EXPECT_EQ(parsed("4HPwATDgc/ABMA:QwkAAAAAAAAA").cube, (CubeState{3, CubeOwner::them}));
}

TEST(GnuId, BoardIsTurnedForTheTaker) {
  const std::string board = "b9sBCIC5bYDQAA";  // asymmetric
  const Position roller = parsed(board + ":cAmgABAAEAAE");
  const Position taker = parsed(board + ":cBGgABAAEAAE");
  EXPECT_EQ(taker.board, roller.board.flipped());
  EXPECT_EQ(to_gnu_id(taker), board + ":cBGgABAAEAAE");
}

TEST(GnuId, NamesTheColumnOfTheFirstWrongCharacter) {
  EXPECT_EQ(refused("4HPwATDgc/AB!A").column, 13);
  EXPECT_EQ(refused("  4HPw-TDgc/ABMA").column, 7);
  EXPECT_EQ(refused("4HPwATDgc/ABMA:cAkAA_AAAAAE").column, 21);
  EXPECT_EQ(refused("4HPwATDgc_ABM").column, 10);  // also too short
  EXPECT_NE(refused("4HPwATDgc/ABM").message.find("14 characters"), std::string::npos);
  EXPECT_NE(refused("4HPwATDgc/ABMA:cAkAAAAAAAA").message.find("12 characters"), std::string::npos);
}

TEST(GnuId, RefusesBoardsThatCannotBe) {
  refused("//////////////");  // ones without end
  refused("AAAAAAAAAAAAAA");  // no checkers at all
  refused("4HPwATDgc/ABMB");  // a bit beyond the board
  refused("4HPwATDgc/ABMQ");  // a checker beyond the bar
  Board shared = starting_board();
  --shared.us[13];
  ++shared.us[19];  // the opponent's 6-point
  const Error both = refused(to_gnu_position_id(shared));
  EXPECT_NE(both.message.find("both sides on the 19-point"), std::string::npos) << both.text();
  EXPECT_GT(both.column, 7);
}

TEST(GnuId, RefusesScoresDiceAndStatesThatCannotBe) {
  EXPECT_NE(refused("4HPwATDgc/ABMA:QUOgAFAAEAAE").message.find("over"), std::string::npos);
  const Position base = parsed("4HPwATDgc/ABMA:cAmgABAAEAAE");
  for (int change = 0; change < 4; ++change) {
    Position p = base;
    p.match = {5, 2, 1, false};
    if (change == 0) p.match.score_us = 5;
    if (change == 1) p.match.score_them = 7;
    if (change == 2) p.match.crawford = true;
    if (change == 3) p.dice = Dice{7, 1};
    refused(to_gnu_id(p));
  }
}

TEST(Xgid, PrefixAndLastFieldAreOptional) {
  EXPECT_EQ(parsed("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"), parsed(kStart));
  EXPECT_EQ(parsed("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0"), parsed(kStart));
  EXPECT_EQ(parsed("xgid=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10\r"), parsed(kStart));
}

TEST(Xgid, DiceMayStandInEitherOrder) {
  EXPECT_EQ(parsed("XGID=-b----E-C---eE---c-e----B-:0:0:1:13:0:0:0:0:10"),
            parsed("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"));
}

TEST(Xgid, ExponentsAboveFiveAreRead) {
  EXPECT_EQ(parsed("XGID=-b----E-C---eE---c-e----B-:6:-1:1:00:0:0:3:0:10").cube,
            (CubeState{6, CubeOwner::them}));
  EXPECT_EQ(parsed("XGID=-b----E-C---eE---c-e----B-:10:1:1:00:0:0:3:0:10").cube.value(), 1024);
}

TEST(Xgid, CubeOwnerBelongsToASeatWhoeverRolls) {
  EXPECT_EQ(parsed("XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:7:10").cube.owner,
            CubeOwner::us);
  EXPECT_EQ(parsed("XGID=-b----E-C---eE---c-e----B-:1:1:-1:00:0:0:0:7:10").cube.owner,
            CubeOwner::them);
  EXPECT_EQ(parsed("XGID=-b----E-C---eE---c-e----B-:1:-1:-1:00:0:0:0:7:10").cube.owner,
            CubeOwner::us);
}

TEST(Xgid, DMeansThatTheOtherSideAnswers) {
  const Position p = parsed("XGID=-b----E-C---eE---c-e---AA-:0:0:1:D:2:3:0:7:10");
  EXPECT_EQ(p.pending, Pending::double_offered);
  EXPECT_TRUE(p.us_is_first);
  EXPECT_EQ(p.match.score_us, 3);
  EXPECT_EQ(p.board.them[24], 1);
  EXPECT_EQ(to_xgid(p), "XGID=-b----E-C---eE---c-e---AA-:0:0:1:D:2:3:0:7:10");
}

TEST(Xgid, RulesFieldMeansCrawfordOrJacobyAndBeavers) {
  EXPECT_TRUE(parsed("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:2:1:7:10").match.crawford);
  const Position money = parsed("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:2:3:0:10");
  EXPECT_TRUE(money.rules.jacoby && money.rules.beavers);
  EXPECT_EQ(refused("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:5:2:1:7:10").column, 46);
  refused("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:2:2:7:10");
  refused("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:2:4:0:10");
}

struct Refusal {
  const char* text;
  int column;
  const char* says;
};

class XgidRefuses : public testing::TestWithParam<Refusal> {};

TEST_P(XgidRefuses, WithColumnAndReason) {
  const Error error = refused(GetParam().text);
  EXPECT_EQ(error.column, GetParam().column) << error.text();
  EXPECT_NE(error.message.find(GetParam().says), std::string::npos) << error.text();
}

INSTANTIATE_TEST_SUITE_P(
    Xgid, XgidRefuses,
    testing::Values(
        Refusal{"XGID=-b----E-C---eE---c-e----P-:0:0:1:00:0:0:0:0:10", 30,
                "expected '-', A-O or a-o"},
        Refusal{"XGID=-b----E-C---eE---c-e----C-:0:0:1:00:0:0:0:0:10", 30, "more than 15"},
        Refusal{"XGID=-b----E-C---eE---c-e-a--B-:0:0:1:00:0:0:0:0:10", 27, "more than 15"},
        Refusal{"XGID=Ab----E-C---eE---c-e----A-:0:0:1:00:0:0:0:0:10", 6, "other player's bar"},
        Refusal{"XGID=-b----E-C---eE---c-e----Bb:0:0:1:00:0:0:0:0:10", 31, "other player's bar"},
        Refusal{"XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", 6, "26 characters"},
        Refusal{"XGID=--------------------------:0:0:1:00:0:0:0:0:10", 6, "over"},
        Refusal{"XGID=---------------------------:0:0:1:00:0:0:0:0:10", 6, "26 characters"},
        Refusal{"XGID=-b----E-C---eE---c-e----B-:0:0:1:07:0:0:0:0:10", 39, "two digits 1-6"},
        Refusal{"XGID=-b----E-C---eE---c-e----B-:0:0:1:10:0:0:0:0:10", 40, "two digits 1-6"},
        Refusal{"XGID=-b----E-C---eE---c-e----B-:0:0:1:17:0:0:0:0:10", 40, "two digits 1-6"},
        Refusal{"XGID=-b----E-C---eE---c-e----B-:0:0:1:3:0:0:0:0:10", 39, "two digits 1-6"},
        Refusal{"XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10", 37, "1 or -1"},
        Refusal{"XGID=-b----E-C---eE---c-e----B-:0:2:1:00:0:0:0:0:10", 35, "-1 to 1"},
        Refusal{"XGID=-b----E-C---eE---c-e----B-:x:0:1:00:0:0:0:0:10", 33, "whole number"},
        Refusal{"XGID=-b----E-C---eE---c-e----B-:16:0:1:00:0:0:0:0:10", 33, "0 to 15"},
        Refusal{"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:7:0:0:7:10", 42, "over"},
        Refusal{"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:9:0:7:10", 44, "over"},
        Refusal{"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:-1:0:7:10", 44, "0 to 32767"},
        Refusal{"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0", 6, "10 fields"},
        Refusal{"XGID=bBBBBBB------------bbbbbb-B:0:0:1:00:0:0:0:0:10", 6, "26 characters"},
        Refusal{"XGID=aBBBBBB------------bbbbbbA:0:0:1:00:0:0:0:0:10", 6, "closed board"}));

TEST(Ogid, ReadsCrawfordOffersAndMissingFields) {
  const Position crawford = parsed("11ccccchhhjjjjj:66666888dddddoo:N0N:51:W:R:6:1:7C:3");
  EXPECT_TRUE(crawford.match.crawford);
  EXPECT_EQ(crawford.match.score_us, 6);
  EXPECT_EQ(to_ogid(crawford), "11ccccchhhjjjjj:66666888dddddoo:N0N:51:W::6:1:7C:");
  EXPECT_EQ(parsed("OGID=11ccccchhhjjjjj:66666888dddddoo:W1O::B::0:0:7").pending,
            Pending::double_offered);
  EXPECT_EQ(parsed("11ccccchhhjjjjj:66666888dddddoo:N0N"), parsed(kStart));
}

TEST(Ogid, RefusesWithTheColumn) {
  EXPECT_EQ(refused("11ccccchhhjjjjjj:66666888dddddoo:N0N:51:W::0:0:7:").column, 16);
  EXPECT_EQ(refused("11ccccchhhjjjjj:66666888dddddo1:N0N:51:W::0:0:7:").column, 31);
  EXPECT_EQ(refused("11ccccchhhjjjj?:66666888dddddoo:N0N:51:W::0:0:7:").column, 15);
  EXPECT_EQ(refused("11ccccchhhjjjjj:66666888dddddoo:N0N:57:W::0:0:7:").column, 38);
  EXPECT_EQ(refused("11ccccchhhjjjjj:66666888dddddoo:N0N:51:W::7:0:7:").column, 43);
  refused("11ccccchhhjjjjj:66666888dddddoo:N0N:51:W::0:0:7C:");
  refused("11ccccchhhjjjjj:66666888dddddoo:N0P:51:W::0:0:7:");
}

TEST(Fibs, ReadsGnuBackgammonsExternalPlayerLines) {
  const Position roll = parsed(
      "board:gnubg:root:3:0:2:0:-1:0:-1:0:0:5:0:3:0:1:0:-4:4:0:0:0:-4:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:"
      "1:1:"
      "0:1:-1:0:25:0:0:0:0:0:0:1:1");
  EXPECT_EQ(roll.pending, Pending::roll_or_double);
  EXPECT_EQ(roll.match, (MatchState{3, 2, 0, false}));
  EXPECT_EQ(roll.board.us[24], 2);
  EXPECT_EQ(roll.board.them[24], 1);
  const Position doubled = parsed(
      "board:root:gnubg:0:0:12:-1:1:0:0:0:0:6:-1:2:0:0:0:-4:4:0:0:0:-3:0:-4:0:0:-2:0:2:0:-1:0:0:0:"
      "0:1:1:"
      "1:1:1:-1:0:25:0:0:0:0:0:0:0:1");
  EXPECT_EQ(doubled.pending, Pending::double_offered);
  EXPECT_EQ(doubled.match.score_us, 0);
  EXPECT_EQ(doubled.match.score_them, 12);
  EXPECT_EQ(doubled.board.them[kBar], 1);
  EXPECT_EQ(doubled.board.us[24], 2);
  const Position crawford = parsed(
      "board:gnubg:root:3:0:2:0:-1:0:-1:0:0:5:0:3:0:1:0:-4:4:0:0:0:-4:0:-5:0:0:0:0:2:0:1:6:3:6:3:1:"
      "1:1:"
      "0:1:-1:0:25:0:0:0:0:0:0:0:0");
  EXPECT_TRUE(crawford.match.crawford);
  EXPECT_EQ(crawford.dice, make_dice(6, 3));
}

TEST(Fibs, ReadsFibsLinesOfEitherColourAndDirection) {
  // O moving down, to play 6-5; then the same position where we are X and move up.
  const Position down = parsed(
      "board:You:someplayer:3:1:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:5:0:"
      "0:1:1:1:"
      "0:1:-1:0:25:0:0:0:0:2:0:0:0");
  EXPECT_EQ(down.board, starting_board());
  EXPECT_EQ(down.match, (MatchState{3, 1, 0, false}));
  EXPECT_EQ(down.dice, make_dice(6, 5));
  const Position up = parsed(
      "board:You:someplayer:9999:1:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:6:"
      "5:0:0:1:"
      "1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0");
  EXPECT_EQ(up.board, starting_board());
  EXPECT_TRUE(up.match.is_money());
}

TEST(Fibs, TheOpponentsTurnIsSeenByTheOpponent) {
  const Position p = parsed(
      "board:You:someplayer:5:1:2:0:0:-2:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:3:"
      "1:2:0:1:"
      "0:1:-1:0:25:0:0:0:0:2:0:0:0");
  EXPECT_EQ(p.dice, make_dice(3, 1));
  EXPECT_EQ(p.board.us[23], 2);
  EXPECT_EQ(p.match, (MatchState{5, 2, 1, false}));
  EXPECT_EQ(p.cube, (CubeState{1, CubeOwner::us}));
}

TEST(Fibs, RefusesShortAndImpossibleLines) {
  refused("board:You:someplayer:3:0:0");
  refused("board:");
  refused(
      "board:gnubg:root:3:0:0:0:-1:0:-1:0:0:5:0:3:0:1:0:-4:4:0:0:0:-4:0:-5:0:0:0:0:2:0:1:7:1:7:1:1:"
      "1:1:"
      "0:1:-1:0:25:0:0:0:0:0:0:0:1");
  refused(
      "board:gnubg:root:3:0:0:0:-1:0:-1:0:0:6:0:3:0:1:0:-4:4:0:0:0:-4:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:"
      "1:1:"
      "0:1:-1:0:25:0:0:0:0:0:0:0:1");
}

// As GNU Backgammon, BGBlitz and forums caption a board; in other languages only "ID" remains.
TEST(Captions, PositionAndMatchIdsAreReadInAnySpelling) {
  const auto expected = parse_position("4HPwATDgc/ABMA:8IhlACAAAAAE");
  ASSERT_TRUE(expected);
  for (const char* text :
       {"Position ID: 4HPwATDgc/ABMA Match ID: 8IhlACAAAAAE",
        " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : 8IhlACAAAAAE",
        " Position-ID: 4HPwATDgc/ABMA    Match-ID: 8IhlACAAAAAE",
        "position id:4HPwATDgc/ABMA match id:8IhlACAAAAAE and some words: of mine",
        "Match ID: 8IhlACAAAAAE  Position ID: 4HPwATDgc/ABMA",
        "Positions ID: 4HPwATDgc/ABMA MatchID: 8IhlACAAAAAE",
        "ID de posici\xC3\xB3n: 4HPwATDgc/ABMA\nID de partida: 8IhlACAAAAAE",
        "Position ID: 4HPwATDgc/ABMA:8IhlACAAAAAE", "GNU ID: 4HPwATDgc/ABMA:8IhlACAAAAAE"}) {
    const auto position = parse_position(text);
    ASSERT_TRUE(position) << text << ": " << position.error().message;
    EXPECT_TRUE(*position == *expected) << text;
  }
}

TEST(Captions, APositionIdAloneIsMoneyPlay) {
  const auto position = parse_position(" GNU Backgammon  Position ID: 4HPwATDgc/ABMA");
  ASSERT_TRUE(position);
  EXPECT_TRUE(*position == *parse_position("4HPwATDgc/ABMA"));
}

TEST(Captions, ErrorsNameTheColumnWithinTheGivenText) {
  const auto position = parse_position("Position ID: 4HPwATDgc/ABM! Match ID: 8IhlACAAAAAE");
  ASSERT_FALSE(position);
  EXPECT_EQ(position.error().column, 27);
  const auto match = parse_position("Position ID: 4HPwATDgc/ABMA Match ID: 8IhlACAA!AAE");
  ASSERT_FALSE(match);
  EXPECT_EQ(match.error().column, 47);
  refused("Position ID:");
  refused("Position ID: 4HPwATDgc/ABMA Match ID:");
  refused("Match ID: 8IhlACAAAAAE");
}

TEST(Captions, LinesTellWhatTheyBelongTo) {
  EXPECT_TRUE(awaits_match_id(" GNU Backgammon  Position ID: 4HPwATDgc/ABMA"));
  EXPECT_FALSE(awaits_match_id("Position ID: 4HPwATDgc/ABMA Match ID: 8IhlACAAAAAE"));
  EXPECT_FALSE(awaits_match_id("Position ID: 4HPwATDgc/ABMA:8IhlACAAAAAE"));
  EXPECT_FALSE(awaits_match_id("4HPwATDgc/ABMA"));
  EXPECT_FALSE(awaits_match_id("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"));
  EXPECT_TRUE(is_match_id_line("                 Match ID   : 8IhlACAAAAAE"));
  EXPECT_FALSE(is_match_id_line("Position ID: 4HPwATDgc/ABMA Match ID: 8IhlACAAAAAE"));
  EXPECT_FALSE(is_match_id_line("8IhlACAAAAAE"));
  for (const char* line :
       {" +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Ann",
        "v|                  |BAR|                  |     money game",
        " | O           X    |   | X              O |", "Pip counts: O 167, X 167"}) {
    EXPECT_TRUE(is_board_drawing(line)) << line;
  }
  for (const char* line : {"", "4HPwATDgc/ABMA", "+0.123", "nonsense"}) {
    EXPECT_FALSE(is_board_drawing(line)) << line;
  }
}

// 40 values, all seen by the player on roll; what GNU Backgammon 1.07 writes and reads.
TEST(Snowie, LinesAreReadAsTheRollerSeesThem) {
  const auto position = parse_position(
      "5;0;0;0;0;gnubg;root;0;1;3;2;-1;0;-1;0;0;0;3;0;2;0;0;0;-1;4;0;0;0;-1;0;-3;-2;0;0;0;-1;-2;1;"
      "0;0;");
  ASSERT_TRUE(position) << position.error().message;
  EXPECT_EQ(to_gnu_id(*position), "CztBAAJn8AAgAA:EQGgABAAGAAE");
  const auto money = parse_position(
      "0;1;0;1;1;a;b;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;5;2");
  ASSERT_TRUE(money) << money.error().message;
  EXPECT_EQ(to_xgid(*money), "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:1:0:10");
}

TEST(Snowie, RefusesWithTheColumn) {
  const auto column = [](const char* text) {
    const auto position = parse_position(text);
    return position ? 0 : position.error().column;
  };
  EXPECT_EQ(
      column(
          "5;0;0;0;1;a;b;0;3;1;3;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;5;2;"),
      21);
  EXPECT_EQ(
      column(
          "5;0;0;0;1;a;b;0;3;1;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;5;0;"),
      81);
  EXPECT_EQ(
      column(
          "5;0;0;0;1;a;b;0;3;x;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;5;2;"),
      19);
  EXPECT_EQ(column("5;0;0;0;1;a;b;0;3;1;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0"), 70);
  EXPECT_EQ(
      column(
          "5;0;0;0;1;a;b;0;9;1;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;5;2;"),
      25);
}

TEST(Ids, EmptyAndForeignTextIsRefused) {
  for (const char* text : {"", "   ", ":", "::", "::::::::::", "XGID=", "hello world",
                           "OGID=", "\xff\xfe", "4HPwATDgc/ABMA:cAkAAAAAAAAE:x", "board:"}) {
    refused(text);
  }
}

}  // namespace
}  // namespace alea
