/// @file
/// @brief Cuts C++ and CUDA into words for colours and comparisons.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::site {

enum class TokenKind { blank, comment, preprocessor, text, character, keyword, flow, type, number, name, sign };

struct Token {
  TokenKind kind = TokenKind::blank;
  std::string text{};
};

/// A line of a source; put together, its tokens are the line.
using TokenLine = std::vector<Token>;

/// A directive is one token, and so is each line of a comment.
std::vector<TokenLine> token_lines(std::string_view source);

inline bool is_code(const Token& token) { return token.kind != TokenKind::blank && token.kind != TokenKind::comment; }

/// The line's code without blanks and comments; empty where it has none.
TokenLine code_of(const TokenLine& line);

}  // namespace lockstep::site
