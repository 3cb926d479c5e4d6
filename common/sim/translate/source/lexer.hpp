/// @file
/// @brief Cuts a preprocessed translation unit into tokens, and knows which file and line each came from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/translate/source/words.hpp"

namespace lockstep::translate {

/// Position of a token in `Source::tokens`.
using Index = std::uint32_t;
inline constexpr Index kNone = ~Index{0};

enum class Kind : std::uint8_t { identifier, number, text, punctuation, end };

struct Token {
  std::uint32_t offset = 0;  ///< bytes from the start of the text
  std::uint32_t length = 0;  ///< bytes
  Kind kind = Kind::end;
  Word word = Word::none;
  char symbol = 0;  ///< the character, for punctuation of one character
};

/// A line of the text that starts with `#`, linemarkers aside.
struct Directive {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;  ///< without the end of line
};

/// Where a token stands in the file that the preprocessor read.
struct Position {
  std::string_view file;  ///< as the linemarker spells it: escaped as in a string literal
  unsigned line = 0;
};

/// A translation unit. Everything between two tokens (space, comments, directives) is left alone by the translator.
class Source {
 public:
  /// @param text  must outlive this object
  /// @param name  the file's name where no linemarker tells it
  Source(std::string_view text, std::string name);

  std::string_view text() const { return text_; }
  /// Ends with one token of kind `end`.
  const std::vector<Token>& tokens() const { return tokens_; }
  const std::vector<Directive>& directives() const { return directives_; }

  /// The token at `i`; the one of kind `end` for all positions before the first and after the last, so that looking around needs no test.
  const Token& operator[](Index i) const { return i < tokens_.size() ? tokens_[i] : tokens_.back(); }
  std::string_view text(Index i) const { return text_.substr((*this)[i].offset, (*this)[i].length); }
  Position position(std::uint32_t offset) const;
  /// Has the unit included what stands for inline PTX?
  bool includes_ptx() const { return includes_ptx_; }
  /// False for what a header of the system or of the simulator says.
  bool is_own(std::uint32_t offset) const;

 private:
  friend class Lexer;

  struct Linemarker {
    std::uint32_t offset;  ///< start of the line after the marker
    Position position;     ///< of that line
    bool is_own;
  };

  const Linemarker* linemarker_before(std::uint32_t offset) const;

  std::string_view text_;
  std::string name_;
  std::vector<Token> tokens_;
  std::vector<Directive> directives_;
  std::vector<Linemarker> linemarkers_;
  std::string_view simulator_;  ///< the folder of its headers
  bool includes_ptx_ = false;
};

}  // namespace lockstep::translate
