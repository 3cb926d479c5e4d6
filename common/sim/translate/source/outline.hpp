/// @file
/// @brief The shape of a translation unit: which brackets belong together, what each pair of braces holds, where CUDA's words are.
#pragma once

#include <span>
#include <vector>

#include "sim/translate/source/lexer.hpp"

namespace lockstep::translate {

enum class ScopeKind : std::uint8_t {
  names,   ///< the file, a namespace, or `extern "C"`
  record,  ///< a class, struct or union
  code,    ///< a function's body or a block in it
  data,    ///< an initialiser, an enumeration, the body of a requires-expression
};

/// A pair of braces, or the whole file.
struct Scope {
  ScopeKind kind = ScopeKind::names;
  Index head = 0;        ///< first token of the statement that the brace belongs to
  Index open = kNone;    ///< the brace; `kNone` for the file
  Index close = kNone;   ///< its partner, or the end of the file
  Index parent = kNone;  ///< scope around it; `kNone` for the file
};

/// An occurrence of a word for which `is_spot` holds, outside of `__attribute__((…))`.
struct Spot {
  Index token = 0;
  Index scope = 0;        ///< the innermost braces around it
  Index statement = 0;    ///< first token of its statement in that scope
  Index bracket = kNone;  ///< innermost parenthesis or square bracket around it inside of that scope, if any
};

class Outline {
 public:
  explicit Outline(const Source& source);

  /// The bracket that closes or opens what the bracket at `i` opens or closes; `kNone` for others, or where it has no partner.
  Index partner(Index i) const { return i < partners_.size() ? partners_[i] : kNone; }
  const Scope& scope(Index number) const { return scopes_[number]; }
  Index scopes() const { return static_cast<Index>(scopes_.size()); }  ///< how many there are
  const std::vector<Spot>& spots() const { return spots_; }
  /// The scope whose opening brace is the token `open`, or nullptr.
  const Scope* scope_opened_at(Index open) const;
  /// The function around `number` (itself or one of its parents; the innermost), or nullptr outside of functions.
  const Scope* function_around(Index number) const;

  /// One past the name, group or bracket pair that starts at `i`, where declarations are expected: template arguments after a
  /// name, parentheses after words like `alignas`, and bracket pairs are stepped over in one.
  Index next_item(Index i) const;
  /// The `>` for the `<` at `open`, or `kNone` if it is rather a comparison.
  /// @param parameters  a template's parameters, which may hold `=`
  Index close_angle(Index open, bool parameters = false) const;
  /// The `<` for the `>` at `close`, or `kNone`.
  Index open_angle(Index close) const;
  /// One past the `template <…>` headers at `i`, with their requires-clauses.
  Index skip_template_headers(Index i) const;
  /// One past the head of a class or enumeration that starts at the keyword `i`, where its `{` stands; `kNone` if no body follows.
  Index record_body(Index i) const;

 private:
  friend class OutlineBuilder;

  Index skip_constraint(Index i) const;

  const Source* source_;
  std::vector<Index> partners_;
  std::vector<Scope> scopes_;
  std::vector<Spot> spots_;
};

}  // namespace lockstep::translate
