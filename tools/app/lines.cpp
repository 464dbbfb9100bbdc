#include "tools/app/lines.h"

#include <algorithm>

namespace alea::app {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 16;
constexpr std::size_t kLongestSkip = std::size_t{1} << 24;  // bytes searched for the end of a line
constexpr int kBadLines = 10;  // lines of no text, one after the other, before giving up
constexpr std::streamsize kChunk = 1 << 16;

bool is_text(std::string_view line) noexcept {
  return std::none_of(line.begin(), line.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7f;
  });
}

}  // namespace

bool LineReader::fill() {
  if (at_ > 0) {
    buffer_.erase(0, at_);
    at_ = 0;
  }
  std::streambuf* source = in_.rdbuf();
  if (source == nullptr || source->sgetc() == std::char_traits<char>::eof()) return false;
  const std::streamsize available = std::clamp<std::streamsize>(source->in_avail(), 1, kChunk);
  const std::size_t old_size = buffer_.size();
  buffer_.resize(old_size + static_cast<std::size_t>(available));
  const std::streamsize got = source->sgetn(buffer_.data() + old_size, available);
  buffer_.resize(old_size + static_cast<std::size_t>(std::max<std::streamsize>(got, 0)));
  return got > 0;
}

bool LineReader::skip_to_newline() {
  for (std::size_t skipped = 0; skipped <= kLongestSkip;) {
    const std::size_t end = buffer_.find('\n', at_);
    if (end != std::string::npos) {
      at_ = end + 1;
      return true;
    }
    skipped += buffer_.size() - at_;
    at_ = buffer_.size();
    if (!fill()) return true;
  }
  return false;
}

tl::unexpected<Error> LineReader::bad_line(std::string message) {
  if (++bad_ >= kBadLines && !hopeless_) {
    hopeless_ = true;
    message += "; giving up: this is not a text with one position a line";
  }
  return fail(Error{.message = std::move(message), .source = source_, .line = line_});
}

std::optional<std::string_view> LineReader::peek() {
  while (!ready() && buffer_.size() - at_ <= kLongestLine) {
    // Less than none: the end, so that what there is is the last line.
    const std::streamsize available = in_.rdbuf() == nullptr ? -1 : in_.rdbuf()->in_avail();
    if (available == 0) return std::nullopt;
    if (available < 0 || !fill()) break;
  }
  if (at_ == buffer_.size()) return std::nullopt;
  std::string_view line = std::string_view(buffer_).substr(at_);
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::optional<Result<std::string>> LineReader::next() {
  if (hopeless_) return std::nullopt;
  std::size_t end = std::string::npos;
  while ((end = buffer_.find('\n', at_)) == std::string::npos) {
    if (buffer_.size() - at_ > kLongestLine) {
      ++line_;
      hopeless_ = !skip_to_newline();
      return bad_line("a line of more than 65536 characters; expected one position");
    }
    if (fill()) continue;
    if (at_ == buffer_.size()) return std::nullopt;
    end = buffer_.size();
    break;
  }
  ++line_;
  std::string line = buffer_.substr(at_, end - at_);
  at_ = std::min(end + 1, buffer_.size());
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (line.size() > kLongestLine) {
    return bad_line("a line of more than 65536 characters; expected one position");
  }
  if (!is_text(line)) return bad_line("not text; expected one position a line");
  if (!line.empty()) bad_ = 0;
  return line;
}

}  // namespace alea::app
