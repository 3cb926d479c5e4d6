/// @file
/// @brief Makes a page for Doxygen of a Markdown file of the tree: outputs, figures, charts and numbers come in where its comments ask.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "site/weaving/page_map.hpp"
#include "site/numbers/scratch.hpp"
#include "site/weaving/shelf.hpp"

namespace lockstep::site {

/// A page as Doxygen reads it, and the pieces of HTML that it includes.
struct WovenPage {
  std::string text{};
  std::map<std::string, std::string> parts{};    ///< by file name
  std::map<std::string, std::string> scripts{};  ///< by file name: what the page loads when it is needed
  std::size_t steps = 0;                         ///< of the page's player; 0: it has none
  std::vector<std::string> wrong{};              ///< where the Markdown differs from runs and records, a line each
};

/// A listing as HTML, and its file, from the root.
struct ShownCode {
  std::string path{}, html{};
};

/// What is needed to make a page.
struct Loom {
  PageMap& pages;
  const RecordShelf& records;
  const Scratch& scratch;
  /// Text for markers without an argument: `<!-- map -->` and the like.
  std::map<std::string, std::function<std::string()>> inserts;
  /// The listing for `<!-- kernel: REST -->`; none where the page is not a lesson's.
  std::function<ShownCode(const std::string& rest)> kernel{};
};

/// @param path   of the Markdown file, from the root: its page is `loom.pages.at(path)`
/// @param lesson  whose records are meant where none is named; may be empty
/// @throws UsageError  one line, with the place, where a marker, a link or a command fails
WovenPage woven(const std::string& path, const std::string& markdown, const std::string& lesson, Loom& loom);

/// A block of text as it was printed.
std::string verbatim_block(const std::string& text);

/// Precedes a part that shows code of that file: the search index counts its words.
std::string code_comment(const std::string& path);

/// A part that opens when its summary is clicked. As HTML around Markdown, because Doxygen splits a <details> into several.
std::string folded(const std::string& summary, const std::string& markdown);

}  // namespace lockstep::site
