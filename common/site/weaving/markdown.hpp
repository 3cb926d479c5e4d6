/// @file
/// @brief A Markdown file of the tree, line by line: what each line begins, and where that ends.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::site {

/// A comment `<!-- verb: rest -->` at the beginning of a line.
struct Marker {
  std::string verb{}, rest{};
};

/// Goes from the first line to the last.
class MarkdownLines {
 public:
  enum class Kind { blank, fence, marker, heading, listing, prose };

  explicit MarkdownLines(const std::string& markdown);

  bool at_end() const { return at_ == lines_.size(); }
  // Where it is not at the end:
  const std::string& line() const { return lines_[at_]; }
  std::size_t number() const { return at_ + 1; }
  Kind kind() const;

  /// The line.
  std::string take() { return lines_[at_++]; }
  /// A block of code with the lines around it. A fence of four backticks may hold one of three.
  std::vector<std::string> take_fence();
  /// A comment, which may span several lines.
  std::vector<std::string> take_marker();
  /// The rows of the table that begins here; none if no table does.
  std::vector<std::string> take_rows();
  /// A paragraph, or a part of one up to the next line that says something of its own.
  std::string take_prose();

 private:
  std::vector<std::string> lines_;
  std::size_t at_ = 0;
};

/// The first line of a paragraph, from 0, whose number Markdown takes for that of a list item, though there is no list before it; none if
/// all is well. "… instead of\n47. The lanes …" would lose its 47.
std::optional<std::size_t> accidental_item(const std::string& paragraph);

/// The marker in the comment on those lines.
Marker marker_in(const std::vector<std::string>& lines);

/// A marker with the line where it begins, from 1.
struct PlacedMarker {
  std::size_t line = 0;
  Marker marker{};
};

/// All markers of a page outside of blocks of code.
std::vector<PlacedMarker> markers_of(const std::string& markdown);

}  // namespace lockstep::site
