/// @file
/// @brief Files of numbers in lines: read at once, and gone through line by line without a copy.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep {

/// The content of a file, or of what a pipe gives. @throws UsageError, which does not name the file, where it cannot be read, or is not
/// text
std::string read_text(const std::string& path);

/// A word of a file, made fit for a message: shortened, and without terminal escapes.
std::string shown(std::string_view word);

/// A line, gone through word by word.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) { skip_blanks(); }

  bool at_end() const { return rest_.empty(); }
  /// The next word; empty at the end.
  std::string_view next() {
    std::size_t length = 0;
    while (length < rest_.size() && !is_blank(rest_[length])) ++length;
    return take(length);
  }
  /// The next word as a number. @return false if it is not a number, or not one that T can hold
  template <class T>
  bool number(T& value) {
    const char* first = rest_.data();
    const char* const last = first + rest_.size();
    if (rest_.size() > 1 && *first == '+' && first[1] != '-') ++first;  // from_chars does not accept a plus sign
    const auto [end, error] = std::from_chars(first, last, value);
    if (error != std::errc() || (end != last && !is_blank(*end))) return false;
    take(static_cast<std::size_t>(end - rest_.data()));
    return true;
  }

 private:
  static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
  }
  std::string_view take(std::size_t length) {
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    skip_blanks();
    return word;
  }

  std::string_view rest_;
};

/// The lines of a text that are neither blank nor a comment.
class Lines {
 public:
  /// @param comment  the character that a comment begins with
  Lines(std::string_view text, char comment) : rest_(text), comment_(comment) {}

  /// Goes to the next line with content. @return false if there is none
  bool next();
  std::string_view line() const { return line_; }
  std::int64_t number() const { return number_; }  ///< of this line, counted from 1
  std::size_t bytes_left() const { return rest_.size(); }

 private:
  std::string_view rest_, line_{};
  std::int64_t number_ = 0;
  char comment_;
};

}  // namespace lockstep
