/// @file
/// @brief Walks once over the tokens, pairs the brackets, and tells from the tokens before a `{` what the braces hold.
#include "sim/translate/source/outline.hpp"

namespace lockstep::translate {

class OutlineBuilder {
 public:
  OutlineBuilder(const Source& source, Outline& outline) : source_(source), outline_(outline) {
    outline_.partners_.assign(source.tokens().size(), kNone);
    outline_.scopes_.push_back({});
  }

  void run() {
    const Index end = static_cast<Index>(source_.tokens().size()) - 1;
    for (Index i = 0; i < end; ++i) step(i);
    for (Scope& scope : outline_.scopes_)
      if (scope.close == kNone) scope.close = end;
  }

 private:
  /// An open bracket. A brace also says where the statement around it began.
  struct Open {
    Index token;
    bool brace;
  };

  void step(Index i) {
    const Token& token = source_[i];
    if (is_spot(token.word)) spot(i);
    switch (token.symbol) {
      case '(':
      case '[':
        open_.push_back({i, false});
        break;
      case ')':
      case ']':
        if (!open_.empty() && !open_.back().brace) pair_with_last(i);
        break;
      case '{':
        open_brace(i);
        break;
      case '}':
        close_brace(i);
        break;
      case ';':
        if (at_statement_level()) statement_ = i + 1;
        break;
      case ':':
        if (at_statement_level() && ends_label(i)) statement_ = i + 1;
        break;
      default:
        break;
    }
  }

  bool at_statement_level() const { return open_.empty() || open_.back().brace; }

  /// `name:`, `case …:`, `default:`, `public:`; the colon of `?:` cannot follow these.
  bool ends_label(Index colon) const {
    const Token& first = source_[statement_];
    const bool label = statement_ + 1 == colon && first.kind == Kind::identifier && first.word == Word::none;
    return label || first.word == Word::case_ || first.word == Word::access;
  }

  void spot(Index i) {
    const Index bracket = at_statement_level() ? kNone : open_.back().token;
    const bool in_attribute = bracket != kNone && bracket >= 2 && source_[bracket - 2].word == Word::attribute;
    const bool may_follow_scope = source_[i].word == Word::launch || source_[i].word == Word::memory_call;
    const bool qualified = i > 0 && source_[i - 1].word == Word::scope && !may_follow_scope;  // [[gnu::__noinline__]]
    if (!in_attribute && !qualified) outline_.spots_.push_back({i, scope_, statement_, bracket});
  }

  void pair_with_last(Index close) {
    const Index open = open_.back().token;
    open_.pop_back();
    outline_.partners_[open] = close;
    outline_.partners_[close] = open;
  }

  void open_brace(Index i) {
    const ScopeKind kind = kind_of_brace(i);
    outline_.scopes_.push_back({kind, statement_, i, kNone, scope_});
    scope_ = static_cast<Index>(outline_.scopes_.size()) - 1;
    open_.push_back({i, true});
    statement_ = i + 1;
  }

  void close_brace(Index i) {
    while (!open_.empty() && !open_.back().brace) open_.pop_back();  // a parenthesis that was never closed
    if (open_.empty()) return;
    pair_with_last(i);
    Scope& scope = outline_.scopes_[scope_];
    scope.close = i;
    const bool ends_statement = at_statement_level() && (scope.kind == ScopeKind::names || scope.kind == ScopeKind::code);
    statement_ = ends_statement ? i + 1 : scope.head;
    scope_ = scope.parent;
  }

  ScopeKind kind_of_brace(Index brace) const {
    if (brace == 0) return ScopeKind::code;
    const ScopeKind around = outline_.scopes_[scope_].kind;
    const Token& before = source_[brace - 1];
    if (before.symbol == ',' || before.symbol == '=' || before.word == Word::statement) {
      if (source_.text(brace - 1) != "else" && source_.text(brace - 1) != "do") return ScopeKind::data;
    }
    if (before.symbol == '{' && around == ScopeKind::data) return ScopeKind::data;
    if (ends_requires(brace - 1)) return ScopeKind::data;
    if (!at_statement_level() || around == ScopeKind::data) return ScopeKind::code;  // a lambda, or an initialiser that has no statements
    return kind_of_head(brace, around);
  }

  /// `requires {` and `requires (T t) {`
  bool ends_requires(Index last) const {
    if (source_[last].word == Word::requires_) return true;
    const Index open = source_[last].symbol == ')' ? outline_.partner(last) : kNone;
    return open != kNone && open > 0 && source_[open - 1].word == Word::requires_;
  }

  ScopeKind kind_of_head(Index brace, ScopeKind around) const {
    bool function = false;
    bool after_colon = false;
    for (Index i = outline_.skip_template_headers(statement_); i < brace; i = outline_.next_item(i)) {
      const Token& token = source_[i];
      if (token.word == Word::namespace_) return ScopeKind::names;
      if (token.word == Word::extern_ && source_[i + 1].kind == Kind::text && i + 2 == brace) return ScopeKind::names;
      const bool keyed = token.word == Word::record || token.word == Word::enum_;
      if (keyed && outline_.record_body(i) == brace) return token.word == Word::record ? ScopeKind::record : ScopeKind::data;
      if (around == ScopeKind::code) continue;
      if (token.symbol == '=' && !function) return source_[i + 1].symbol == '[' ? ScopeKind::code : ScopeKind::data;
      if (token.word == Word::operator_ || (token.symbol == '(' && !starts_pointer_declarator(i))) function = true;
      if (token.symbol == ':') after_colon = function;
    }
    if (around == ScopeKind::code) return ScopeKind::code;
    if (!function) return ScopeKind::data;
    const Token& before = source_[brace - 1];
    const bool member_initialiser = after_colon && (before.kind == Kind::identifier || before.symbol == '>');
    return member_initialiser ? ScopeKind::data : ScopeKind::code;
  }

  /// `(*` and `(&`, of a pointer or reference to a function or array
  bool starts_pointer_declarator(Index open) const { return source_[open + 1].symbol == '*' || source_[open + 1].symbol == '&'; }

  const Source& source_;
  Outline& outline_;
  std::vector<Open> open_;
  Index scope_ = 0;
  Index statement_ = 0;
};

Outline::Outline(const Source& source) : source_(&source) { OutlineBuilder(source, *this).run(); }

}  // namespace lockstep::translate
