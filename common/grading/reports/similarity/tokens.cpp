/// @file
/// @brief Reads C++ as far as names, numbers, strings and comments are concerned.
#include "grading/reports/similarity/tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "support/text/text_hash.hpp"

namespace lockstep::grading {
namespace {

constexpr std::array<std::string_view, 24> kMeaning{"for",       "while",    "do",       "if",       "else",     "return",
                                                    "switch",    "case",     "break",    "continue", "goto",     "struct",
                                                    "class",     "using",    "template", "operator", "sizeof",   "new",
                                                    "threadIdx", "blockIdx", "gridDim",  "blockDim", "warpSize", "static_cast"};
constexpr std::array<std::string_view, 12> kWithoutMeaning{"const",        "constexpr",       "static",   "inline",
                                                           "unsigned",     "signed",          "volatile", "register",
                                                           "__restrict__", "__forceinline__", "mutable",  "typename"};

bool begins_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
bool is_in_word(char c) { return begins_word(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool has_meaning(std::string_view word) {
  return word.starts_with("__") || word.starts_with("cuda") || word.starts_with("atomic") || std::ranges::count(kMeaning, word) != 0;
}

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view source) : source_(source) {}

  std::vector<Token> read() {
    while (at_ < source_.size() && tokens_.size() < kMostTokens) step();
    return std::move(tokens_);
  }

 private:
  void step() {
    const char c = source_[at_];
    if (c == '\n') begins_line_ = true;
    if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\\') return skip_to(at_ + 1);
    if (looking_at("//")) return skip_to(source_.find('\n', at_));
    if (looking_at("/*")) return skip_past("*/", at_ + 2);
    if (c == '#' && begins_line_ && is_include()) return skip_to(source_.find('\n', at_));
    begins_line_ = false;
    if (begins_word(c)) return word();
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) return number();
    if (c == '"' || c == '\'') return quoted(c);
    if (c != '{' && c != '}') add(source_.substr(at_, 1));
    skip_to(at_ + 1);
  }

  void word() {
    std::size_t end = at_;
    while (end < source_.size() && is_in_word(source_[end])) ++end;
    const std::string_view word = source_.substr(at_, end - at_);
    if (end < source_.size() && source_[end] == '"' && word.ends_with('R')) return raw_string(end + 1);
    if (std::ranges::count(kWithoutMeaning, word) == 0) add(has_meaning(word) ? word : "a name");
    skip_to(end);
  }

  void number() {
    add("a number");
    std::size_t end = at_;
    const auto has_sign = [&] {
      return (source_[end] == '+' || source_[end] == '-') && std::string_view("eEpP").find(source_[end - 1]) != std::string_view::npos;
    };
    while (end < source_.size() && (is_in_word(source_[end]) || source_[end] == '.' || source_[end] == '\'' || (end > at_ && has_sign())))
      ++end;
    skip_to(end);
  }

  void quoted(char quote) {
    add("a text");
    std::size_t end = at_ + 1;
    while (end < source_.size() && source_[end] != quote && source_[end] != '\n') end += source_[end] == '\\' ? 2 : 1;
    skip_to(end + 1);
  }

  /// R"name( … )name"
  void raw_string(std::size_t name) {
    add("a text");
    const std::size_t open = source_.find('(', name);
    if (open == source_.npos) return skip_to(name);
    skip_past(")" + std::string(source_.substr(name, open - name)) + "\"", open + 1);
  }

  bool looking_at(std::string_view text) const { return source_.substr(at_, text.size()) == text; }

  bool is_include() const {
    const std::size_t word = source_.find_first_not_of(" \t", at_ + 1);
    return word != source_.npos && source_.substr(word).starts_with("include");
  }

  void add(std::string_view text) { tokens_.push_back({text_hash(text), line_}); }

  void skip_past(std::string_view text, std::size_t from) {
    const std::size_t end = source_.find(text, from);
    skip_to(end == source_.npos ? end : end + text.size());
  }

  void skip_to(std::size_t end) {
    end = std::min(end, source_.size());
    line_ += static_cast<std::size_t>(std::ranges::count(source_.substr(at_, end - at_), '\n'));
    at_ = end;
  }

  std::string_view source_;
  std::size_t at_ = 0, line_ = 1;
  bool begins_line_ = true;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view source) { return Tokenizer(source).read(); }

}  // namespace lockstep::grading
