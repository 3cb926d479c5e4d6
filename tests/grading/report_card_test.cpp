/// @file
/// @brief The report card, read back as a browser would: nothing that a student wrote becomes markup.
#include "grading/reports/report_card.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <set>

#include "catch.hpp"
#include "grading/intake/source_places.hpp"
#include "grading/reports/plain_drawing.hpp"
#include "support/svg/svg.hpp"
#include "support/text/base64.hpp"
#include "support/text/clean_text.hpp"
#include "support/text/markup.hpp"
#include "well_formed.hpp"

using lockstep::clean_line;
using lockstep::clean_text;
using lockstep::first_not_utf8;
using lockstep::shortened;
using lockstep::to_base64;
using namespace lockstep::grading;
using namespace lockstep::testing;
using namespace std::string_literals;

namespace {

const std::string kEvilMarkup =
    "\x1b[31m</pre></style></title>\"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;\0\x01\xff\xe2\x80\xae"s;

// Fails the second of three parts at line 2, and has no GPU.
Grade some_grade() {
  Grade grade{"alice", "04_dot_product", GradeStatus::graded, "", 7, 1.25, {}};
  grade.parts = {{"part1", "right at round sizes", 3, true, false, {}},
                 {"part2", "right at every size", 2.5, false, false, {"sum[0] is 3; 4 is right", "see exercise.cu:2."}},
                 {"part3", "no hazards", 1, false, false, {"a race"}},
                 {"part4", "as fast as the library", 1, false, true, {}}};
  return grade;
}

Grade broken_grade() {
  Grade grade = some_grade();
  grade.status = GradeStatus::broken;
  grade.message = "exercise.cu:1: a ; is missing";
  for (PartGrade& part : grade.parts) {
    part.passed = false;
    part.diagnostics.clear();
  }
  return grade;
}

const CardMaterial kMaterial{"line one\n\tline two\nline three\n", "<svg><text>mine</text></svg>", "<svg><text>theirs</text></svg>"};

/// The page as a tree; what a browser repairs in silence fails here.
struct Page {
  explicit Page(const std::string& html) : text(html) {
    REQUIRE(is_well_formed(html));
    REQUIRE(tree.load_string(html.c_str(), pugi::parse_full | pugi::parse_ws_pcdata));
  }

  std::vector<pugi::xml_node> all(const std::string& xpath) const {
    std::vector<pugi::xml_node> nodes;
    for (const auto& found : tree.select_nodes(xpath.c_str())) nodes.push_back(found.node());
    return nodes;
  }
  pugi::xml_node one(const std::string& xpath) const {
    CAPTURE(xpath);
    REQUIRE(all(xpath).size() == 1);
    return all(xpath).front();
  }
  std::string words(const std::string& xpath) const { return one(xpath).text().get(); }

  std::string text;
  pugi::xml_document tree;
};

/// All text within a node.
std::string words_in(pugi::xml_node node) {
  std::string words;
  for (const auto& found : node.select_nodes(".//text()")) words += found.node().value();
  return words;
}

std::set<std::string> values(const Page& page, const std::string& xpath) {
  std::set<std::string> found;
  for (const auto& attribute : page.tree.select_nodes(xpath.c_str())) found.insert(attribute.attribute().value());
  return found;
}

std::set<std::string> names(const Page& page) {
  std::set<std::string> found;
  for (const pugi::xml_node node : page.all("//*")) found.insert(node.name());
  return found;
}

}  // namespace

// ---- What it shows --------------------------------------------------------------------------------------------------

TEST_CASE("a card shows the total and every part") {
  const Page page(to_report_card(some_grade(), kMaterial));
  REQUIRE(page.words("//title") == "alice, 04_dot_product: 3 of 6.5 points");
  REQUIRE(page.words("//h1/bdi") == "alice");
  REQUIRE(words_in(page.one("//p[@class='total']")) == "3 of 6.5 points");
  std::vector<std::string> rows;
  for (const pugi::xml_node row : page.all("//tbody/tr")) {
    std::string cells;
    for (const pugi::xml_node cell : row.children("td")) cells += words_in(cell) + "|";
    rows.push_back(cells);
  }
  REQUIRE(rows == std::vector<std::string>{"part1|right at round sizes|3 / 3|✓ passed|", "part2|right at every size|0 / 2.5|✗ failed|",
                                           "part3|no hazards|0 / 1|✗ failed|", "part4|as fast as the library extra|0 / 1|– not run|"});
  REQUIRE(words_in(page.one("//footer")) == "Lesson 04_dot_product · inputs from seed 7 · graded in 1.2 s");
}

