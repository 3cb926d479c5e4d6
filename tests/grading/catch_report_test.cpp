/// @file
/// @brief Reports of Catch2: of the version that is installed, of both as they are recorded here, and some that cannot be relied on.
#include "grading/verdict/catch_report.hpp"

#include "catch.hpp"
#include "support/processes/process.hpp"

using lockstep::run_program;
using namespace lockstep::testing;

namespace {

using Lines = std::vector<std::string>;

// What this program's own hidden cases report.
std::string report_of_fixture(const std::string& tag) {
  return run_program(LOCKSTEP_BINARY_DIR "/grading_tests", {"--reporter", "xml", "--order", "decl", tag}).out;
}

const std::string kHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

const std::string kCases = R"(
    <TestCase name="passes" tags="[part1][points:3]" filename="f.cpp" line="3">
      <OverallResult success="true"/>
    </TestCase>
    <TestCase name="fails" tags="[part2][points:2]" filename="f.cpp" line="4">
      <Info>
        size := 33
      </Info>
      <Expression success="false" type="REQUIRE" filename="f.cpp" line="4">
        <Original>
          complaint == ""
        </Original>
        <Expanded>
          "sum is 3" == ""
        </Expanded>
      </Expression>
      <OverallResult success="false"/>
    </TestCase>)";

// 2.13.10's report.
std::string version2(const std::string& cases,
                     const std::string& end = "<OverallResultsCases successes=\"1\" failures=\"1\" expectedFailures=\"0\"/>") {
  return kHead + "<Catch name=\"f\">\n  <Group name=\"f\">" + cases +
         "\n    <OverallResults successes=\"1\" failures=\"1\" expectedFailures=\"0\"/>\n    "
         "<OverallResultsCases successes=\"1\" failures=\"1\" expectedFailures=\"0\"/>\n  </Group>\n  "
         "<OverallResults successes=\"1\" failures=\"1\" expectedFailures=\"0\"/>\n  " +
         end + "\n</Catch>";
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += with.size()) text.replace(at, what.size(), with);
  return text;
}

// 3.7.1's report.
std::string version3(const std::string& cases,
                     const std::string& end = "<OverallResultsCases successes=\"1\" failures=\"1\" expectedFailures=\"0\" skips=\"0\"/>") {
  return kHead + "<Catch2TestRun name=\"f\" rng-seed=\"1\" xml-format-version=\"3\" catch2-version=\"3.7.1\">" +
         replaced(cases, "<Info>", "<Info filename=\"f.cpp\" line=\"4\">") +
         "\n  <OverallResults successes=\"1\" failures=\"1\" expectedFailures=\"0\" skips=\"0\"/>\n  " + end + "\n</Catch2TestRun>\n";
}

std::string complaint(const std::string& xml, const Lines& expected = {"passes", "fails"}) {
  const CatchReport report = read_catch_report(xml, expected);
  REQUIRE(report.complaint.find('\n') == std::string::npos);
  return report.complaint;
}

}  // namespace

TEST_CASE("the report of the Catch2 that is installed is read") {
  const CatchReport report =
      read_catch_report(report_of_fixture("[fixture]"), {"fixture: passes", "fixture: fails <&>", "fixture: throws", "fixture: may fail"});
  REQUIRE(report.complaint == "");
  REQUIRE(report.cases.size() == 4);
  REQUIRE(report.cases[0].passed);
  REQUIRE(report.cases[0].messages.empty());
  const auto tags = part_tags(report.cases[0].tags);
  REQUIRE(tags);
  REQUIRE(tags->part == "part1");
  REQUIRE(tags->points == 3);
  REQUIRE_FALSE(tags->optional);

  REQUIRE(report.cases[1].name == "fixture: fails <&>");
  REQUIRE_FALSE(report.cases[1].passed);
  REQUIRE(part_tags(report.cases[1].tags)->points == 2.5);
  REQUIRE(report.cases[1].messages ==
          Lines{"lanes := 31", "a warp has <32> lanes\\x1B[2J", "CHECK(lanes == 32) with 31 == 32", "said \"no\"", "  and why"});

  REQUIRE_FALSE(report.cases[2].passed);
  REQUIRE(part_tags(report.cases[2].tags)->optional);
  REQUIRE(report.cases[2].messages == Lines{"thrown\\x01"});
  REQUIRE_FALSE(report.cases[3].passed);  // though Catch2 lets it
}

TEST_CASE("the report of a program that ended early is not complete") {
  const std::string xml = report_of_fixture("[fixture],[fixture-end]");
  REQUIRE_FALSE(
      complaint(xml, {"fixture: passes", "fixture: fails <&>", "fixture: throws", "fixture: may fail", "fixture: ends the program"})
          .empty());
}

