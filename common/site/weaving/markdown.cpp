/// @file
/// @brief Tells headings, blocks of code and comments from other lines.
#include "site/weaving/markdown.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <regex>

#include "site/numbers/text.hpp"
#include "support/text/text.hpp"

namespace lockstep::site {

MarkdownLines::MarkdownLines(const std::string& markdown) : lines_(lines_of(markdown)) {}

MarkdownLines::Kind MarkdownLines::kind() const {
  if (line().empty()) return Kind::blank;
  if (line().starts_with("```") || line().starts_with("~~~")) return Kind::fence;
  if (line().starts_with("<!-- ")) return Kind::marker;
  if (line().starts_with("#")) return Kind::heading;
  if (line().starts_with("\\include")) return Kind::listing;
  return Kind::prose;
}

std::vector<std::string> MarkdownLines::take_fence() {
  const std::string fence = line().substr(0, line().find_first_not_of(line().front()));
  std::vector<std::string> block{take()};
  while (!at_end() && !line().starts_with(fence)) block.push_back(take());
  if (!at_end()) block.push_back(take());
  return block;
}

std::vector<std::string> MarkdownLines::take_marker() {
  std::vector<std::string> comment{take()};
  while (!at_end() && comment.back().find("-->") == std::string::npos) comment.push_back(take());
  return comment;
}

std::vector<std::string> MarkdownLines::take_rows() {
  std::vector<std::string> rows;
  while (!at_end() && line().starts_with("|")) rows.push_back(take());
  return rows;
}

std::string MarkdownLines::take_prose() {
  std::string text = take();
  while (!at_end() && kind() == Kind::prose) text += "\n" + take();
  return text;
}

std::optional<std::size_t> accidental_item(const std::string& paragraph) {
  static const std::regex kItem(R"(\s*(\d{1,9})[.)]\s.*)");
  const std::vector<std::string> lines = lines_of(paragraph);
  int last = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch item;
    if (!std::regex_match(lines[i], item, kItem)) continue;
    const int number = std::stoi(item[1]);
    if (i > 0 && number != 1 && number != last + 1) return i;  // a paragraph may continue a list that began above it
    last = number;
  }
  return std::nullopt;
}

Marker marker_in(const std::vector<std::string>& lines) {
  constexpr std::size_t kOpening = 4;  // of "<!--"
  const std::string comment = trimmed(fmt::format("{}", fmt::join(lines, " ")));
  const std::string text = trimmed(comment.substr(kOpening, comment.rfind("-->") - kOpening));
  const std::size_t colon = text.find(':');
  return {.verb = text.substr(0, colon), .rest = colon == text.npos ? "" : trimmed(text.substr(colon + 1))};
}

std::vector<PlacedMarker> markers_of(const std::string& markdown) {
  std::vector<PlacedMarker> found;
  for (MarkdownLines lines(markdown); !lines.at_end();) {
    const std::size_t line = lines.number();
    if (lines.kind() == MarkdownLines::Kind::fence)
      lines.take_fence();
    else if (lines.kind() == MarkdownLines::Kind::marker)
      found.push_back({line, marker_in(lines.take_marker())});
    else
      lines.take();
  }
  return found;
}

}  // namespace lockstep::site
