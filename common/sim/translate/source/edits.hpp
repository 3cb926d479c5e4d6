/// @file
/// @brief What is to be written in place of, before or after single tokens. All else is copied, so that lines stay where they are.
///
///     f(); bad();     with an edit that writes `step(); ` in front of each call, where columns may move and where they are kept:
///
///     step(); f(); step(); bad();            step();
///                                            # 1 "file.cu"
///                                            f(); step();
///                                            # 1 "file.cu"
///                                                 bad();
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/translate/source/lexer.hpp"

namespace lockstep::translate {

/// The compiler names the column of a mistake, and draws a mark under the source's line there.
enum class Columns {
  free,  ///< what is written moves what follows in its line: the same line ends as before, which is easier to read
  kept   ///< what was moved continues on a line of its own, after a linemarker and as many spaces as take it to its old column
};

class Edits {
 public:
  /// Writes `text` instead of the token.
  void replace(Index token, std::string text);
  /// Writes nothing for the token, whatever `replace`, `before` and `after` say, called earlier or later.
  void erase(Index token) { edits_[token].erased = true; }
  /// Erases the tokens [first, last); the space, line ends and directives between them stay.
  void erase(Index first, Index last);
  /// Writes `text` in front of the token, after what was put there earlier.
  void before(Index token, std::string_view text) { edits_[token].before += text; }
  /// Writes `text` after the token, and after what was put there earlier.
  void after(Index token, std::string_view text) { edits_[token].after += text; }
  /// Writes `text` in front of all that the token becomes, and also where it is erased; after what was put there like this earlier.
  void open(Index token, std::string_view text) { edits_[token].open += text; }
  /// The same after all that it becomes.
  void close(Index token, std::string_view text) { edits_[token].close += text; }
  /// Leaves a directive's line empty.
  void blank(const Directive& directive) { blanks_.push_back(directive); }

  /// The whole text with all edits made. What headers of the system say is not kept in its columns.
  std::string apply(const Source& source, Columns columns) const;

 private:
  struct Edit {
    std::string open;
    std::string before;
    std::optional<std::string> instead;
    std::string after;
    std::string close;
    bool erased = false;
  };

  std::map<Index, Edit> edits_;
  std::vector<Directive> blanks_;
};

}  // namespace lockstep::translate
