/// @file
/// @brief What is to be written in place of, before or after single tokens. All else is copied, so that lines stay where they are.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lexer.hpp"

namespace lockstep::translate {

class Edits {
 public:
  /// Writes `text` instead of the token.
  void replace(Index token, std::string text);
  /// Writes nothing for the token, whatever the other edits of it say, made before or after.
  void erase(Index token) { edits_[token].erased = true; }
  /// Erases the tokens [first, last); the space, line ends and directives between them stay.
  void erase(Index first, Index last);
  /// Writes `text` in front of the token, after what was put there earlier.
  void before(Index token, std::string_view text) { edits_[token].before += text; }
  /// Writes `text` behind the token, after what was put there earlier.
  void after(Index token, std::string_view text) { edits_[token].after += text; }
  /// Leaves a directive's line empty.
  void blank(const Directive& directive) { blanks_.push_back(directive); }

  /// The whole text with all edits made.
  std::string apply(const Source& source) const;

 private:
  struct Edit {
    std::string before;
    std::optional<std::string> instead;
    std::string after;
    bool erased = false;
  };

  std::map<Index, Edit> edits_;
  std::vector<Directive> blanks_;
};

}  // namespace lockstep::translate
