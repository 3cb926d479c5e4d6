/// @file
/// @brief Reads a page's markers and blocks, and does to texts what they say.
#include "page_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace lockstep::testing {
namespace {

constexpr std::string_view kAnything = "…";

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Of what a program prints, blank lines at the end cannot be seen.
std::vector<std::string> without_blank_end(std::vector<std::string> lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

/// How many backticks a fence has; 0 where the line is none.
std::size_t fence(const std::string& line) {
  const std::size_t ticks = std::min(line.find_first_not_of('`'), line.size());
  return ticks >= 3 ? ticks : 0;
}

/// "$ COMMAND", and its output.
Command command_of(const std::string& block, int status) {
  if (!block.starts_with("$ ")) throw std::runtime_error("a block of 'run' begins with '$ ' and the command");
  const std::size_t end = block.find('\n');
  return {block.substr(2, end - 2), status, block.substr(end + 1)};
}

/// What a marker and the block below it tell the reader to do.
std::variant<WholeFile, InsertedLines, Command> meaning(const std::string& marker, const std::string& block) {
  static const std::regex file("file: (\\S+)"), insert("insert: (\\S+), below: (.+)"), run("run(?:: status (\\d+))?");
  std::smatch part;
  if (std::regex_match(marker, part, file)) return WholeFile{part[1], block};
  if (std::regex_match(marker, part, insert)) return InsertedLines{part[1], part[2], block};
  if (std::regex_match(marker, part, run)) return command_of(block, part[1].matched ? std::stoi(part[1]) : 0);
  throw std::runtime_error("there is no marker '" + marker + "'");
}

/// The text between `<!-- ` and ` -->`; empty where the line is no such comment.
std::string comment(const std::string& line) {
  static const std::regex form("<!-- (.*) -->");
  std::smatch part;
  return std::regex_match(line, part, form) ? part[1].str() : std::string{};
}

/// The lines without a blank one between them that end above line `at`, over blank ones.
std::string paragraph_above(const std::vector<std::string>& lines, std::size_t at) {
  while (at > 0 && lines[at - 1].empty()) --at;
  std::string text;
  for (; at > 0 && !lines[at - 1].empty(); --at) text.insert(0, lines[at - 1] + '\n');
  return text;
}

/// A reader does not see markers: the text has to name the file, too.
void require_named(const std::string& path, const std::string& paragraph) {
  if (paragraph.find('`' + path + '`') == std::string::npos) throw std::runtime_error("the text above does not name `" + path + '`');
}
void require_named(const WholeFile& file, const std::string& paragraph) { require_named(file.path, paragraph); }
void require_named(const InsertedLines& file, const std::string& paragraph) { require_named(file.path, paragraph); }
void require_named(const Command&, const std::string&) {}

/// Where `piece` stands in `text`, as whole lines. @throws std::runtime_error unless it is there once
std::size_t only_place(const std::string& text, const std::string& piece) {
  const std::string all = '\n' + text, wanted = '\n' + piece;
  const std::size_t at = all.find(wanted);
  if (at == std::string::npos) throw std::runtime_error("there is no such place in the file:\n" + piece);
  if (all.find(wanted, at + 1) != std::string::npos) throw std::runtime_error("the file has more than one such place:\n" + piece);
  return at;
}

/// Whether `line` is what `pattern` says.
bool meets(std::string_view pattern, std::string_view line) {
  const std::size_t gap = pattern.find(kAnything);
  if (gap == std::string_view::npos) return pattern == line;
  if (!line.starts_with(pattern.substr(0, gap))) return false;
  pattern.remove_prefix(gap + kAnything.size());
  for (std::size_t from = gap; from <= line.size(); ++from)
    if (meets(pattern, line.substr(from))) return true;
  return false;
}

}  // namespace

std::vector<Step> steps_of(const std::string& page) {
  const std::vector<std::string> lines = lines_of(page);
  std::vector<Step> steps;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t ticks = fence(lines[i]), first = i;
    if (ticks == 0) continue;
    std::string block;
    for (++i; i < lines.size() && !(fence(lines[i]) >= ticks && lines[i].find_first_not_of('`') == std::string::npos); ++i)
      block += lines[i] + '\n';
    const std::string marker = first > 0 ? comment(lines[first - 1]) : "";
    try {
      if (i == lines.size()) throw std::runtime_error("this block has no end");
      if (marker.empty()) throw std::runtime_error("no marker stands before this block");
      steps.push_back({first, meaning(marker, block)});
      std::visit([&](const auto& what) { require_named(what, paragraph_above(lines, first - 1)); }, steps.back().what);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("line {} of the page: {}", first + 1, error.what()));
    }
  }
  const auto markers = std::ranges::count_if(
      lines, [](const std::string& line) { return std::regex_search(line, std::regex("^<!-- (file|insert|run)\\b")); });
  if (static_cast<std::size_t>(markers) != steps.size())
    throw std::runtime_error(fmt::format("the page has {} markers, but {} blocks below them", markers, steps.size()));
  return steps;
}

std::string with_lines_below(const std::string& text, const std::string& beginning, const std::string& lines) {
  const std::size_t at = only_place(text, beginning);
  std::string longer = text;
  return longer.insert(std::min(text.find('\n', at), text.size() - 1) + 1, lines);
}

std::string first_unmet(const std::string& pattern, const std::string& text) {
  const std::vector<std::string> wanted = lines_of(pattern), lines = without_blank_end(lines_of(text));
  std::size_t at = 0;
  bool skips = false;  // after a line that stands for any lines
  for (const std::string& want : wanted) {
    if (want == kAnything) {
      skips = true;
      continue;
    }
    while (skips && at < lines.size() && !meets(want, lines[at])) ++at;
    if (at == lines.size() || !meets(want, lines[at])) return want;
    ++at;
    skips = false;
  }
  return skips || at == lines.size() ? "" : "(the end, before: " + lines[at] + ")";
}

}  // namespace lockstep::testing
