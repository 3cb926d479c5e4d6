/// @file
/// @brief A translation unit on its way: its tokens, its shape, and what the rewrites want changed or refuse.
#pragma once

#include <string>
#include <vector>

#include "sim/translate/source/edits.hpp"
#include "sim/translate/source/lexer.hpp"
#include "sim/translate/source/outline.hpp"

namespace lockstep::translate {

/// Tokens [first, last).
struct Range {
  Index first = 0;
  Index last = 0;
  bool empty() const { return first >= last; }
};

/// A `__shared__` variable, which stands as a reference in the translated text.
struct SharedVariable {
  std::string_view name;
  Range visible;
};

/// A `__shared__` variable that is declared outside of functions.
struct FileSharedVariable {
  std::string_view name;
  Index scope;             ///< the file or the namespace that holds it
  Index declared;          ///< its name's token
  std::string expression;  ///< refers to the running block's copy
  std::string tag;         ///< the type that stands for it; none where it is dynamic
};

struct Unit {
  Unit(std::string_view text, std::string name) : source(text, std::move(name)), outline(source) {}

  Source source;
  Outline outline;
  Edits edits;
  std::vector<std::string> errors;  ///< one line each: `file:line: error: …`, in the order of the source
  std::vector<Index> error_places;  ///< their tokens

  std::vector<SharedVariable> shared_variables;
  std::vector<FileSharedVariable> file_shared_variables;
  bool lacks_ptx = false;             ///< it has inline PTX, and not the header for it
  bool relaxes_constexpr = false;     ///< device code may call the host's `constexpr` functions
  bool has_device_variables = false;  ///< also those that are defined in another unit

  /// Refuses what stands at `token`.
  void error(Index token, std::string_view message);

  const Token& operator[](Index i) const { return source[i]; }
  bool is_word(Index i, Word word) const { return source[i].word == word; }
  bool is_symbol(Index i, char symbol) const { return source[i].symbol == symbol; }

  /// `Outline::next_item`, but a `<` whose partner lies beyond `last` is a comparison.
  Index next_item(Index i, Index last) const;
  /// The tokens as text on one line, without comments, directives and CUDA's qualifiers.
  std::string text(Range range) const;
  /// The first occurrence of `word` among the items of a declaration (not inside of brackets or template arguments), or `kNone`.
  Index find_word(Range range, Word word) const;
  /// Cuts at the commas that are in no brackets and no template arguments. Nothing gives no parts.
  std::vector<Range> split_at_commas(Range range) const;
  /// `::a::b::` for what stands in the namespaces a and b; unnamed ones need no word.
  std::string path_of(Index scope) const;
  /// The tokens in the parentheses that follow the token `i`; empty where none follow.
  Range in_parentheses(Index i) const;
};

}  // namespace lockstep::translate
