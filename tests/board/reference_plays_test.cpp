// generate_plays against lists of legal plays made by another program (tests/data/README.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/board/movegen.h"
#include "tests/support/gnu_id.h"

namespace alea {
namespace {

TEST(ReferencePlays, EveryListedRollGivesExactlyTheListedBoards) {
  std::ifstream file(ALEA_TEST_DATA "/legal_moves.jsonl");
  PlayList plays;
  int records = 0;
  for (std::string line; std::getline(file, line); ++records) {
    const auto record = nlohmann::json::parse(line);
    const Board board = board_from_gnu_id(record["position_id"].get<std::string>());
    const Dice dice = make_dice(record["dice"][0], record["dice"][1]);
    generate_plays(board, dice, Rules{}, plays);

    std::vector<std::string> next;
    const auto steps = plays.steps();
    for (std::size_t i = 0; i < plays.size(); ++i) {
      ASSERT_EQ(board_after(board, steps[i]), plays.boards()[i]) << line;
      ASSERT_EQ(steps[i].count, record["max_dice_played"].get<int>()) << line;
      if (steps[i].count > 0) next.push_back(gnu_id(plays.boards()[i]));
    }
    std::sort(next.begin(), next.end());
    ASSERT_EQ(next, record["next"].get<std::vector<std::string>>()) << line;
  }
  EXPECT_EQ(records, 2421);
}

}  // namespace
}  // namespace alea
