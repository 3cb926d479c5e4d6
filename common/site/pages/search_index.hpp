/// @file
/// @brief What the site's search box finds: which words are in which section, and their synonyms.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lockstep::site {

class PageMap;

/// Pages go in one by one. docs/site/search.js reads the result, and says how hits are ranked.
class SearchIndex {
 public:
  /// @param root  the folder that the pages' `\include` lines start from
  explicit SearchIndex(std::filesystem::path root) : root_(std::move(root)) {}

  /// Adds the words of a page, and of the code that it includes.
  /// @param markdown  as Doxygen reads it; each section begins with a heading that has a label: `## Heading {#label}`
  void add(const std::string& markdown);

  /// Adds a file of lines `PAGE: words, words`; docs/site/synonyms.txt says what they mean. All pages must have been added.
  /// @throws UsageError with the file and the line where a line has another form, or its page or section is not there
  void add_synonyms(const std::string& file, const PageMap& pages);

  /// As search.js wants it.
  std::string json() const;

 private:
  struct Section {
    std::size_t page;  ///< the page's own section, which is its first
    std::string label, heading;
  };
  struct Synonym {
    std::string words;
    std::size_t section;
    std::string why;  ///< set if the course has no page on the topic and this section is the nearest; otherwise empty
  };

  void begin_section(const std::string& heading, bool of_page);
  void count(const std::string& text);
  void add_synonym_line(const std::string& line, const PageMap& pages);
  std::size_t section_of(const std::string& target, const PageMap& pages) const;

  std::filesystem::path root_;
  std::vector<Section> sections_;
  std::map<std::string, std::map<std::size_t, int>> words_;  ///< how often each is in which sections
  std::vector<Synonym> synonyms_;
};

}  // namespace lockstep::site
