/// @file
/// @brief A hazard as text of 80 columns, with the lines of the source.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>

#include "lockstep/sim/check.hpp"
#include "sim/engine/program/source_lines.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kColumns = 80;

const char* word_for(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

std::string place(const std::string& file, unsigned line) { return fmt::format("{}:{}", short_path(file), line); }

// Columns of UTF-8 text: the bytes that begin a character.
std::size_t width(std::string_view text) {
  std::size_t columns = 0;
  for (const char byte : text) columns += (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
  return columns;
}

// Breaks text between words; a line of the text stays a line of its own. `first` begins it, and further lines stand below that.
std::string wrapped(std::string_view first, std::string_view text) {
  const std::string indent(width(first), ' ');
  std::string all(first);
  std::size_t column = width(first);
  bool at_start = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    if (!at_start && column + 1 + width(word) > kColumns) {
      all += '\n' + indent;
      column = indent.size();
      at_start = true;
    }
    if (!word.empty()) {
      if (!at_start) all += ' ';
      all += word;
      column += width(word) + (at_start ? 0 : 1);
      at_start = false;
    }
    if (end < text.size() && text[end] == '\n') {
      all += '\n' + indent;
      column = indent.size();
      at_start = true;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all + '\n';
}

// The line as it stands in the source, without its indentation; nothing where the file cannot be read.
std::string quoted(const std::string& file, unsigned number) {
  std::ifstream source(file);
  std::string line;
  for (unsigned i = 0; i < number; ++i)
    if (!std::getline(source, line)) return {};
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return {};
  line = line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
  std::string text = fmt::format("  {:>5} | ", number);
  if (width(text) + width(line) <= kColumns) return text + line + '\n';
  const std::size_t kept = kColumns - 1 - width(text);
  while (width(line) > kept || (static_cast<unsigned char>(line.back()) & 0xC0) == 0x80) line.pop_back();
  return text + line + "…\n";
}

}  // namespace

std::string to_string(const Hazard& hazard) {
  std::string what = fmt::format("{}: {}", word_for(hazard.severity), hazard.kind);
  if (!hazard.kernel.empty()) what += fmt::format(" in kernel {}", hazard.kernel);
  if (hazard.line != 0) what += fmt::format(", {}", place(hazard.file, hazard.line));
  std::string text = wrapped("lockstep: ", what);
  if (hazard.line != 0) text += quoted(hazard.file, hazard.line);
  if (hazard.other_line != 0)
    text += fmt::format("  {} {}\n", hazard.kind == "race" ? "after" : "and", place(hazard.other_file, hazard.other_line));
  if (hazard.other_line != 0) text += quoted(hazard.other_file, hazard.other_line);
  if (!hazard.threads.empty()) text += wrapped("  ", hazard.threads);
  if (!hazard.message.empty()) text += wrapped("  ", hazard.message);
  if (!hazard.fix.empty()) text += wrapped("  Fix: ", hazard.fix);
  if (!hazard.witness.empty()) text += wrapped("  Witness: ", hazard.witness);
  if (hazard.count > 1) text += fmt::format("  {} times\n", hazard.count);
  return text;
}

}  // namespace lockstep::sim
