/// @file
/// @brief Each form in which grades are written, read back as those who use it would.
#include "grading/verdict/grades.hpp"

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "catch.hpp"
#include "grading/reports/autolab.hpp"
#include "grading/reports/grades_csv.hpp"
#include "grading/reports/grades_json.hpp"
#include "grading/reports/grades_junit.hpp"
#include "grading/reports/gradescope.hpp"
#include "support/text/clean_text.hpp"
#include "well_formed.hpp"

using lockstep::clean_line;
using lockstep::first_not_utf8;
using namespace lockstep::testing;
using nlohmann::json;
using namespace std::string_literals;

namespace {

const std::string kEvil = "\x1b[31m<b>&\"]]>\0\x01\xff"s;

// Passed the first of two parts, and has no GPU.
Grade alice() {
  Grade grade{"alice", "04_dot_product", GradeStatus::graded, "", 7, 1.25, {}};
  grade.parts = {{"part1", "correct on round sizes", 3, true, false, {}},
                 {"part2", "correct on ragged sizes", 2.5, false, false, {"sum[0] is 3; 4 is right", "in line 12"}},
                 {"part3", "as fast as the library", 1, false, true, {}}};
  return grade;
}

Grade broken() {
  Grade grade = alice();
  grade.student = "bob";
  grade.status = GradeStatus::broken;
  grade.message = "there is no exercise.cu in it";
  for (PartGrade& part : grade.parts) part = {part.name, part.title, part.of, false, part.optional, {}};
  return grade;
}

Grade evil() {
  Grade grade = alice();
  grade.student = grade.message = kEvil;
  grade.parts[1].title = kEvil;
  grade.parts[1].diagnostics = {kEvil, kEvil};
  return grade;
}

// The fields of CSV, as RFC 4180 says.
std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows{{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = rows.back().back();
    if (quoted && text.compare(i, 2, "\"\"") == 0)
      field += text[i++];
    else if (text[i] == '"')
      quoted = !quoted;
    else if (!quoted && text[i] == ',')
      rows.back().push_back("");
    else if (!quoted && text.compare(i, 2, "\r\n") == 0 && i++ > 0)
      rows.push_back({""});
    else
      field += text[i];
  }
  REQUIRE_FALSE(quoted);
  REQUIRE(rows.back() == std::vector<std::string>{""});
  rows.pop_back();
  return rows;
}

}  // namespace

TEST_CASE("points are those of the parts that passed, and optional parts come on top") {
  Grade grade = alice();
  REQUIRE(grade.points() == 3);
  REQUIRE(grade.of() == 5.5);
  for (PartGrade& part : grade.parts) part.passed = true;
  REQUIRE(grade.points() == 6.5);
  REQUIRE(grade.of() == 5.5);
  REQUIRE(broken().points() == 0);
  REQUIRE(broken().of() == 5.5);
}

// ---- CSV ------------------------------------------------------------------------------------------------------------

TEST_CASE("the table has a row for each student and a column for each part") {
  REQUIRE(to_csv({alice(), broken()}) ==
          "student,points,of,part1,part2,part3,status,message\r\n"
          "alice,3,5.5,3,0,0,graded,\r\n"
          "bob,0,5.5,0,0,0,broken,there is no exercise.cu in it\r\n");
  REQUIRE(to_csv({}) == "student,points,of,status,message\r\n");
}

TEST_CASE("a part that only some have leaves the others' fields empty") {
  Grade less = alice();
  less.student = "less";
  less.parts.resize(1);
  const auto rows = parse_csv(to_csv({less, alice()}));
  REQUIRE(rows.at(1) == std::vector<std::string>{"less", "3", "3", "3", "", "", "graded", ""});
  REQUIRE(rows.at(2).size() == rows.at(0).size());
}