TEST_CASE("reports of both versions say the same") {
  for (const std::string& xml : {version2(kCases), version3(kCases)}) {
    CAPTURE(xml);
    const CatchReport report = read_catch_report(xml, {"fails", "passes"});
    REQUIRE(report.complaint == "");
    REQUIRE(report.is_complete());
    REQUIRE(report.cases.size() == 2);
    REQUIRE(report.cases[0].passed);
    REQUIRE(report.cases[0].tags == Lines{"part1", "points:3"});
    REQUIRE_FALSE(report.cases[1].passed);
    REQUIRE(report.cases[1].messages == Lines{"size := 33", "REQUIRE(complaint == \"\") with \"sum is 3\" == \"\""});
  }
}

TEST_CASE("a report that is cut anywhere is not complete") {
  for (const std::string& whole : {version2(kCases), version3(kCases)})
    for (std::size_t length = 0; length < whole.rfind('<') + 1; length += 7) {
      CAPTURE(length);
      REQUIRE_FALSE(complaint(whole.substr(0, length)).empty());
    }
}

TEST_CASE("a report must end with the number of cases that it holds") {
  REQUIRE(complaint(version2(kCases, "")) == "the tests' report does not end with their number");
  REQUIRE(complaint(version3(kCases, "")) == "the tests' report does not end with their number");
  for (const char* end : {"<OverallResultsCases successes=\"1\" failures=\"0\" expectedFailures=\"0\"/>",
                          "<OverallResultsCases successes=\"9\" failures=\"1\" expectedFailures=\"0\"/>"}) {
    REQUIRE(complaint(version2(kCases, end)).ends_with(", but holds 2"));
    REQUIRE(complaint(version3(kCases, end)).ends_with(", but holds 2"));
  }
}

TEST_CASE("the names of the cases must be those that are expected, each once") {
  for (const std::string& xml : {version2(kCases), version3(kCases)}) {
    REQUIRE(complaint(xml, {"passes", "fails", "other"}) == "the test case 'other' is not in the report");
    REQUIRE(complaint(xml, {"passes"}) == "the test case 'fails' is in the report more often than it should be");
    REQUIRE(complaint(xml, {"passes", "other"}) == "the test case 'fails' is in the report more often than it should be");
    REQUIRE(complaint(xml, {"passes", "passes", "fails"}) == "the test case 'passes' is not in the report");
  }
  const std::string twice = R"(<TestCase name="passes" tags=""><OverallResult success="true"/></TestCase>)";
  REQUIRE(complaint(version3(twice + twice)) == "the test case 'passes' is in the report more often than it should be");
}

TEST_CASE("what is no report of Catch2 is refused") {
  for (const char* text : {"", "passed", "{}", "<html/>", "<Catch/>", "<Catch2TestRun></Catch2TestRun>",
                           "<testsuites><OverallResultsCases successes=\"2\" failures=\"0\"/></testsuites>"})
    REQUIRE_FALSE(complaint(text).empty());
}

TEST_CASE("a case passes only where nothing in it failed, nothing was skipped, and its result says so") {
  const std::string body = GENERATE(R"(<OverallResult success="false"/>)", R"(<OverallResult/>)",
                                    R"(<OverallResult success="true" skips="1"/>)", R"(<Failure></Failure><OverallResult success="true"/>)",
                                    R"(<Section name="s"><Failure>no</Failure></Section><OverallResult success="true"/>)",
                                    R"(<Expression success="false" type="CHECK"/><OverallResult success="true"/>)",
                                    R"(<Expression/><Exception>e</Exception><OverallResult success="true"/>)",
                                    R"(<FatalErrorCondition>SIGSEGV</FatalErrorCondition><OverallResult success="true"/>)");
  CAPTURE(body);
  const std::string cases =
      R"(<TestCase name="passes" tags=""><OverallResult success="true"/></TestCase><TestCase name="fails" tags="">)" + body + "</TestCase>";
  for (const std::string& xml : {version2(cases), version3(cases)}) {
    const CatchReport report = read_catch_report(xml, {"passes", "fails"});
    REQUIRE(report.complaint == "");
    REQUIRE(report.cases[0].passed);
    REQUIRE_FALSE(report.cases[1].passed);
    REQUIRE_FALSE(report.cases[1].messages.empty());
  }
}

TEST_CASE("tags say which part it is and what it is worth") {
  struct Case {
    Lines tags;
    bool good;
  };
  const Case one = GENERATE(values<Case>({{{"part1", "points:3"}, true},
                                          {{"points:0.5", "gpu", "part10"}, true},
                                          {{"part1", "points:0"}, true},
                                          {{"part1"}, false},
                                          {{"points:3"}, false},
                                          {{"part1", "part2", "points:3"}, false},
                                          {{"part1", "points:3", "points:30"}, false},
                                          {{"part1", "points:"}, false},
                                          {{"part1", "points:-3"}, false},
                                          {{"part1", "points:1e9"}, false},
                                          {{"part1", "points:nan"}, false},
                                          {{"part1", "points:3x"}, false}}));
  CAPTURE(one.tags);
  REQUIRE(part_tags(one.tags).has_value() == one.good);
}
