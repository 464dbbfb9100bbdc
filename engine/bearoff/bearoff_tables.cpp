#include "engine/bearoff/bearoff_tables.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "engine/bearoff/table_file.h"

namespace alea {
namespace {

std::string name_of(BearoffShape shape) {
  return fmt::format("{}x{}", shape.checkers, shape.points);
}

// Loads a table, or makes it and saves it.
template <class Table>
Result<std::shared_ptr<const Table>> load_or_make(const std::filesystem::path& path,
                                                  BearoffShape shape, ThreadPool& pool,
                                                  const BearoffMakeOptions& options,
                                                  std::vector<Error>& notes) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    auto loaded = Table::load(path);
    if (loaded) return std::make_shared<const Table>(std::move(*loaded));
    Error& note = notes.emplace_back(std::move(loaded).error());
    // What it advises is done at once.
    if (note.message.ends_with(kMakeTable)) {
      note.message.replace(note.message.size() - kMakeTable.size(), kMakeTable.size(),
                           "; made anew");
    }
  }
  auto made = Table::make(shape, pool, options);
  if (!made) return fail(std::move(made).error());
  if (auto saved = made->save(path); !saved) notes.push_back(std::move(saved).error());
  return std::make_shared<const Table>(std::move(*made));
}

}  // namespace

bool BearoffTables::covers(const Board& board) const noexcept {
  return (one_sided && one_sided->covers(board.us) && one_sided->covers(board.them)) ||
         covers_exactly(board);
}

std::optional<Probabilities> BearoffTables::probabilities(const Board& board) const noexcept {
  if (covers_exactly(board)) {
    return Probabilities{.win = static_cast<float>(two_sided->equities(board).win())};
  }
  if (one_sided && one_sided->covers(board.us) && one_sided->covers(board.them)) {
    return race_probabilities(*one_sided, board);
  }
  return std::nullopt;
}

std::optional<TwoSidedEquities> BearoffTables::equities(const Board& board) const noexcept {
  if (!covers_exactly(board)) return std::nullopt;
  return two_sided->equities(board);
}

std::string BearoffTables::identity() const {
  if (empty()) return {};
  std::string text = "bear-off ";
  if (one_sided) text += name_of(one_sided->shape());
  if (one_sided && two_sided) text += " + ";
  if (two_sided) text += name_of(two_sided->shape()) + " two-sided";
  return text;
}

Result<BearoffTables> make_bearoff_tables(ThreadPool& pool, const BearoffShapes& shapes,
                                          const BearoffMakeOptions& options) {
  auto one = OneSidedBearoff::make(shapes.one_sided, pool, options);
  if (!one) return fail(std::move(one).error());
  auto two = TwoSidedBearoff::make(shapes.two_sided, pool, options);
  if (!two) return fail(std::move(two).error());
  return BearoffTables{.one_sided = std::make_shared<const OneSidedBearoff>(std::move(*one)),
                       .two_sided = std::make_shared<const TwoSidedBearoff>(std::move(*two))};
}

Result<OpenedBearoff> open_bearoff_tables(const std::filesystem::path& folder, ThreadPool& pool,
                                          const BearoffShapes& shapes,
                                          const BearoffMakeOptions& options) {
  std::error_code ignored;  // if the folder cannot be made, saving says so
  std::filesystem::create_directories(folder, ignored);
  OpenedBearoff opened;
  auto one = load_or_make<OneSidedBearoff>(folder / kOneSidedFile, shapes.one_sided, pool, options,
                                           opened.notes);
  if (!one) return fail(std::move(one).error());
  auto two = load_or_make<TwoSidedBearoff>(folder / kTwoSidedFile, shapes.two_sided, pool, options,
                                           opened.notes);
  if (!two) return fail(std::move(two).error());
  opened.tables = {.one_sided = std::move(*one), .two_sided = std::move(*two)};
  return opened;
}

}  // namespace alea
