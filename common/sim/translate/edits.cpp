/// @file
/// @brief Merges the edits with the text.
#include "edits.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::translate {

void Edits::replace(Index token, std::string text) { edits_[token].instead = std::move(text); }

void Edits::erase(Index first, Index last) {
  for (Index i = first; i < last; ++i) erase(i);
}

std::string Edits::apply(const Source& source) const {
  struct Piece {
    std::uint32_t offset, length;  ///< what it stands for
    const Edit* edit;              ///< nullptr for a blank
  };
  std::vector<Piece> pieces;
  pieces.reserve(edits_.size() + blanks_.size());
  for (const auto& [token, edit] : edits_) pieces.push_back({source[token].offset, source[token].length, &edit});
  for (const Directive& blank : blanks_) pieces.push_back({blank.offset, blank.length, nullptr});
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.offset < b.offset; });

  const std::string_view text = source.text();
  std::string result;
  result.reserve(text.size() + text.size() / 8);
  std::uint32_t copied = 0;
  for (const auto& [offset, length, edit] : pieces) {
    result += text.substr(copied, offset - copied);
    copied = offset + length;
    if (edit == nullptr) continue;
    result += edit->open;
    if (!edit->erased) {
      result += edit->before;
      result += edit->instead ? std::string_view(*edit->instead) : text.substr(offset, length);
      result += edit->after;
    }
    result += edit->close;
  }
  result += text.substr(copied);
  return result;
}

}  // namespace lockstep::translate
