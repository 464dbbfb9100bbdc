#include <atomic>

#include "engine/base/rng.h"
#include "tests/record/record_support.h"

// Damaged files: never a crash, never an impossible board; sanitizer builds look at the rest.
namespace alea {
namespace {

std::vector<std::string> all_samples() {
  std::vector<std::string> files = kMatches;
  files.insert(files.end(), kPositionTexts.begin(), kPositionTexts.end());
  return files;
}

// Long files say no more about damage than their beginnings.
std::string head_of(const std::string& file) {
  std::string bytes = bytes_of(file);
  if (!bytes.starts_with("RGMH") && bytes.size() > 6000) bytes.resize(6000);
  return bytes;
}

void expect_sound(std::string_view bytes, const std::string& what) {
  const auto record = read_record(bytes, what);
  if (!record) {
    EXPECT_FALSE(record.error().message.empty()) << what;
    EXPECT_EQ(record.error().source, what);
    return;
  }
  for (const RecordedGame& game : record->games) {
    EXPECT_TRUE(validate(game.start)) << what;
    for (const Event& event : game.events) {
      EXPECT_TRUE(validate(event.before)) << what << ":" << event.line;
      EXPECT_TRUE(validate(event.after)) << what << ":" << event.line;
    }
  }
  for (const RecordedPosition& entry : record->positions) EXPECT_TRUE(validate(entry.position));
  for (const auto format : {RecordFormat::mat, RecordFormat::sgf, RecordFormat::json}) {
    const auto text = write_record(*record, format);
    if (text) {
      EXPECT_TRUE(read_record(*text, what)) << what << "\n" << *text;
    }
  }
}

TEST(Damage, TruncationAnywhere) {
  for (const std::string& file : all_samples()) {
    const std::string bytes = head_of(file);
    const std::size_t step = bytes.size() / 25 + 1;
    for (std::size_t size = 0; size < bytes.size(); size += step) {
      expect_sound(std::string_view(bytes).substr(0, size), file);
    }
  }
}

TEST(Damage, BytesReplacedAndPiecesRepeated) {
  Rng rng(161, 0);
  for (const std::string& file : all_samples()) {
    const std::string bytes = head_of(file);
    for (int i = 0; i < 15; ++i) {
      std::string damaged = bytes;
      const auto place = [&] { return rng.below(static_cast<std::uint32_t>(damaged.size())); };
      for (int k = 0; k < 1 + i % 6; ++k) {
        if (i % 2 == 0) {
          damaged[place()] = static_cast<char>(rng.below(256));
        } else {
          const auto from = place();
          damaged.insert(place(), damaged.substr(from, 1 + rng.below(40)));
        }
      }
      expect_sound(damaged, file);
    }
  }
}

TEST(Damage, FlippedBits) {
  Rng rng(2718, 0);
  for (const std::string& file : all_samples()) {
    const std::string bytes = head_of(file);
    for (int i = 0; i < 25; ++i) {
      std::string damaged = bytes;
      for (int k = 0; k < 1 + i % 8; ++k) {
        damaged[rng.below(static_cast<std::uint32_t>(damaged.size()))] ^=
            static_cast<char>(1U << rng.below(8));
      }
      expect_sound(damaged, file);
    }
  }
}

TEST(Damage, LinesLostDoubledAndSwapped) {
  Rng rng(314, 0);
  for (const std::string& file : all_samples()) {
    const std::string bytes = head_of(file);
    if (bytes.starts_with("RGMH")) continue;
    for (int i = 0; i < 12; ++i) {
      std::string damaged;
      std::size_t at = 0;
      while (at < bytes.size()) {
        const auto end = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
        const std::string line = bytes.substr(at, end - at);
        const auto luck = rng.below(30);
        if (luck != 0) damaged += line;
        if (luck == 1) damaged += line;
        at = end;
      }
      expect_sound(damaged, file);
    }
  }
}

TEST(Damage, RandomBytesAreNoRecord) {
  Rng rng(99, 0);
  for (int i = 0; i < 50; ++i) {
    std::string bytes(1 + rng.below(4000), '\0');
    for (char& c : bytes) c = static_cast<char>(rng.below(256));
    const auto record = read_record(bytes, "noise");
    EXPECT_FALSE(record);
  }
  for (const char* text :
       {"", "\n\n", "hello\n", "RGMH", "(;", "(;)", "{}", "{\"games\":1}", "[1,2]", "Game 1",
        "7 point match\n", "board:\n", "XGID=\n", "\xFF\xFE", "\xEF\xBB\xBF"}) {
    expect_sound(text, "tiny");
  }
}

TEST(Damage, DeeplyNestedSgfNeedsNoStack) {
  const std::string deep = "(;GM[6]PW[a]PB[b]MI[length:1]" + std::string(200000, '(');
  expect_sound(deep, "deep");
}

}  // namespace
}  // namespace alea
