/// @file
/// @brief One row a student, one column a part.
#include "grading/reports/grades_csv.hpp"

#include <algorithm>

#include "grading/reports/csv.hpp"
#include "grading/reports/leaderboard.hpp"

namespace lockstep::grading {
namespace {

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
  return part == grade.parts.end() ? "" : csv_field(part->points());
}

}  // namespace

std::string to_csv(const std::vector<Grade>& grades) {
  const std::vector<std::string> parts = names_of_parts(grades);
  std::vector<std::string> header{"student", "points", "of"};
  for (const std::string& part : parts) header.push_back(csv_field(part));
  const bool ranks = std::ranges::any_of(grades, &Grade::is_compared);
  if (ranks) header.insert(header.end(), {"rank", "cost"});
  header.insert(header.end(), {"status", "message"});

  const auto places = places_of(grades);
  std::string table = csv_row(header);
  for (std::size_t i = 0; i < grades.size(); ++i) {
    const Grade& grade = grades[i];
    std::vector<std::string> fields{csv_field(grade.student), csv_field(grade.points()), csv_field(grade.of())};
    for (const std::string& part : parts) fields.push_back(points_of(grade, part));
    if (ranks) fields.insert(fields.end(), {places[i] ? std::to_string(*places[i]) : "", cost_text(grade)});
    fields.insert(fields.end(), {to_string(grade.status), csv_field(grade.message)});
    table += csv_row(fields);
  }
  return table;
}

}  // namespace lockstep::grading