TEST_CASE("whatever is in a name or message, it stays in its field and on its line") {
  const std::string text = GENERATE("a,b", "say \"no\"", "\"", "a\r\nb,c\nd", " a ", "Größe");
  Grade grade = alice();
  grade.student = text;
  grade.message = text;
  const auto rows = parse_csv(to_csv({grade, alice()}));
  REQUIRE(rows.size() == 3);
  REQUIRE(rows[1].size() == 8);
  REQUIRE(rows[1].front() == clean_line(text));
  REQUIRE(rows[1].back() == clean_line(text));
}

TEST_CASE("a spreadsheet takes no name and no message for a formula") {
  const std::string text = GENERATE("=HYPERLINK(\"http://a\")", "+1+1", "-1", "@SUM(A1)", "\t=1+1", "\r\n=1+1", " =1+1", "＝1+1");
  Grade grade = alice();
  grade.student = text;
  grade.message = text;
  const auto row = parse_csv(to_csv({grade})).at(1);
  REQUIRE(row.front().starts_with("'"));
  REQUIRE(row.back().starts_with("'"));
}

// ---- JUnit ----------------------------------------------------------------------------------------------------------

TEST_CASE("JUnit has a suite for each student and a case for each part") {
  const std::string xml = to_junit({alice(), broken()});
  REQUIRE(is_well_formed(xml));
  pugi::xml_document document;
  REQUIRE(document.load_string(xml.c_str()));
  const auto suites = document.child("testsuites").children("testsuite");
  REQUIRE(std::distance(suites.begin(), suites.end()) == 2);

  const pugi::xml_node first = *suites.begin(), second = first.next_sibling();
  REQUIRE(first.attribute("name").value() == "alice"s);
  REQUIRE(first.attribute("tests").as_int() == 3);
  REQUIRE(first.attribute("failures").as_int() == 1);
  REQUIRE(first.attribute("errors").as_int() == 0);
  REQUIRE(first.attribute("skipped").as_int() == 1);
  REQUIRE(first.attribute("time").value() == "1.250"s);
  std::vector<std::string> outcomes;
  for (const pugi::xml_node test : first.children("testcase")) outcomes.push_back(test.first_child().name());
  REQUIRE(outcomes == std::vector<std::string>{"", "failure", "skipped"});
  const pugi::xml_node failed = first.first_child().next_sibling();
  REQUIRE(failed.attribute("name").value() == "part2: correct on ragged sizes"s);
  REQUIRE(failed.attribute("classname").value() == "04_dot_product.alice"s);
  REQUIRE(failed.child("failure").attribute("message").value() == "sum[0] is 3; 4 is right"s);
  REQUIRE(failed.child_value("failure") == "sum[0] is 3; 4 is right\nin line 12"s);

  REQUIRE(second.attribute("errors").as_int() == 3);
  REQUIRE(second.attribute("failures").as_int() == 0);
  REQUIRE(second.first_child().child("error").attribute("message").value() == "there is no exercise.cu in it"s);
}

TEST_CASE("JUnit's XML holds whatever a student wrote") {
  const std::string xml = to_junit({evil()});
  REQUIRE(first_not_utf8(xml) == xml.npos);
  for (const char c : xml) REQUIRE((static_cast<unsigned char>(c) >= 0x20 || c == '\n'));
  REQUIRE(xml.find("&#") == xml.npos);  // XML 1.0 forbids &#1; as it forbids the character
  pugi::xml_document document;
  REQUIRE(document.load_string(xml.c_str()));
  REQUIRE(document.child("testsuites").child("testsuite").attribute("name").value() == clean_line(kEvil));
}

// ---- Gradescope and Autolab -----------------------------------------------------------------------------------------

