/// @file
/// @brief Writes JUnit's XML. Its texts are cleaned: XML 1.0 has no way to write a control character.
#include "grading/reports/grades_junit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "support/text/clean_text.hpp"

namespace lockstep::grading {
namespace {

/// What became of a part, as JUnit calls it; empty where it passed.
std::string outcome(const Grade& grade, const PartGrade& part) {
  if (part.passed) return "";
  if (grade.status == GradeStatus::broken) return "error";
  return part.optional ? "skipped" : "failure";
}

void set(pugi::xml_node node, const char* name, const std::string& value) { node.append_attribute(name) = clean_line(value).c_str(); }

std::ptrdiff_t count(const Grade& grade, const std::string& what) {
  return std::count_if(grade.parts.begin(), grade.parts.end(), [&](const PartGrade& part) { return outcome(grade, part) == what; });
}

void add_case(pugi::xml_node suite, const Grade& grade, const PartGrade& part) {
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "classname", grade.lesson + "." + grade.student);
  set(test, "name", part.title.empty() ? part.name : part.name + ": " + part.title);
  const std::string what = outcome(grade, part);
  if (what.empty()) return;
  pugi::xml_node node = test.append_child(what.c_str());
  set(node, "message", part.diagnostics.empty() ? grade.message : part.diagnostics.front());
  if (!part.diagnostics.empty()) node.text() = clean_text(fmt::format("{}", fmt::join(part.diagnostics, "\n"))).c_str();
}

void add_suite(pugi::xml_node suites, const Grade& grade) {
  pugi::xml_node suite = suites.append_child("testsuite");
  set(suite, "name", grade.student);
  set(suite, "tests", std::to_string(grade.parts.size()));
  set(suite, "failures", std::to_string(count(grade, "failure")));
  set(suite, "errors", std::to_string(count(grade, "error")));
  set(suite, "skipped", std::to_string(count(grade, "skipped")));
  set(suite, "time", fmt::format("{:.3f}", grade.seconds));
  for (const PartGrade& part : grade.parts) add_case(suite, grade, part);
}

}  // namespace

std::string to_junit(const std::vector<Grade>& grades) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node suites = document.append_child("testsuites");
  for (const Grade& grade : grades) add_suite(suites, grade);
  std::ostringstream text;
  document.save(text, "  ", pugi::format_default, pugi::encoding_utf8);
  return text.str();
}

}  // namespace lockstep::grading
