/// @file
/// @brief The tokenizer. A `>` is always a token of its own, as template arguments need it; `<<<` is one token.
#include "sim/translate/source/lexer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace lockstep::translate {
namespace {

constexpr std::array<bool, 256> make_identifier_characters() {
  std::array<bool, 256> is{};
  for (unsigned c = 0; c < 256; ++c)
    is[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c >= 128;
  return is;
}
constexpr std::array<bool, 256> kIdentifierCharacters = make_identifier_characters();

bool is_identifier_character(char c) { return kIdentifierCharacters[static_cast<unsigned char>(c)]; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// Punctuation of more than one character, the longest first. Those that start with `>` are missing on purpose, but for `>=`.
constexpr std::pair<std::string_view, Word> kPunctuation[] = {
    {"<<<", Word::launch}, {"<<=", Word::none}, {"<=>", Word::none}, {"...", Word::ellipsis}, {"::", Word::scope}, {"->", Word::arrow},
    {"<<", Word::none},    {"<=", Word::none},  {">=", Word::none},  {"==", Word::none},      {"!=", Word::none},  {"+=", Word::none},
    {"-=", Word::none},    {"*=", Word::none},  {"/=", Word::none},  {"%=", Word::none},      {"&=", Word::none},  {"|=", Word::none},
    {"^=", Word::none},    {"&&", Word::none},  {"||", Word::none},
};

}  // namespace

class Lexer {
 public:
  explicit Lexer(Source& source) : source_(source), text_(source.text_) {}

  void run() {
    while (at_ < text_.size()) step();
    source_.tokens_.push_back({size(), 0, Kind::end, Word::none, 0});
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  std::uint32_t here() const { return static_cast<std::uint32_t>(at_); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }

  void step() {
    const char c = text_[at_];
    if (c == '\n') {
      line_start_ = true;
      ++at_;
    } else if (is_space(c) || (c == '\\' && (peek(1) == '\n' || peek(1) == '\r'))) {
      ++at_;
    } else if (c == '#' && line_start_) {
      directive();
    } else if (c == '/' && peek(1) == '/') {
      to_end_of_line();
    } else if (c == '/' && peek(1) == '*') {
      skip_past("*/", 2);
    } else {
      line_start_ = false;
      token(c);
    }
  }

  void token(char c) {
    const std::uint32_t start = here();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      number();
      push(start, Kind::number);
    } else if (is_identifier_character(c)) {
      while (is_identifier_character(peek())) ++at_;
      const std::string_view name = text_.substr(start, at_ - start);
      if (peek() == '"' && is_raw_prefix(name)) return raw_string(start);
      push(start, Kind::identifier, word_of(name));
    } else if (c == '"' || c == '\'') {
      quoted(c);
      push(start, Kind::text);
    } else {
      punctuation(start, c);
    }
  }

  void number() {
    while (true) {
      const char c = peek();
      const char next = peek(1);
      const bool exponent = (c == 'e' || c == 'E' || c == 'p' || c == 'P') && (next == '+' || next == '-');
      const bool separator = c == '\'' && is_identifier_character(next);
      if (exponent || separator) {
        at_ += 2;
      } else if (is_identifier_character(c) || c == '.') {
        ++at_;
      } else {
        return;
      }
    }
  }

  static bool is_raw_prefix(std::string_view name) { return name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R"; }

  void raw_string(std::uint32_t start) {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) {
      at_ = text_.size();
    } else {
      skip_past(")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"", open - at_);
    }
    push(start, Kind::text);
  }

  /// An unterminated literal ends with its line: what follows is still seen, and the compiler says what is wrong.
  void quoted(char quote) {
    ++at_;
    while (at_ < text_.size() && peek() != quote && peek() != '\n') at_ += peek() == '\\' ? 2 : 1;
    if (peek() == quote) ++at_;
    at_ = std::min(at_, text_.size());
  }

  void punctuation(std::uint32_t start, char c) {
    const std::string_view rest = text_.substr(at_, 3);
    const bool may_be_longer = std::string_view("<=>.:&|").find(peek(1)) != std::string_view::npos;
    if (const std::size_t spaced = spaced_launch(); spaced != 0) {
      at_ += spaced;
      push(start, Kind::punctuation, Word::launch);
      return;
    }
    for (const auto& [text, word] : kPunctuation) {
      if (!may_be_longer) break;
      if (!rest.starts_with(text)) continue;
      if (word == Word::launch && after_operator()) continue;  // operator<<<T>(…) is operator<< with template arguments
      at_ += text.size();
      push(start, Kind::punctuation, word);
      return;
    }
    ++at_;
    push(start, Kind::punctuation, Word::none, c);
  }

  /// The length of `<< <`, which nvcc takes for `<<<`; 0 where it is something else.
  std::size_t spaced_launch() const {
    if (text_.substr(at_, 3) != "<< " || after_operator()) return 0;
    const std::size_t next = text_.find_first_not_of(" \t", at_ + 2);
    return next != std::string_view::npos && text_[next] == '<' ? next + 1 - at_ : 0;
  }

  bool after_operator() const { return !source_.tokens_.empty() && source_.tokens_.back().word == Word::operator_; }

  void directive() {
    const std::uint32_t start = here();
    to_end_of_line();
    std::size_t end = at_;
    if (end > start && text_[end - 1] == '\r') --end;
    if (!linemarker(text_.substr(start, end - start))) source_.directives_.push_back({start, static_cast<std::uint32_t>(end - start)});
  }

  /// `# 12 "file" flags` or `#line 12 "file"`, where the file may be missing.
  bool linemarker(std::string_view line) {
    line.remove_prefix(1);
    const auto skip_space = [&line] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
    skip_space();
    if (line.starts_with("line")) line.remove_prefix(4);
    skip_space();
    unsigned number = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc{}) return false;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    std::string_view file = source_.linemarkers_.empty() ? std::string_view(source_.name_) : source_.linemarkers_.back().position.file;
    const std::size_t open = line.find('"');
    const std::size_t close = line.rfind('"');
    if (open < close && close != std::string_view::npos) file = line.substr(open + 1, close - open - 1);
    if (source_.simulator_.empty() && file.ends_with("/cuda_runtime.h")) source_.simulator_ = file.substr(0, file.rfind('/') + 1);
    if (file.ends_with("/lockstep/sim/ptx/all.hpp")) source_.includes_ptx_ = true;
    const bool in_simulator = !source_.simulator_.empty() && file.starts_with(source_.simulator_);
    const bool in_system = close < line.size() && line.find('3', close) != std::string_view::npos;  // a flag, as `1 3` or `2 3 4`
    source_.linemarkers_.push_back({here() + 1, {file, number}, !in_simulator && !in_system});
    return true;
  }

  void to_end_of_line() {
    while (at_ < text_.size()) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      std::size_t last = at_;
      if (last > 0 && text_[last - 1] == '\r') --last;
      if (last == 0 || text_[last - 1] != '\\' || at_ == text_.size()) return;
      ++at_;  // a spliced line goes on
    }
  }

  void skip_past(std::string_view closing, std::size_t from) {
    const std::size_t found = text_.find(closing, at_ + from);
    at_ = found == std::string_view::npos ? text_.size() : found + closing.size();
  }

  void push(std::uint32_t start, Kind kind, Word word = Word::none, char symbol = 0) {
    source_.tokens_.push_back({start, here() - start, kind, word, symbol});
  }

  Source& source_;
  std::string_view text_;
  std::size_t at_ = 0;
  bool line_start_ = true;
};

Source::Source(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {
  tokens_.reserve(text.size() / 4 + 1);
  Lexer(*this).run();
}

const Source::Linemarker* Source::linemarker_before(std::uint32_t offset) const {
  const auto after = std::upper_bound(linemarkers_.begin(), linemarkers_.end(), offset,
                                      [](std::uint32_t value, const Linemarker& marker) { return value < marker.offset; });
  return after == linemarkers_.begin() ? nullptr : &*std::prev(after);
}

Position Source::position(std::uint32_t offset) const {
  const Linemarker* const before = linemarker_before(offset);
  const std::uint32_t start = before == nullptr ? 0 : before->offset;
  Position position = before == nullptr ? Position{name_, 1} : before->position;
  const std::string_view between = text_.substr(start, offset - start);
  position.line += static_cast<unsigned>(std::count(between.begin(), between.end(), '\n'));
  return position;
}

bool Source::is_own(std::uint32_t offset) const {
  const Linemarker* const before = linemarker_before(offset);
  return before == nullptr || before->is_own;
}

}  // namespace lockstep::translate
