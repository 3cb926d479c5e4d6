/// @file
/// @brief Merges the edits with the text.
#include "sim/translate/source/edits.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::translate {
namespace {

/// Writes the result from left to right. `text_` is what is edited; all offsets are into it.
class Writer {
 public:
  Writer(const Source& source, Columns columns) : source_(source), text_(source.text()), columns_(columns) {
    result_.reserve(text_.size() + text_.size() / 8);
  }

  void insert(std::string_view text) { result_ += text; }

  /// Writes `text`, which stands for what is at `offset`, in its column.
  void put(std::uint32_t offset, std::string_view text) {
    const bool is_line_end = text.empty() || text.front() == '\n';
    if (columns_ == Columns::kept && !is_line_end) align(offset);
    result_ += text;
  }

  void copy(std::uint32_t begin, std::uint32_t end) {
    const std::size_t word = std::min<std::size_t>(text_.find_first_not_of(" \t\r", begin), end);
    result_ += text_.substr(begin, word - begin);
    put(static_cast<std::uint32_t>(word), text_.substr(word, end - word));
    const std::size_t line_end = text_.substr(begin, end - begin).rfind('\n');
    if (line_end == std::string_view::npos) return;
    line_ = begin + line_end + 1;
    result_line_ = result_.size() - (end - line_);
  }

  std::string result() && { return std::move(result_); }

 private:
  void align(std::uint32_t offset) {
    const std::size_t column = offset - line_;
    const std::size_t reached = result_.size() - result_line_;
    if (reached == column || !source_.is_own(offset)) return;
    if (reached > column) {
      const Position position = source_.position(offset);
      result_.append("\n# ").append(std::to_string(position.line)).append(" \"").append(position.file).append("\"\n");
      result_line_ = result_.size();
    }
    result_.append(column - (result_.size() - result_line_), ' ');
  }

  const Source& source_;
  std::string_view text_;
  Columns columns_;
  std::string result_;
  std::size_t line_ = 0;         ///< where the current line starts in the text
  std::size_t result_line_ = 0;  ///< and in the result
};

}  // namespace

void Edits::replace(Index token, std::string text) { edits_[token].instead = std::move(text); }

void Edits::erase(Index first, Index last) {
  for (Index i = first; i < last; ++i) erase(i);
}

std::string Edits::apply(const Source& source, Columns columns) const {
  struct Piece {
    std::uint32_t offset, length;  ///< what it stands for
    const Edit* edit;              ///< nullptr for a blank
  };
  std::vector<Piece> pieces;
  pieces.reserve(edits_.size() + blanks_.size());
  for (const auto& [token, edit] : edits_) pieces.push_back({source[token].offset, source[token].length, &edit});
  for (const Directive& blank : blanks_) pieces.push_back({blank.offset, blank.length, nullptr});
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.offset < b.offset; });

  Writer writer(source, columns);
  std::uint32_t copied = 0;
  for (const auto& [offset, length, edit] : pieces) {
    writer.copy(copied, offset);
    copied = offset + length;
    if (edit == nullptr) continue;
    writer.insert(edit->open);
    if (!edit->erased) {
      writer.insert(edit->before);
      if (edit->instead)
        writer.put(offset, *edit->instead);
      else
        writer.copy(offset, copied);
      writer.insert(edit->after);
    }
    writer.insert(edit->close);
  }
  writer.copy(copied, static_cast<std::uint32_t>(source.text().size()));
  return std::move(writer).result();
}

}  // namespace lockstep::translate
