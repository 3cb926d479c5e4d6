/// @file
/// @brief Tries and folds of a page: their frames, their forms, and what is wrong with them.
#include "site/weaving/boxes.hpp"

#include <string>

#include "catch.hpp"
#include "message_of.hpp"
#include "site/weaving/tries.hpp"
#include "texts.hpp"

using namespace lockstep::site;
using lockstep::testing::has;
using lockstep::testing::message_of;

namespace {

/// A page's boxes, with a file of two lines.
Boxes boxes() {
  return Boxes([](const std::string& file) { return file == "a.cu" ? "int a = p->b < 2;\nint c = 2;\n" : ""; });
}

/// What a row of markers becomes, one a line.
std::string woven_markers(const std::vector<Marker>& markers) {
  Boxes all = boxes();
  std::string html;
  for (std::size_t i = 0; i < markers.size(); ++i) html += all.obey(markers[i], i + 1);
  all.require_ended();
  return html;
}

std::string refusal(const std::vector<Marker>& markers) {
  return message_of([&] { woven_markers(markers); });
}

}  // namespace

TEST_CASE("boxes: a try shows its change, its command, and folds its answer") {
  const std::string html = woven_markers({{"try", "a.cu | a = p->b < 2; -> a = 3;"}, {"answer", "./lockstep run 03 | head"}, {"end", ""}});
  CHECK(has(html, "<div class=\"try\">"));
  CHECK(has(html, "<span class=\"removed\">− a = p-&gt;b &lt; 2;</span>\n<span class=\"added\">+ a = 3;</span>"));
  CHECK(has(html, "<pre class=\"command\">./lockstep run 03 | head</pre><details><summary>Answer</summary>"));
  CHECK(has(html, "</details></div>"));
  CHECK(!has(woven_markers({{"try", "a.cu | c = 2; ->"}, {"answer", "true"}, {"end", ""}}), "class=\"added\""));
  CHECK(!has(woven_markers({{"try", ""}, {"answer", "true"}, {"end", ""}}), "class=\"change\""));
}

TEST_CASE("boxes: a fold has its summary, and may stand in a try") {
  CHECK(has(woven_markers({{"fold", "Why < 2?"}, {"end", ""}}), "<details class=\"fold\"><summary>Why &lt; 2?</summary>"));
  const std::string html = woven_markers({{"try", ""}, {"fold", "A hint"}, {"end", ""}, {"answer", "true"}, {"end", ""}});
  CHECK(html.find("A hint") < html.find("Answer"));
  CHECK(html.find("</details></div>") > html.find("Answer"));
}

TEST_CASE("boxes: what cannot stand there is refused in one line") {
  CHECK(refusal({{"try", "a.cu | d = 2; -> d = 3;"}}) == "a.cu has no 'd = 2;'");
  CHECK(refusal({{"try", "a.cu | int -> long"}}) == "a.cu has 'int' more than once: a try changes one place");
  for (const char* form : {"a.cu", "a.cu | c = 2;", "| a -> b", "a.cu | a -> b -> c", "a.cu | c = 2; -> c = 2;"})
    CHECK(has(refusal({{"try", form}}), "a try is '<!-- try: FILE | OLD TEXT -> NEW TEXT -->'"));
  CHECK(refusal({{"try", ""}, {"answer", ""}}) == "an answer is '<!-- answer: COMMAND -->' or '<!-- answer: COMMAND | status 1 -->'");
  CHECK(refusal({{"answer", "true"}}) == "an answer must be in a try, and only once");
  CHECK(refusal({{"try", ""}, {"answer", "true"}, {"answer", "true"}}) == "an answer must be in a try, and only once");
  CHECK(refusal({{"fold", "x"}, {"answer", "true"}}) == "an answer must be in a try, and only once");
  CHECK(refusal({{"try", ""}, {"end", ""}}) == "the try of line 1 has no answer");
  CHECK(refusal({{"end", ""}}) == "there is nothing to end here");
  CHECK(refusal({{"fold", "x"}}) == "1: this fold has no '<!-- end -->'");
  CHECK(refusal({{"fold", "x"}, {"fold", "y"}}) == "a fold cannot be in the fold of line 1");
  CHECK(refusal({{"fold", "x"}, {"try", ""}}) == "a try cannot be in the fold of line 1");
  CHECK(refusal({{"fold", ""}}) == "a fold is '<!-- fold: SUMMARY -->'");
}

TEST_CASE("tries: each has its change, its command, its status, and the copy of what is printed") {
  const std::vector<Try> tries = tries_of(
      "# T\n\n<!-- try: a.cu | p->b -> c -->\nWhat?\n\n```\nno copy\n```\n\n<!-- answer: a | b | status 2 "
      "-->\nSo.\n\n```\none\ntwo\n```\n\n"
      "```\nthree\n```\n<!-- end -->\n\n```\nfour\n```\n\n<!-- fold: x -->\n<!-- end -->\n<!-- try: -->\n<!-- answer: c -->\n<!-- end -->\n"
      "```\n<!-- try: x -->\n```\n");
  REQUIRE(tries.size() == 2);
  CHECK(tries[0].line == 3);
  REQUIRE(tries[0].edit);
  CHECK(tries[0].edit->file == "a.cu");
  CHECK(edited("x = p->b;", *tries[0].edit) == "x = c;");
  CHECK(tries[0].answer.command == "a | b");
  CHECK(tries[0].answer.status == 2);
  CHECK(tries[0].copy == "one\ntwo\n");
  CHECK(!tries[1].edit);
  CHECK(tries[1].answer.status == 0);
  CHECK(!tries[1].copy);
  CHECK(has(message_of([] { tries_of("x\n\n<!-- try: a.cu -->\n"); }), "3: a try is"));
}