TEST_CASE("points for extra parts are said to be extra") {
  Grade grade = some_grade();
  for (PartGrade& part : grade.parts) part.passed = true;
  const Page page(to_report_card(grade, kMaterial));
  REQUIRE(words_in(page.one("//p[@class='total']")) == "7.5 of 6.5 points, 1 of them extra");
  REQUIRE(page.all("//section").empty());
}

TEST_CASE("failed parts follow in their order, and the first is where to begin") {
  const Page page(to_report_card(some_grade(), kMaterial));
  const auto sections = page.all("//section");
  REQUIRE(sections.size() == 2);
  REQUIRE(words_in(sections[0].child("header")) == "right at every sizebegin herepart2");
  REQUIRE(words_in(sections[0].child("pre")) == "sum[0] is 3; 4 is right\nsee exercise.cu:2.\n");
  REQUIRE(words_in(sections[1].child("header")) == "no hazardspart3");
  REQUIRE(page.words("//*[@class='begin']") == "begin here");
}

TEST_CASE("a part that failed without a word has a section, but not one that needs a GPU") {
  Grade grade = some_grade();
  for (PartGrade& part : grade.parts) part.diagnostics.clear();
  const Page page(to_report_card(grade, kMaterial));
  REQUIRE(page.all("//section").size() == 2);
  REQUIRE(words_in(page.all("//section/p").front()) == "This part did not pass; nothing more is known about it.");
}

TEST_CASE("a broken submission shows first what is wrong with it") {
  const Page page(to_report_card(broken_grade(), {"int main\n", "", "<svg/>"}));
  const pugi::xml_node first = page.one("//main").first_element_by_path("p");
  REQUIRE(first.attribute("class").value() == "broken"s);
  REQUIRE(words_in(first) == "Nothing could be runexercise.cu:1: a ; is missing");
  REQUIRE(page.one("//p[@class='broken']/a").attribute("href").value() == "#L1"s);
  REQUIRE(page.all("//section").empty());
  for (const pugi::xml_node row : page.all("//tbody/tr")) REQUIRE(words_in(row.last_child().previous_sibling()) == "– not run");
}

TEST_CASE("a message beside a grade is shown") {
  Grade grade = some_grade();
  grade.message = "2 links were left out";
  REQUIRE(Page(to_report_card(grade, kMaterial)).words("//p[@class='note']") == "2 links were left out");
}

TEST_CASE("the source has line numbers, and a diagnostic's line is marked and linked") {
  const Page page(to_report_card(some_grade(), kMaterial));
  const auto lines = page.all("//pre[@class='source']/span");
  REQUIRE(lines.size() == 3);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    REQUIRE(lines[i].attribute("id").value() == fmt::format("L{}", i + 1));
    REQUIRE(lines[i].child_value("a") == std::to_string(i + 1));
  }
  REQUIRE(lines[1].child_value("code") == "\tline two\n"s);
  REQUIRE(page.one("//span[@class='named']").attribute("id").value() == "L2"s);
  REQUIRE(page.one("//section/pre//a").attribute("href").value() == "#L2"s);
  REQUIRE(page.words("//section/pre//a") == "exercise.cu:2");
}

TEST_CASE("a link points to an anchor that is there") {
  Grade grade = some_grade();
  grade.parts[1].diagnostics = {
      "exercise.cu:0 exercise.cu:3:7: exercise.cu:4 exercise.cu:99999999999999999999 exercise.cu:-1 exercise.cu:"};
  for (const Grade& each : {grade, broken_grade()}) {
    const Page page(to_report_card(each, kMaterial));
    const std::set<std::string> anchors = values(page, "//@id"), links = values(page, "//@href");
    REQUIRE(page.all("//*[@id]").size() == anchors.size());
    REQUIRE(links.count("#L3") == 1);
    for (const std::string& link : links) {
      CAPTURE(link);
      REQUIRE(link.front() == '#');
      REQUIRE(anchors.count(link.substr(1)) == 1);
    }
  }
}

