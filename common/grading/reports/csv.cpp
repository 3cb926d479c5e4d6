/// @file
/// @brief Quotes fields.
#include "grading/reports/csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "support/text/clean_text.hpp"

namespace lockstep::grading {
namespace {

/// Spreadsheets run what begins like this, in whatever quotes; the last four are the full-width forms of the first.
bool begins_like_formula(std::string_view text) {
  for (const char* begin : {"=", "+", "-", "@", "＝", "＋", "－", "＠"})
    if (text.starts_with(begin)) return true;
  return false;
}

}  // namespace

std::string csv_field(const std::string& untrusted) {
  std::string text = clean_line(untrusted);
  if (begins_like_formula(text)) text = fmt::format("'{}", text);
  if (text.find_first_of(",\"") == text.npos) return text;
  std::string quoted;
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return fmt::format("\"{}\"", quoted);
}

std::string csv_field(double number) { return fmt::format("{:.6g}", number); }

std::string csv_row(const std::vector<std::string>& fields) { return fmt::format("{}\r\n", fmt::join(fields, ",")); }

}  // namespace lockstep::grading
