/// @file
/// @brief What several rewrites need: text of tokens, lists, errors.
#include "sim/translate/source/unit.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::translate {
namespace {

/// Qualifiers that mean nothing in a piece of a declaration that is written a second time.
bool is_dropped(Word word) { return word == Word::grid_constant || word == Word::shared || word == Word::device || word == Word::host; }

/// A linemarker's file name as the user knows it.
std::string unescaped(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '\\' && i + 1 < name.size()) ++i;
    result += name[i];
  }
  return result;
}

}  // namespace

void Unit::error(Index token, std::string_view message) {
  const Position position = source.position(source[token].offset);
  const auto place = std::upper_bound(error_places.begin(), error_places.end(), token);
  errors.insert(errors.begin() + (place - error_places.begin()),
                fmt::format("{}:{}: error: {}", unescaped(position.file), position.line, message));
  error_places.insert(place, token);
}

Index Unit::next_item(Index i, Index last) const {
  const Index next = outline.next_item(i);
  return next <= last ? next : i + 1;
}

std::string Unit::text(Range range) const {
  std::string result;
  std::uint32_t end = 0;
  for (Index i = range.first; i < range.last; ++i) {
    if (is_dropped(source[i].word)) continue;
    if (!result.empty() && source[i].offset != end) result += ' ';
    result += source.text(i);
    end = source[i].offset + source[i].length;
  }
  return result;
}

Index Unit::find_word(Range range, Word word) const {
  for (Index i = range.first; i < range.last; i = next_item(i, range.last))
    if (source[i].word == word) return i;
  return kNone;
}

std::vector<Range> Unit::split_at_commas(Range range) const {
  std::vector<Range> parts;
  if (range.empty()) return parts;
  Index first = range.first;
  for (Index i = range.first; i < range.last; i = next_item(i, range.last)) {
    if (!is_symbol(i, ',')) continue;
    parts.push_back({first, i});
    first = i + 1;
  }
  parts.push_back({first, range.last});
  return parts;
}

std::string Unit::path_of(Index scope) const {
  if (scope == 0) return "::";
  const Scope& here = outline.scope(scope);
  const std::string around = path_of(here.parent);
  const Index keyword = find_word({here.head, here.open}, Word::namespace_);
  if (keyword == kNone) return around;  // extern "C"
  std::string path;
  for (Index i = keyword + 1; i < here.open; i = next_item(i, here.open))
    if (source[i].kind == Kind::identifier && source[i].word == Word::none) path += std::string(source.text(i)) + "::";
  return around + path;
}

Range Unit::in_parentheses(Index i) const {
  if (!is_symbol(i + 1, '(') || outline.partner(i + 1) == kNone) return {i + 1, i + 1};
  return {i + 2, outline.partner(i + 1)};
}

}  // namespace lockstep::translate