TEST_CASE("places in the source are whole names with the number of a line") {
  const auto lines_in = [](std::string_view text) {
    std::vector<std::size_t> lines;
    for (const SourcePlace& place : source_places(text, 100)) lines.push_back(place.line);
    return lines;
  };
  using Lines = std::vector<std::size_t>;
  REQUIRE(lines_in("exercise.cu:12:5: error, /box/exercise.cu:100, (exercise.cu:1)") == Lines{12, 100, 1});
  REQUIRE(lines_in("my_exercise.cu:1 xexercise.cu:2 .exercise.cu:3 exercise.cu:101 exercise.cu exercise.cu:x").empty());
  REQUIRE(source_places("at exercise.cu:12.", 12).at(0).begin == 3);
  REQUIRE(source_places("at exercise.cu:12.", 12).at(0).end == 17);
}

TEST_CASE("pictures stand side by side, as data") {
  const Page page(to_report_card(some_grade(), kMaterial));
  const auto images = page.all("//figure//img");
  REQUIRE(images.size() == 2);
  REQUIRE(images[0].attribute("src").value() == "data:image/svg+xml;base64," + to_base64(kMaterial.picture));
  REQUIRE(images[1].attribute("src").value() == "data:image/svg+xml;base64," + to_base64(kMaterial.reference));
  for (const pugi::xml_node image : images) REQUIRE(std::string(image.attribute("alt").value()).size() > 20);
  REQUIRE(page.all("//figcaption").size() == 2);
}

