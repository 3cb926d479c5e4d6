/// @file
/// @brief A hazard as text of 80 columns, with the lines of the source.
#include <fmt/format.h>

#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>

#include "lockstep/sim/check.hpp"
#include "observation/observation.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "support/text/text.hpp"

namespace lockstep::sim {

namespace {

std::string place(const std::string& file, unsigned line) { return fmt::format("{}:{}", short_path(file), line); }

// Further lines are aligned with the text, not with the label.
std::string labelled(std::string_view label, std::string_view text) {
  const std::size_t indent = display_width(label);
  return std::string(label) + wrapped(text, kScreenWidth - indent, indent) + '\n';
}

// The line as it stands in the source, without its indentation; nothing where the file cannot be read.
std::string quoted(const std::string& file, unsigned number) {
  std::ifstream source(file);
  std::string line;
  for (unsigned i = 0; i < number; ++i)
    if (!std::getline(source, line)) return {};
  const std::string code = trimmed(line);
  if (code.empty()) return {};
  const std::string label = fmt::format("  {:>5} | ", number);
  return label + cut_to(code, kScreenWidth - display_width(label)) + '\n';
}

}  // namespace

std::string to_string(const Hazard& hazard) {
  std::string what = fmt::format("{}: {}", name_of(hazard.severity), hazard.kind);
  if (!hazard.kernel.empty()) what += fmt::format(" in kernel {}", hazard.kernel);
  if (hazard.line != 0) what += fmt::format(", {}", place(hazard.file, hazard.line));
  std::string text = labelled("lockstep: ", what);
  if (hazard.line != 0) text += quoted(hazard.file, hazard.line);
  if (hazard.other_line != 0)
    text += fmt::format("  {} {}\n", hazard.kind == "race" ? "after" : "and", place(hazard.other_file, hazard.other_line));
  if (hazard.other_line != 0) text += quoted(hazard.other_file, hazard.other_line);
  if (!hazard.threads.empty()) text += labelled("  ", hazard.threads);
  if (!hazard.message.empty()) text += labelled("  ", hazard.message);
  if (!hazard.fix.empty()) text += labelled("  Fix: ", hazard.fix);
  if (!hazard.witness.empty()) text += labelled("  Witness: ", hazard.witness);
  if (hazard.count > 1) text += fmt::format("  {} times\n", hazard.count);
  return text;
}

}  // namespace lockstep::sim
