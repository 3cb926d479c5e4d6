/// @file
/// @brief One row a student, one column a part.
#include "grading/reports/grades_csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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

std::string field(const std::string& untrusted) {
  std::string text = clean_line(untrusted);
  if (begins_like_formula(text)) text = fmt::format("'{}", text);
  if (text.find_first_of(",\"") == text.npos) return text;
  std::string quoted;
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return fmt::format("\"{}\"", quoted);
}

std::string number(double points) { return fmt::format("{:.6g}", points); }

/// The names of all students' parts, in the order in which they first appear.
std::vector<std::string> names_of_parts(const std::vector<Grade>& grades) {
  std::vector<std::string> names;
  for (const Grade& grade : grades)
    for (const PartGrade& part : grade.parts)
      if (std::find(names.begin(), names.end(), part.name) == names.end()) names.push_back(part.name);
  return names;
}

std::string points_of(const Grade& grade, const std::string& name) {
  const auto part = std::find_if(grade.parts.begin(), grade.parts.end(), [&](const PartGrade& one) { return one.name == name; });
  return part == grade.parts.end() ? "" : number(part->points());
}

std::string row(const std::vector<std::string>& fields) { return fmt::format("{}\r\n", fmt::join(fields, ",")); }

}  // namespace

std::string to_csv(const std::vector<Grade>& grades) {
  const std::vector<std::string> parts = names_of_parts(grades);
  std::vector<std::string> header{"student", "points", "of"};
  for (const std::string& part : parts) header.push_back(field(part));
  header.insert(header.end(), {"status", "message"});

  std::string table = row(header);
  for (const Grade& grade : grades) {
    std::vector<std::string> fields{field(grade.student), number(grade.points()), number(grade.of())};
    for (const std::string& part : parts) fields.push_back(points_of(grade, part));
    fields.insert(fields.end(), {to_string(grade.status), field(grade.message)});
    table += row(fields);
  }
  return table;
}

}  // namespace lockstep::grading