TEST_CASE("Gradescope gets the score and a test for each part") {
  const json results = json::parse(to_gradescope(alice()));
  REQUIRE(results.at("score") == 3);
  REQUIRE(results.at("execution_time") == 2);
  REQUIRE(results.at("output") == "04_dot_product: 3 of 5.5 points");
  REQUIRE(results.at("visibility") == "visible");
  const json& tests = results.at("tests");
  REQUIRE(tests.size() == 3);
  REQUIRE(tests[0] == json{{"name", "correct on round sizes"},
                           {"number", "1"},
                           {"score", 3.0},
                           {"max_score", 3.0},
                           {"status", "passed"},
                           {"output", "passed"},
                           {"output_format", "text"},
                           {"visibility", "visible"}});
  REQUIRE(tests[1].at("score") == 0);
  REQUIRE(tests[1].at("max_score") == 2.5);
  REQUIRE(tests[1].at("status") == "failed");
  REQUIRE(tests[1].at("output") == "sum[0] is 3; 4 is right\nin line 12");
  REQUIRE(tests[2].at("max_score") == 0);
  double sum = 0;
  for (const json& test : tests) sum += test.at("score").get<double>();
  REQUIRE(sum == results.at("score"));
}

TEST_CASE("Gradescope is told what is wrong with a broken submission") {
  const json results = json::parse(to_gradescope(broken()));
  REQUIRE(results.at("score") == 0);
  REQUIRE(results.at("output") == "04_dot_product: 0 of 5.5 points\nthere is no exercise.cu in it");
  for (const json& test : results.at("tests")) {
    REQUIRE(test.at("status") == "failed");
    REQUIRE(test.at("output") == "there is no exercise.cu in it");
  }
}

TEST_CASE("Gradescope's JSON holds whatever a student wrote, but nothing that a terminal obeys") {
  const json results = json::parse(to_gradescope(evil()));
  REQUIRE(results.at("tests")[1].at("name") == clean_line(kEvil));
  REQUIRE(results.dump().find("\\u001b") == std::string::npos);
}

TEST_CASE("Autolab gets one line") {
  REQUIRE(to_autolab(alice()) == "{\"scores\":{\"part1\":3.0,\"part2\":0.0,\"part3\":0.0},\"scoreboard\":[3.0]}\n");
  REQUIRE(json::parse(to_autolab(broken())).at("scoreboard") == json{0});
  Grade grade = alice();
  grade.parts[0].name = "part1: sum\n";
  REQUIRE(to_autolab(grade).find("part1: ") == std::string::npos);
  REQUIRE(to_autolab(grade).find('\n') + 1 == to_autolab(grade).size());
}

// ---- JSON -----------------------------------------------------------------------------------------------------------

TEST_CASE("a grade comes back from its JSON") {
  Grade large = alice();
  large.seed = UINT64_MAX;
  large.seconds = 0.1;
  large.parts[0].of = 1.0 / 3;
  Grade controls = alice();
  controls.message = "a\0\x01\n\"\\"s;
  for (const Grade& grade : {alice(), broken(), large, controls, Grade{}}) REQUIRE(from_json(to_json(grade)) == grade);
}

TEST_CASE("a grade whose text is not UTF-8 is written all the same") {
  const auto grade = from_json(to_json(evil()));
  REQUIRE(grade);
  REQUIRE(grade->points() == evil().points());
}

TEST_CASE("a part of a grade's JSON, or another's, is no grade") {
  const std::string whole = to_json(alice());
  for (std::size_t length = 0; length + 2 < whole.size(); ++length) REQUIRE_FALSE(from_json(whole.substr(0, length)));
  const json all = json::parse(whole);
  for (const auto& [key, value] : all.items()) {
    CAPTURE(key);
    json changed = all;
    changed.erase(key);
    REQUIRE_FALSE(from_json(changed.dump()));
    changed[key] = json::object({{"x", 1}});
    REQUIRE_FALSE(from_json(changed.dump()));
  }
  json more = all;
  more["points"] = 5.5;
  REQUIRE_FALSE(from_json(more.dump()));
  more = all;
  more["status"] = "perfect";
  REQUIRE_FALSE(from_json(more.dump()));
}
