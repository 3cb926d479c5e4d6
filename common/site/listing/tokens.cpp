/// @file
/// @brief Goes through a line character by character; comments and directives may last longer than it.
#include "site/listing/tokens.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

#include "site/numbers/text.hpp"

namespace lockstep::site {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_word(char c) { return starts_word(c) || is_digit(c); }

TokenKind kind_of_word(const std::string& word) {
  static const std::set<std::string> kFlow{"if",       "else",   "for",  "while", "do",    "switch", "case",      "default",  "break",
                                           "continue", "return", "goto", "try",   "catch", "throw",  "co_return", "co_yield", "co_await"};
  static const std::set<std::string> kTypes{"bool",     "char",  "short",  "int",  "long", "signed",
                                            "unsigned", "float", "double", "void", "auto"};
  static const std::set<std::string> kKeywords{"__global__",
                                               "__device__",
                                               "__host__",
                                               "__shared__",
                                               "__constant__",
                                               "__managed__",
                                               "__restrict__",
                                               "__launch_bounds__",
                                               "__forceinline__",
                                               "alignas",
                                               "class",
                                               "concept",
                                               "const",
                                               "constexpr",
                                               "consteval",
                                               "constinit",
                                               "const_cast",
                                               "decltype",
                                               "delete",
                                               "enum",
                                               "explicit",
                                               "extern",
                                               "false",
                                               "final",
                                               "friend",
                                               "inline",
                                               "mutable",
                                               "namespace",
                                               "new",
                                               "noexcept",
                                               "nullptr",
                                               "operator",
                                               "override",
                                               "private",
                                               "protected",
                                               "public",
                                               "requires",
                                               "sizeof",
                                               "static",
                                               "static_cast",
                                               "struct",
                                               "static_assert",
                                               "template",
                                               "this",
                                               "true",
                                               "typename",
                                               "union",
                                               "using",
                                               "virtual",
                                               "volatile",
                                               "typedef",
                                               "dynamic_cast",
                                               "reinterpret_cast",
                                               "alignof"};
  if (kFlow.contains(word)) return TokenKind::flow;
  if (kTypes.contains(word)) return TokenKind::type;
  return kKeywords.contains(word) ? TokenKind::keyword : TokenKind::name;
}

class Lexer {
 public:
  TokenLine line(const std::string& text) {
    text_ = &text;
    at_ = 0;
    tokens_.clear();
    if (in_comment_) block_comment(0);
    while (at_ < text.size()) step();
    in_directive_ = in_directive_ && text.ends_with('\\');
    return tokens_;
  }

 private:
  void step() {
    const char c = (*text_)[at_];
    if (c == ' ' || c == '\t') return take(TokenKind::blank, [](char next) { return next == ' ' || next == '\t'; });
    if (text_->compare(at_, 2, "//") == 0) return take_to(text_->size(), TokenKind::comment);
    if (text_->compare(at_, 2, "/*") == 0) return block_comment(2);
    if (in_directive_ || (c == '#' && std::ranges::all_of(tokens_, [](const Token& t) { return t.kind == TokenKind::blank; })))
      return directive();
    if (c == '"') return quoted(c, TokenKind::text);
    if (c == '\'') return quoted(c, TokenKind::character);
    if (is_digit(c)) return number();
    if (starts_word(c)) return word();
    sign();
  }

  void take_to(std::size_t end, TokenKind kind) {
    tokens_.push_back({kind, text_->substr(at_, end - at_)});
    at_ = end;
  }

  template <class Belongs>
  void take(TokenKind kind, const Belongs& belongs) {
    const auto begin = text_->begin() + static_cast<std::ptrdiff_t>(at_);
    const auto end = std::find_if_not(begin, text_->end(), belongs);
    take_to(at_ + static_cast<std::size_t>(end - begin), kind);
  }

  void block_comment(std::size_t opening) {
    const std::size_t end = text_->find("*/", at_ + opening);
    in_comment_ = end == text_->npos;
    take_to(in_comment_ ? text_->size() : end + 2, TokenKind::comment);
  }

  void directive() {
    in_directive_ = true;
    take_to(std::min({text_->find("//", at_), text_->find("/*", at_), text_->size()}), TokenKind::preprocessor);
  }

  void quoted(char quote, TokenKind kind) {
    std::size_t end = at_ + 1;
    while (end < text_->size() && (*text_)[end] != quote) end += (*text_)[end] == '\\' ? 2 : 1;
    take_to(std::min(end + 1, text_->size()), kind);
  }

  // With digit separators, exponents and suffixes: 1'000, 0x1p-24, 1e+3F.
  void number() {
    std::size_t end = at_ + 1;
    const auto belongs = [&](char c) {
      const bool in_exponent = (c == '+' || c == '-') && std::string_view("eEpP").find((*text_)[end - 1]) != std::string_view::npos;
      return continues_word(c) || c == '.' || c == '\'' || in_exponent;
    };
    while (end < text_->size() && belongs((*text_)[end])) ++end;
    take_to(end, TokenKind::number);
  }

  // "<<" and ">>" stay two tokens: they may be template brackets.
  void sign() {
    static const std::set<std::string> kDouble{
        "++", "--", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "==", "!=", "<=", ">=", "&&", "||", "::", "->"};
    take_to(at_ + (kDouble.contains(text_->substr(at_, 2)) ? 2 : 1), TokenKind::sign);
  }

  void word() {
    take(TokenKind::name, continues_word);
    tokens_.back().kind = kind_of_word(tokens_.back().text);
  }

  const std::string* text_ = nullptr;
  std::size_t at_ = 0;
  TokenLine tokens_;
  bool in_comment_ = false, in_directive_ = false;
};

}  // namespace

std::vector<TokenLine> token_lines(std::string_view source) {
  Lexer lexer;
  std::vector<TokenLine> lines;
  for (const std::string& line : lines_of(source)) lines.push_back(lexer.line(line));
  return lines;
}

TokenLine code_of(const TokenLine& line) {
  TokenLine code;
  std::ranges::copy_if(line, std::back_inserter(code), is_code);
  return code;
}

}  // namespace lockstep::site
