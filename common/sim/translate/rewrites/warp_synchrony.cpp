/// @file
/// @brief Lanes of a warp that exchange numbers through shared memory with no barrier between, as programs from before Volta do.
///
///     for (; s > 0; s /= 2) if (t < s) a[t] += a[t + s];      … a[::lockstep::sim::in_step(t)] += a[::lockstep::sim::in_step(t + s)];
///
/// It is a race, and the check says so. But GPUs give the answer that such a program expects, since the lanes of a warp go through the
/// loop together. So do the simulator's lanes where the translator sees it: in a function with shared memory, a statement that sets an
/// element of an array from another element of it, in a loop without a barrier or before another such statement without one.
#include <algorithm>
#include <vector>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/rewrites/sides.hpp"

namespace lockstep::translate {
namespace {

/// `name[…] = … name[…] … ;`
struct Exchange {
  std::string_view name;
  Index first, last;            ///< from the name up to the `;`
  std::vector<Index> brackets;  ///< that open, of the array's subscripts
};

bool is_barrier(std::string_view text) { return text.find("sync") != text.npos || text.find("barrier") != text.npos; }

bool has_barrier(const Unit& unit, Range range) {
  for (Index i = range.first; i < range.last; ++i)
    if (unit[i].kind == Kind::identifier && is_barrier(unit.source.text(i))) return true;
  return false;
}

bool is_subscripted(const Unit& unit, Index i) {
  return unit[i].kind == Kind::identifier && unit[i].word == Word::none && unit.is_symbol(i + 1, '[') &&
         unit.outline.partner(i + 1) != kNone && !is_member_or_qualified(unit, i);
}

/// One past the subscripts of `name[…][…]`.
Index end_of_subscripts(const Unit& unit, Index name) {
  Index i = name + 1;
  while (unit.is_symbol(i, '[') && unit.outline.partner(i) != kNone) i = unit.outline.partner(i) + 1;
  return i;
}

bool assigns(const Unit& unit, Index i) {
  const std::string_view text = unit.source.text(i);
  return text == "=" || text == "+=" || text == "-=" || text == "*=" || text == "|=" || text == "&=" || text == "^=";
}

Index end_of_statement(const Unit& unit, Index i, Index limit) {
  while (i < limit && !unit.is_symbol(i, ';')) i = std::max(i + 1, unit.next_item(i, limit));
  return i;
}

/// The exchange that begins with the name at `i`, if one does.
Exchange exchange_at(const Unit& unit, Index i, Index limit) {
  if (!is_subscripted(unit, i)) return {};
  const Index assignment = end_of_subscripts(unit, i);
  if (!assigns(unit, assignment)) return {};
  const std::string own = unit.text({i, assignment});
  Exchange found{unit.source.text(i), i, end_of_statement(unit, assignment, limit), {i + 1}};
  bool reads_another = false;
  for (Index j = assignment; j < found.last; ++j) {
    if (!is_subscripted(unit, j) || unit.source.text(j) != found.name) continue;
    found.brackets.push_back(j + 1);
    reads_another = reads_another || unit.text({j, end_of_subscripts(unit, j)}) != own;
  }
  return reads_another ? found : Exchange{};
}

/// Lanes stay in step at what is volatile without this.
bool is_volatile(const Unit& unit, const Scope& function, std::string_view name) {
  for (Index i = function.head; i < function.close; ++i) {
    if (unit.source.text(i) != "volatile") continue;
    for (Index j = i; j < function.close && !unit.is_symbol(j, ';') && !unit.is_symbol(j, ')') && !unit.is_symbol(j, '='); ++j)
      if (unit.source.text(j) == name) return true;
  }
  return false;
}

bool is_loop(const Unit& unit, Index i) {
  const std::string_view text = unit.source.text(i);
  return unit[i].kind == Kind::identifier && (text == "for" || text == "while" || text == "do");
}

/// The body of the innermost loop around a token; nothing where there is none.
Range loop_around(const Unit& unit, const Scope& function, Index token) {
  Range innermost;
  for (Index i = function.open + 1; i < token; ++i) {
    if (!is_loop(unit, i)) continue;
    const bool has_head = unit.is_symbol(i + 1, '(') && unit.outline.partner(i + 1) != kNone;
    const Index body = has_head ? unit.outline.partner(i + 1) + 1 : i + 1;
    const bool in_braces = unit.is_symbol(body, '{') && unit.outline.partner(body) != kNone;
    const Index end = in_braces ? unit.outline.partner(body) : end_of_statement(unit, body, function.close) + 1;
    if (body <= token && token < end) innermost = {body, end};
  }
  return innermost;
}

bool begins_loop(const Unit& unit, Range range) {
  for (Index i = range.first; i < range.last; ++i)
    if (is_loop(unit, i)) return true;
  return false;
}

/// Do the lanes go from one to the other with nothing that orders them?
bool are_joined(const Unit& unit, const Exchange& first, const Exchange& second) {
  const Range between{first.last, second.first};
  return first.name == second.name && !has_barrier(unit, between) && !begins_loop(unit, between);
}

void keep_in_step(Unit& unit, const Exchange& exchange) {
  for (const Index bracket : exchange.brackets) {
    unit.edits.after(bracket, "::lockstep::sim::in_step(");
    unit.edits.before(unit.outline.partner(bracket), ")");
  }
}

void rewrite_function(Unit& unit, const Scope& function) {
  std::vector<Exchange> all;
  for (Index i = function.open + 1; i < function.close; ++i)
    if (Exchange found = exchange_at(unit, i, function.close); found.first != found.last && !is_volatile(unit, function, found.name))
      all.push_back(std::move(found));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Range loop = loop_around(unit, function, all[i].first);
    const bool repeats = !loop.empty() && !has_barrier(unit, loop);
    const bool follows = i > 0 && are_joined(unit, all[i - 1], all[i]);
    const bool precedes = i + 1 < all.size() && are_joined(unit, all[i], all[i + 1]);
    if (repeats || follows || precedes) keep_in_step(unit, all[i]);
  }
}

bool has_shared_memory(const Unit& unit, const Scope& function) {
  for (Index i = function.open + 1; i < function.close; ++i)
    if (unit.is_word(i, Word::shared)) return true;
  return false;
}

}  // namespace

void keep_warps_in_step(Unit& unit) {
  for (const Scope* const function : own_device_functions(unit))
    if (has_shared_memory(unit, *function)) rewrite_function(unit, *function);
}

}  // namespace lockstep::translate
