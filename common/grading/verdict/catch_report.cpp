/// @file
/// @brief The two forms of the report, and what makes one complete.
///
/// 2.13: Catch/Group/TestCase; 3.x: Catch2TestRun/TestCase. Both end with the number of cases that passed and failed, which a program
/// that was ended before its time did not write.
#include "grading/verdict/catch_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <pugixml.hpp>
#include <sstream>
#include <string_view>
#include <utility>

#include "support/text/clean_text.hpp"

namespace lockstep::grading {
namespace {

std::vector<std::string> split_tags(const std::string& text) {
  std::vector<std::string> tags;
  for (std::size_t at = 0; (at = text.find('[', at)) != text.npos;) {
    const std::size_t end = std::min(text.find(']', at), text.size());
    tags.push_back(text.substr(at + 1, end - at - 1));
    at = end;
  }
  return tags;
}

/// The lines of a text, without blank ones at its ends. They stay indented, except the first, which Catch2 indents.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(clean_text(text));
  for (std::string line; std::getline(stream, line);) {
    std::ranges::replace(line, '\t', ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    if (lines.empty()) line.erase(0, line.find_first_not_of(' '));
    if (!line.empty() || !lines.empty()) lines.push_back(std::move(line));
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

/// Adds the lines of `text`, unless they are there already, one after the other: Catch2 repeats the same INFO for each assertion.
void add_lines(const std::string& text, std::vector<std::string>& lines) {
  const std::vector<std::string> more = lines_of(text);
  if (std::ranges::search(lines, more).empty()) lines.insert(lines.end(), more.begin(), more.end());
}

/// What INFO and CAPTURE said before the assertion.
void add_infos(pugi::xml_node failure, std::vector<std::string>& lines) {
  pugi::xml_node first = failure;
  while (std::string(first.previous_sibling().name()) == "Info") first = first.previous_sibling();
  for (; first != failure; first = first.next_sibling()) add_lines(first.text().get(), lines);
}

void add_expression(pugi::xml_node expression, std::vector<std::string>& lines) {
  for (const char* why : {"Exception", "FatalErrorCondition"})
    if (const pugi::xml_node node = expression.child(why)) return add_lines(node.text().get(), lines);
  const std::string original = clean_line(expression.child_value("Original")), expanded = clean_line(expression.child_value("Expanded"));
  add_lines(fmt::format("{}({}){}", expression.attribute("type").value(), original, expanded == original ? "" : " with " + expanded),
            lines);
}

void add_failure(pugi::xml_node failure, std::vector<std::string>& lines) {
  add_infos(failure, lines);
  if (std::string(failure.name()) == "Expression")
    add_expression(failure, lines);
  else
    add_lines(failure.text().get(), lines);
}

CaseReport case_from(pugi::xml_node test) {
  const auto failures = test.select_nodes(
      ".//Expression[@success!='true'] | .//Failure | .//Exception[not(parent::Expression)] | "
      ".//FatalErrorCondition[not(parent::Expression)]");
  const pugi::xml_node result = test.child("OverallResult");
  const bool succeeded = std::string(result.attribute("success").value()) == "true" && result.attribute("skips").as_int() == 0;
  CaseReport report{
      clean_line(test.attribute("name").value()), split_tags(test.attribute("tags").value()), succeeded && failures.empty(), {}};
  for (const pugi::xpath_node& failure : failures) add_failure(failure.node(), report.messages);
  if (!report.passed && report.messages.empty()) report.messages.push_back("it did not pass, and gave no reason");
  return report;
}

/// How many cases there were, as the report says; -1 where it does not.
long stated_cases(pugi::xml_node run) {
  const pugi::xml_node totals = run.child("OverallResultsCases");
  if (!totals) return -1;
  long sum = 0;
  for (const char* kind : {"successes", "failures", "expectedFailures", "skips"}) sum += totals.attribute(kind).as_int();
  return sum;
}

std::string complaint_about_names(const std::vector<CaseReport>& cases, const std::vector<std::string>& expected) {
  std::map<std::string, int> left;
  for (const std::string& name : expected) ++left[clean_line(name)];
  for (const CaseReport& one : cases)
    if (--left[one.name] < 0) return fmt::format("the test case '{}' is in the report more often than it should be", one.name);
  for (const auto& [name, missing] : left)
    if (missing > 0) return fmt::format("the test case '{}' is not in the report", name);
  return {};
}

}  // namespace

CatchReport read_catch_report(const std::string& xml, const std::vector<std::string>& expected) {
  CatchReport report;
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(xml.data(), xml.size());
  const pugi::xml_node run = document.document_element();
  for (const pugi::xpath_node& test :
       document.select_nodes("/Catch/Group/TestCase[OverallResult] | /Catch2TestRun/TestCase[OverallResult]"))
    report.cases.push_back(case_from(test.node()));

  const long stated = stated_cases(run);
  if (!parsed)
    report.complaint = fmt::format("the tests' report is not complete: {}", parsed.description());
  else if (stated < 0)
    report.complaint = "the tests' report does not end with their number";
  else if (stated != static_cast<long>(report.cases.size()))
    report.complaint = fmt::format("the tests' report says that there are {}, but holds {}", stated, report.cases.size());
  else
    report.complaint = complaint_about_names(report.cases, expected);
  return report;
}

std::optional<PartTags> part_tags(const std::vector<std::string>& tags) {
  constexpr std::string_view kPoints = "points:";
  PartTags found;
  int parts = 0, points = 0;
  for (const std::string& tag : tags) {
    if (tag == "gpu") found.optional = true;
    if (tag.starts_with("part")) {
      ++parts;
      found.part = tag;
    }
    if (!tag.starts_with(kPoints)) continue;
    const std::string number = tag.substr(kPoints.size());
    if (number.empty() || number.find_first_not_of("0123456789.") != number.npos) return std::nullopt;
    found.points = std::strtod(number.c_str(), nullptr);
    ++points;
  }
  return parts == 1 && points == 1 ? std::optional(found) : std::nullopt;
}

}  // namespace lockstep::grading
