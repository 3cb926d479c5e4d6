/// @file
/// @brief Cuts a section out of a woven page.
#include "site/pages/version_section.hpp"

#include <fmt/format.h>

#include <regex>

#include "site/weaving/markdown.hpp"
#include "site/numbers/text.hpp"

namespace lockstep::site {
namespace {

std::size_t level_of(const std::string& heading) { return heading.find_first_not_of('#'); }

/// "## v3 · Shared memory" and "## v2 and v3 · More dimensions" name v3.
bool names(const std::string& heading, const std::string& number) {
  const std::size_t point = heading.find("·");
  return point != heading.npos && std::regex_search(heading.substr(0, point), std::regex(fmt::format("\\b{}\\b", number)));
}

/// Listings are those of code in the tree, and parts of the page below a comment that names the code.
std::string without_listings(const std::string& text) {
  static const std::regex kKernel(R"(<!-- code: [^>]*-->\n+\\htmlinclude\[block\] \S+\n)"), kFile(R"(\\include\{lineno\} [^\n]*\n)");
  return std::regex_replace(std::regex_replace(text, kKernel, ""), kFile, "");
}

}  // namespace

std::string version_section(const std::string& woven, const std::string& lesson_label, const std::string& number,
                            const std::string& label) {
  std::string text;
  std::size_t level = 0;  // of the version's heading; 0: outside of its section
  for (MarkdownLines lines(woven); !lines.at_end();) {
    const MarkdownLines::Kind kind = lines.kind();
    if (kind == MarkdownLines::Kind::fence) {
      for (const std::string& line : lines.take_fence())
        if (level > 0) text += line + "\n";
      continue;
    }
    const std::string line = lines.take();
    const bool is_heading = kind == MarkdownLines::Kind::heading;
    if (is_heading && level_of(line) <= level) level = 0;
    if (is_heading && level == 0) {
      if (level_of(line) > 1 && names(line, number)) level = level_of(line);
    } else if (level > 0) {
      text += (is_heading ? replaced_all(line, "{#" + lesson_label + "-", "{#" + label + "-told-") : line) + "\n";
    }
  }
  return without_listings(text);
}

}  // namespace lockstep::site
