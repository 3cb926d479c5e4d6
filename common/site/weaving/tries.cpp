/// @file
/// @brief Reads the tries of a page, and applies their changes to files.
#include "site/weaving/tries.hpp"

#include <fmt/format.h>

#include <regex>
#include <utility>

#include "lockstep/usage_error.hpp"
#include "site/weaving/markdown.hpp"
#include "support/text/text.hpp"

namespace lockstep::site {
namespace {

/// Collects a page's tries, marker by marker.
class TryReader {
 public:
  void obey(std::size_t line, const Marker& marker) {
    if (marker.verb == "try") {
      found_.push_back({.line = line, .edit = edit_of(marker.rest)});
      open_.push_back(marker.verb);
    } else if (marker.verb == "fold") {
      open_.push_back(marker.verb);
    } else if (marker.verb == "answer" && in_try()) {
      found_.back().answer = answer_of(marker.rest);
    } else if (marker.verb == "end" && !open_.empty()) {
      open_.pop_back();
    }
  }

  void see(const std::vector<std::string>& block) {
    if (!in_try() || found_.back().answer.command.empty() || found_.back().copy) return;
    found_.back().copy = "";
    for (std::size_t i = 1; i + 1 < block.size(); ++i) *found_.back().copy += block[i] + "\n";
  }

  std::vector<Try> found() && { return std::move(found_); }

 private:
  bool in_try() const { return !open_.empty() && open_.front() == "try"; }

  std::vector<Try> found_;
  std::vector<std::string> open_;  ///< verbs, the outer ones first
};

}  // namespace

std::optional<Edit> edit_of(const std::string& rest) {
  if (rest.empty()) return std::nullopt;
  static const std::regex kForm(R"((\S+) *\| *(\S.*?) ->(?: (.*))?)");
  std::smatch match;
  const bool formed = std::regex_match(rest, match, kForm);
  const std::string after = formed ? trimmed(match[3].str()) : "";
  if (!formed || after.find(" -> ") != after.npos || match[2] == after)
    throw UsageError("a try is '<!-- try: FILE | OLD TEXT -> NEW TEXT -->' or '<!-- try: -->'");
  return Edit{.file = match[1], .before = trimmed(match[2].str()), .after = after};
}

Answer answer_of(const std::string& rest) {
  static const std::regex kStatus(R"((.*\S) *\| status (\d{1,3}))");
  std::smatch match;
  if (std::regex_match(rest, match, kStatus)) return {.command = match[1], .status = std::stoi(match[2])};
  if (rest.empty()) throw UsageError("an answer is '<!-- answer: COMMAND -->' or '<!-- answer: COMMAND | status 1 -->'");
  return {.command = rest};
}

std::string edited(const std::string& source, const Edit& edit) {
  const std::size_t at = source.find(edit.before);
  if (at == source.npos) throw UsageError(fmt::format("{} has no '{}'", edit.file, edit.before));
  if (source.find(edit.before, at + 1) != source.npos)
    throw UsageError(fmt::format("{} has '{}' more than once: a try changes one place", edit.file, edit.before));
  return source.substr(0, at) + edit.after + source.substr(at + edit.before.size());
}

std::vector<Try> tries_of(const std::string& markdown) {
  TryReader reader;
  for (MarkdownLines lines(markdown); !lines.at_end();) {
    const std::size_t line = lines.number();
    if (lines.kind() == MarkdownLines::Kind::fence)
      reader.see(lines.take_fence());
    else if (lines.kind() == MarkdownLines::Kind::marker)
      try {
        reader.obey(line, marker_in(lines.take_marker()));
      } catch (const UsageError& error) {
        throw UsageError(fmt::format("{}: {}", line, error.what()));
      }
    else
      lines.take();
  }
  return std::move(reader).found();
}

}  // namespace lockstep::site
