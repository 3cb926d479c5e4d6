/// @file
/// @brief Pragmas that only nvcc knows would be warnings here, which the course treats as errors.
#include <algorithm>

#include "sim/translate/rewrites/rewrites.hpp"

namespace lockstep::translate {
namespace {

/// The first word after `#pragma`, or nothing.
std::string_view pragma_name(std::string_view line) {
  constexpr std::string_view kSpace = " \t";
  const auto next_word = [&line, kSpace] {
    line.remove_prefix(std::min(line.find_first_not_of(kSpace), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(" \t("));
    line.remove_prefix(word.size());
    return word;
  };
  line.remove_prefix(1);
  if (next_word() != "pragma") return {};
  return next_word();
}

bool is_nvcc_pragma(std::string_view name) {
  return name == "unroll" || name == "nounroll" || name == "hd_warning_disable" || name.starts_with("nv_");
}

}  // namespace

bool is_for_nvcc(const Unit& unit, const Directive& directive) {
  return is_nvcc_pragma(pragma_name(unit.source.text().substr(directive.offset, directive.length)));
}

void rewrite_pragmas(Unit& unit) {
  for (const Directive& directive : unit.source.directives())
    if (is_for_nvcc(unit, directive)) unit.edits.blank(directive);
}

}  // namespace lockstep::translate