TEST_CASE("a picture that is missing or too large is said to be") {
  REQUIRE(words_in(Page(to_report_card(some_grade(), {"", "", "<svg/>"})).one("//figure[@id='submitted']/p")) == "No picture was drawn.");
  const std::string html = to_report_card(some_grade(), {"", std::string(5'000'000, 'x'), "<svg/>"});
  REQUIRE(html.size() < 50'000);
  REQUIRE(words_in(Page(html).one("//figure[@id='submitted']/p")).find("5000000 bytes") != std::string::npos);
  REQUIRE(Page(to_report_card(some_grade(), {})).all("//figure").empty());
}

TEST_CASE("what the harness draws is a plain drawing") {
  lockstep::Svg drawing;
  drawing.rectangle(1, 2, 3, 4, "panel");
  drawing.begin_group("request", {{"data-say", "reads <&\""}});
  drawing.line(1, 2, 3, 4, "edge");
  drawing.end_group();
  drawing.text(1, 2, "Σ <&>", "title");
  drawing.upward_text(1, 2, "lane", "middle");
  REQUIRE(is_plain_drawing(
      drawing.document({.width = 10, .height = 20, .title = "a title", .css_class = "drawing", .style = "text { fill: black; }"})));
}

TEST_CASE("a drawing that could hold up a browser is none, and the card says so") {
  const std::string svg =
      GENERATE("<!DOCTYPE svg [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><svg><text>&b;</text></svg>", "<svg><use href=\"#a\"/></svg>",
               "<svg><rect><animate attributeName=\"x\"/></rect></svg>", "<svg><script>for (;;);</script></svg>", "<svg><svg/></svg>",
               "<svg><foreignObject/></svg>", "<svg><g><g/></g></svg>", "<svg><g><use href=\"#a\"/></g></svg>", "<svg><text>a</svg>",
               "<svg/><svg/>", "<html/>", "no drawing", "<?xml-stylesheet href=\"a\"?><svg/>");
  CAPTURE(svg);
  REQUIRE_FALSE(is_plain_drawing(svg));
  const Page page(to_report_card(some_grade(), {"", svg, kMaterial.reference}));
  REQUIRE(page.all("//img").size() == 1);
  REQUIRE(words_in(page.one("//figure[@id='submitted']/p")).find("not shown") != std::string::npos);
}

TEST_CASE("base64 is that of RFC 4648") {
  REQUIRE(to_base64("").empty());
  REQUIRE(to_base64("f") == "Zg==");
  REQUIRE(to_base64("fo") == "Zm8=");
  REQUIRE(to_base64("foo") == "Zm9v");
  REQUIRE(to_base64("foobar") == "Zm9vYmFy");
  REQUIRE(to_base64("\xff\xfe\xfd") == "//79");
}

// ---- What it must not show ------------------------------------------------------------------------------------------

TEST_CASE("the page forbids scripts and network") {
  const Page page(to_report_card(some_grade(), kMaterial));
  const std::string policy = page.one("//meta[@http-equiv='Content-Security-Policy']").attribute("content").value();
  REQUIRE(policy.find("default-src 'none'") == 0);
  REQUIRE(policy.find("script") == policy.npos);
  REQUIRE(policy.find("http") == policy.npos);
  REQUIRE(page.text.find("http://") == std::string::npos);
  REQUIRE(page.text.find("https://") == std::string::npos);
}

TEST_CASE("whatever a student wrote, none of it is markup") {
  const Page harmless(to_report_card(some_grade(), kMaterial));
  const GradeStatus status = GENERATE(GradeStatus::graded, GradeStatus::broken);
  Grade grade = some_grade();
  grade.status = status;
  grade.student = grade.lesson = grade.message = kEvilMarkup;
  for (PartGrade& part : grade.parts) {
    part.name = part.title = kEvilMarkup;
    part.diagnostics = {kEvilMarkup, "exercise.cu:1" + kEvilMarkup, kEvilMarkup + "\n" + kEvilMarkup};
  }
  const Page page(to_report_card(
      grade, {kEvilMarkup + "\n" + kEvilMarkup, "<svg onload=\"alert(1)\"><title>&lt;script&gt;</title></svg>", kEvilMarkup}));

  REQUIRE(page.text.find("<script") == std::string::npos);
  REQUIRE(page.text.find("<img src=x") == std::string::npos);
  REQUIRE(page.text.find("onload") == std::string::npos);
  for (const std::string& name : names(page)) REQUIRE((names(harmless).count(name) == 1 || name == "strong"));
  for (const auto& found : page.tree.select_nodes("//@*")) REQUIRE(std::string(found.attribute().name()).rfind("on", 0) != 0);
  REQUIRE(page.words("//h1/bdi") == clean_line(kEvilMarkup));
  REQUIRE(page.all("//pre[@class='source']/span").size() == 2);
  REQUIRE(page.all("//pre[@class='source']/span/code").front().text().get() == clean_text(kEvilMarkup) + "\n");
}

TEST_CASE("control characters do not get through, and all of it is UTF-8") {
  Grade grade = some_grade();
  grade.student = grade.parts[1].title = kEvilMarkup;
  grade.parts[1].diagnostics = {kEvilMarkup};
  const std::string html = to_report_card(grade, {"a\0b\r\nc\x1b\xff"s, "", ""});
  REQUIRE(first_not_utf8(html) == html.npos);
  for (const char c : html) REQUIRE((static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t'));
  REQUIRE(html.find("\xe2\x80\xae") == html.npos);
}

TEST_CASE("what is too long is cut, and said to be") {
  Grade grade = some_grade();
  grade.student = std::string(100'000, 'n');
  grade.message = std::string(100'000, 'm');
  grade.parts[1].diagnostics.assign(50'000, "d");
  grade.parts[2].diagnostics = {std::string(5'000'000, 'x')};
  std::string source;
  for (int i = 0; i < 5001; ++i) source += "s\n";
  const std::string html = to_report_card(grade, {source, "", ""});
  REQUIRE(html.size() < 600'000);
  const Page page(html);
  REQUIRE(words_in(page.one("//section[@id='part-2']/p")) == "49900 more lines are left out here.");
  REQUIRE(words_in(page.one("//section[@id='part-3']/pre")).find("x … (4998000 more bytes)") != std::string::npos);
  REQUIRE(page.all("//pre[@class='source']/span").size() == 5000);
  REQUIRE(words_in(page.one("//pre[@class='source']/following-sibling::p")) == "1 more line is left out here.");
}

TEST_CASE("a text is not shortened within a character") {
  REQUIRE(shortened("größe", 3) == "gr … (5 more bytes)");
  REQUIRE(shortened("größe", 4) == "grö … (3 more bytes)");
  REQUIRE(shortened("größe", 7) == "größe");
}
