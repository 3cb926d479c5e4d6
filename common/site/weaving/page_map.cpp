/// @file
/// @brief Finds the page of each link's file, and writes the link anew.
#include "site/weaving/page_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>

#include "lockstep/usage_error.hpp"
#include "site/numbers/text.hpp"
#include "support/text/markup.hpp"

namespace lockstep::site {
namespace {

namespace fs = std::filesystem;

constexpr const char* kListOfConcepts = "docs/concepts/README.md";  // the pages that it names are below it in the menu

std::string from_root(const std::string& target, const std::string& from) {
  return (fs::path(from).parent_path() / target).lexically_normal().string();
}

bool leaves_the_site(const std::string& target) {
  return target.find("://") != target.npos || target.starts_with("mailto:") || target.starts_with("@ref");
}

/// Doxygen sees no emphasis within its own links, only around them, and no code at all.
std::string linked(const std::string& words, const std::string& label, const std::string& anchor) {
  const bool emphasised = words.size() > 2 && words.starts_with('*') && words.ends_with('*');
  if (emphasised) return fmt::format("*[{}](@ref {}{})*", words.substr(1, words.size() - 2), label, anchor);
  if (words.find('`') == words.npos) return fmt::format("[{}](@ref {}{})", words, label, anchor);
  const std::string html = std::regex_replace(markup_escaped(words), std::regex("`([^`]*)`"), "<code>$1</code>");
  return fmt::format("<a href=\"{}.html{}\">{}</a>", label == "mainpage" ? "index" : label, anchor.empty() ? "" : "#" + label + anchor,
                     html);
}

}  // namespace

std::string PageMap::source_label(const std::string& path) {
  std::string label = "source_";
  for (const char c : path) label += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return label;
}

const Target& PageMap::at(const std::string& path) const {
  const auto found = pages_.find(path);
  if (found == pages_.end()) throw UsageError(fmt::format("no page shows {}", path));
  return found->second;
}

std::string PageMap::reference(const std::string& words, const std::string& target, const std::string& from) {
  static const std::regex kStep(R"((.+)#step=([1-9]\d{0,5}))");
  if (std::smatch match; std::regex_match(target, match, kStep)) return step_reference(words, from_root(match[1], from), match[2], from);
  const std::size_t hash = target.find('#');
  const std::string file = target.substr(0, hash), anchor = hash == target.npos ? "" : "-" + anchor_of(target.substr(hash + 1));
  const std::string path = file.empty() ? from : from_root(file, from);
  const auto found = pages_.find(path);
  if (found != pages_.end() && from == kListOfConcepts && path != from)
    return fmt::format("\\subpage {} \"{}\"", found->second.label, words);
  if (found != pages_.end()) return linked(words, found->second.label, anchor);
  if (path.starts_with("solutions/")) throw UsageError(fmt::format("{} links to {}: the site shows no solutions", from, target));
  if (!fs::is_regular_file(root_ / path)) throw UsageError(fmt::format("{} links to {}, which does not exist", from, target));
  const std::lock_guard lock(mutex_);
  sources_.insert(path);
  return linked(words, source_label(path), "");
}

// As HTML: Doxygen does not know the anchor, which is the player's.
std::string PageMap::step_reference(const std::string& words, const std::string& path, const std::string& step, const std::string& from) {
  const std::string label = at(path).label;
  const std::lock_guard lock(mutex_);
  step_links_.push_back({.from = from, .path = path, .step = std::stoul(step)});
  return fmt::format("<a href=\"{}.html#step={}\">{}</a>", label, step, markup_escaped(words));
}

std::string PageMap::picture(const std::string& alternative, const std::string& target, const std::string& from) {
  const std::string path = from_root(target, from);
  if (!fs::is_regular_file(root_ / path)) throw UsageError(fmt::format("{} shows {}, which does not exist", from, target));
  std::string name = path;
  for (char& c : name)
    if (c == '/') c = '_';
  const std::lock_guard lock(mutex_);
  pictures_[name] = path;
  return fmt::format("<img src=\"{}\" alt=\"{}\"/>", name, markup_escaped(alternative));
}

std::string PageMap::relinked(const std::string& text, const std::string& from) {
  static const std::regex kLink(R"((!?)\[([^\[\]]*)\]\(([^)\s]+)\))");
  return replaced(text, kLink, [&](const std::smatch& match) {
    std::string words = match[2];
    std::ranges::replace(words, '\n', ' ');  // Doxygen takes a link over two lines for text, and all that follows it too
    if (match[1] == "!") return picture(words, match[3], from);
    return leaves_the_site(match[3]) ? fmt::format("[{}]({})", words, match[3].str()) : reference(words, match[3], from);
  });
}

}  // namespace lockstep::site
