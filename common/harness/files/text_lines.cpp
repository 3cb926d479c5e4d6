/// @file
/// @brief Reads files of numbers.
#include "harness/files/text_lines.hpp"

#include "lockstep/usage_error.hpp"
#include "support/input_file.hpp"

namespace lockstep {

std::string read_text(const std::string& path) {
  std::string content = read_content(path, [](std::string_view, std::string_view piece) {
    if (piece.find('\0') != std::string_view::npos) throw UsageError("it is not text");
  });
  constexpr std::string_view kMark = "\xef\xbb\xbf";  // some editors put this invisible mark before UTF-8
  if (content.starts_with(kMark)) content.erase(0, kMark.size());
  if (content.starts_with("\x1f\x8b")) throw UsageError("it is compressed; gunzip it first");
  return content;
}

std::string shown(std::string_view word) {
  constexpr std::size_t kMost = 40;
  std::string text(word.substr(0, kMost));
  for (char& c : text)
    if (c < ' ' || c > '~') c = '?';
  return word.size() > kMost ? text + "…" : text;
}

bool Lines::next() {
  while (!rest_.empty()) {
    const std::size_t length = rest_.find('\n');
    line_ = rest_.substr(0, length);
    rest_.remove_prefix(length == std::string_view::npos ? rest_.size() : length + 1);
    ++number_;
    const std::size_t first = line_.find_first_not_of(" \t\r\v\f");
    if (first != std::string_view::npos && line_[first] != comment_) return true;
  }
  return false;
}

}  // namespace lockstep
