/// @file
/// @brief Cuts pages into sections, and their text into words.
#include "site/pages/search_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <regex>
#include <string_view>

#include "lockstep/usage_error.hpp"
#include "site/weaving/markdown.hpp"
#include "site/weaving/page_map.hpp"
#include "site/numbers/text.hpp"
#include "support/text/text.hpp"

namespace lockstep::site {
namespace {

/// A word that is in more than one of this many sections does not help to find any of them.
constexpr std::size_t kCommonIn = 4;

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Letters, digits and underscores in a row, in lower case: `atomicAdd` is one word, and so is `__syncthreads`.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_of_word(text[at])) continue;
    std::string word;
    for (; at < text.size() && is_of_word(text[at]); ++at) word += static_cast<char>(std::tolower(static_cast<unsigned char>(text[at])));
    const bool has_letter = std::ranges::any_of(word, [](unsigned char c) { return std::isalpha(c) != 0; });
    if (word.size() > 1 && has_letter) words.push_back(word);
  }
  return words;
}

/// Markdown without the parts that a reader does not see: targets of links, Doxygen's commands, tags.
std::string seen(const std::string& markdown) {
  static const std::regex kUnseen(R"re(\]\([^)]*\)|\\(subpage|htmlinclude)(\[\w*\])?\s+\S+|\\[a-z]+(\[\w*\]|\{\w*\})?|)re"
                                  R"re(</?(a|br|code|details|div|em|figure|img|p|pre|span|sub|summary|sup)\b[^<>]*>)re");
  return std::regex_replace(markdown, kUnseen, " ");
}

/// How often a word is in a section, as the index stores it: once, a few times, often.
int times_class(int times) {
  constexpr int kOften = 5;
  return times == 1 ? 0 : times < kOften ? 1 : 2;
}

constexpr std::size_t kTimesClasses = 3;

}  // namespace

void SearchIndex::add(const std::string& markdown) {
  bool of_page = true;
  for (MarkdownLines lines(markdown); !lines.at_end();) switch (lines.kind()) {
      case MarkdownLines::Kind::heading:
        begin_section(lines.take(), of_page);
        of_page = false;
        break;
      case MarkdownLines::Kind::listing: {
        const std::string line = lines.take();
        count(read_page(root_ / trimmed(line.substr(line.find_last_of(' ')))));
        break;
      }
      case MarkdownLines::Kind::fence:
        for (const std::string& line : lines.take_fence()) count(line);
        break;
      case MarkdownLines::Kind::marker:
        if (const Marker marker = marker_in(lines.take_marker()); marker.verb == "code") count(read_page(root_ / marker.rest));
        break;
      case MarkdownLines::Kind::blank:
      case MarkdownLines::Kind::prose:
        count(seen(lines.take_prose()));
        break;
    }
}

void SearchIndex::begin_section(const std::string& heading, bool of_page) {
  static const std::regex kHeading(R"(#+ (.*) \{#([^}]*)\})");
  std::smatch match;
  if (!std::regex_match(heading, match, kHeading)) throw UsageError(fmt::format("a heading of a page has no label: '{}'", heading));
  const std::size_t page = of_page ? sections_.size() : sections_.back().page;
  sections_.push_back({.page = page, .label = match[2], .heading = std::regex_replace(match[1].str(), std::regex(R"([`*\\])"), "")});
}

void SearchIndex::count(const std::string& text) {
  for (const std::string& word : words_of(text)) ++words_[word][sections_.size() - 1];
}

void SearchIndex::add_synonyms(const std::string& file, const PageMap& pages) {
  const std::vector<std::string> lines = lines_of(read_page(root_ / file));
  for (std::size_t i = 0; i < lines.size(); ++i) try {
      if (!lines[i].empty() && !lines[i].starts_with('#')) add_synonym_line(lines[i], pages);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}:{}: {}", file, i + 1, error.what()));
    }
}

void SearchIndex::add_synonym_line(const std::string& line, const PageMap& pages) {
  static const std::regex kLine(R"((\S+\.md(?:#\S+)?)(?: \((.+)\))?: (.+))");
  std::smatch match;
  if (!std::regex_match(line, match, kLine)) throw UsageError("a line is 'PAGE.md[#heading][ (why)]: words, words'");
  const std::size_t section = section_of(match[1], pages);
  for (const std::string& words : split(match[3].str(), ',')) synonyms_.push_back({words, section, match[2]});
}

std::size_t SearchIndex::section_of(const std::string& target, const PageMap& pages) const {
  const std::size_t hash = target.find('#');
  std::string label = pages.at(target.substr(0, hash)).label;
  if (hash != target.npos) label += "-" + target.substr(hash + 1);
  const auto found = std::ranges::find(sections_, label, &Section::label);
  if (found == sections_.end()) throw UsageError(fmt::format("there is no section {}", target));
  return static_cast<std::size_t>(found - sections_.begin());
}

std::string SearchIndex::json() const {
  using nlohmann::json;
  json sections = json::array(), words = json::object(), common = json::array(), synonyms = json::array();
  for (const Section& section : sections_) sections.push_back({section.page, section.label, section.heading});
  for (const auto& [word, places] : words_) {
    if (places.size() * kCommonIn > sections_.size()) {
      common.push_back(word);
      continue;
    }
    json& numbers = words[word] = json::array();
    std::size_t before = 0;
    for (const auto& [section, times] : places) {
      numbers.push_back((section - before) * kTimesClasses + static_cast<std::size_t>(times_class(times)));
      before = section;
    }
  }
  for (const Synonym& synonym : synonyms_) synonyms.push_back({synonym.words, synonym.section, synonym.why});
  return json{{"sections", sections}, {"words", words}, {"common", common}, {"synonyms", synonyms}}.dump();
}

}  // namespace lockstep::site
