#include <gtest/gtest.h>

#include <algorithm>

#include "engine/cube/ids.h"
#include "tests/app/run_alea.h"
#include "tools/render/svg_board.h"
#include "tools/render/text_board.h"

namespace alea::render {
namespace {

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) {
    ++found;
  }
  return found;
}

Position position_of(const char* id) {
  const Result<Position> position = parse_position(id);
  EXPECT_TRUE(position) << id;
  return *position;
}

constexpr const char* kMiddle = "XGID=bB-BBBCaA---A---b-bbcbA--A:2:1:1:65:3:5:0:7:10";

TEST(SvgBoard, DrawsEveryChecker) {
  const std::string start = svg_board(position_of(app::kStart), {});
  EXPECT_EQ(count(start, "class=\"x\" cx"), 15);
  EXPECT_EQ(count(start, "class=\"o\" cx"), 15);
  const std::string middle = svg_board(position_of(kMiddle), {});
  EXPECT_EQ(count(middle, "class=\"x\" cx"), 15);
  EXPECT_EQ(count(middle, "class=\"o\" cx"), 14);
  EXPECT_EQ(count(middle, "<rect class=\"o\""), 1);  // borne off
}

TEST(SvgBoard, ShowsTheSizeOfAHighStack) {
  const std::string board =
      svg_board(position_of("XGID=-HD----------------b-c-g--:0:0:1:66:0:0:3:0:10"), {});
  EXPECT_EQ(count(board, ">8</text>"), 2);  // the stack, and the number of that point
  EXPECT_EQ(count(board, "class=\"c xc\""), 1);
  EXPECT_EQ(count(board, "class=\"c oc\""), 1);
}

TEST(SvgBoard, IsWellFormedAndSelfContained) {
  for (const bool mirror : {false, true}) {
    const std::string board =
        svg_board(position_of(kMiddle), {.mirror = mirror, .arrows = {{25, 20}, {3, 0}}});
    EXPECT_EQ(board.rfind("<svg ", 0), 0U);
    EXPECT_EQ(count(board, "<svg") + count(board, "<text") + count(board, "<title") +
                  count(board, "<desc") + count(board, "<style"),
              count(board, "</"));
    EXPECT_EQ(count(board, "<script"), 0);
    EXPECT_EQ(count(board, "href"), 0);
    EXPECT_EQ(count(board, "class=\"arrow good\""), 2);
    EXPECT_EQ(board.find("\"nan"), std::string::npos);
  }
}

// R2: the mirrored layout shows the same position.
TEST(TextBoard, MirroringReversesEveryRow) {
  const Position position = position_of(kMiddle);
  const auto plain = app::lines_of(text_board(position, {.ids = false}, Style()));
  const auto mirrored =
      app::lines_of(text_board(position, {.mirror = true, .ids = false}, Style()));
  ASSERT_EQ(plain.size(), mirrored.size());
  const auto places = [](const std::string& line) {
    std::vector<std::string> cells;  // 6 points, bar, 6 points
    for (std::size_t i = 0; i < 13; ++i) {
      const std::size_t at = 2 + 3 * i + (i > 6 ? 2 : i == 6 ? 1 : 0);
      cells.push_back(line.substr(at, 3));
    }
    return cells;
  };
  for (std::size_t row = 1; row + 2 < plain.size(); ++row) {
    auto cells = places(mirrored[row]);
    std::ranges::reverse(cells);
    const bool bar_label = plain[row].find("BAR") != std::string::npos;
    EXPECT_TRUE(bar_label || places(plain[row]) == cells) << row;
  }
}

TEST(TextBoard, ColoursChangeNoLetter) {
  const Position position = position_of(kMiddle);
  const std::string coloured = text_board(position, {}, Style(true));
  std::string letters;
  for (std::size_t at = 0; at < coloured.size(); ++at) {
    if (coloured[at] == '\x1b') {
      at = coloured.find('m', at);  // the end of the escape
    } else {
      letters += coloured[at];
    }
  }
  EXPECT_EQ(letters, text_board(position, {}, Style()));
}

TEST(TextBoard, NamesTheDecision) {
  const auto sentence = [](const char* fields) {
    return decision_sentence(
        position_of((std::string("XGID=-b----E-C---eE---c-e----B-:") + fields).c_str()));
  };
  EXPECT_EQ(sentence("0:0:1:00:0:0:0:0:10"), "X on roll, cube action");
  EXPECT_EQ(sentence("1:-1:1:00:0:0:0:0:10"), "X on roll");
  EXPECT_EQ(sentence("0:0:1:31:0:0:0:0:10"), "X to play 31");
  EXPECT_EQ(sentence("0:0:1:D:0:0:0:0:10"), "O on roll has doubled, X to take or pass");
}

}  // namespace
}  // namespace alea::render
