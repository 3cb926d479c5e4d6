/// @file
/// @brief Markdown becomes pages: outputs, links, headings; and what is wrong in it is said with its place.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "lockstep/usage_error.hpp"
#include "message_of.hpp"
#include "site/numbers/scratch.hpp"
#include "site/numbers/text.hpp"
#include "site/pages/course.hpp"
#include "site/pages/lesson_map.hpp"
#include "site/weaving/drawing.hpp"
#include "site/weaving/page_map.hpp"
#include "site/weaving/shelf.hpp"
#include "site/weaving/weave.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "support/text/text.hpp"
#include "texts.hpp"

using namespace lockstep::site;
using lockstep::trimmed;
using lockstep::UsageError;
using lockstep::testing::has;
using lockstep::testing::message_of;
namespace fs = std::filesystem;

namespace {

/// A tree with a page, another one, and a file without a page.
class Tree {
 public:
  Tree() {
    fs::create_directories(folder_.path() / "docs");
    std::ofstream(folder_.path() / "docs" / "notes.txt") << "notes\n";
    std::ofstream(folder_.path() / "docs" / "card.png") << "png";
    for (const char* name : {"common", "lessons", "solutions", "tests"}) fs::create_directories(folder_.path() / name);
    pages_.add("docs/page.md", {"page", "Page"});
    pages_.add("docs/other.md", {"other", "Other"});
  }

  WovenPage woven(const std::string& markdown) {
    Loom loom{.pages = pages_, .records = records_, .scratch = scratch_, .inserts = {{"hello", [] { return std::string("Hello!"); }}}};
    loom.kernel = kernel_;
    return lockstep::site::woven("docs/page.md", markdown, "", loom);
  }
  PageMap& pages() { return pages_; }
  void show_kernels() {
    kernel_ = [](const std::string& rest) { return ShownCode{.path = "docs/v3_shared.cu", .html = "listing of " + rest}; };
  }
  void add_file(const std::string& path, const std::string& text = "\n") {
    fs::create_directories((folder_.path() / path).parent_path());
    std::ofstream(folder_.path() / path) << text;
  }

 private:
  lockstep::TemporaryFolder folder_;
  PageMap pages_{folder_.path()};
  RecordShelf records_{Records(lockstep::bench::Record{.device = "GPU"})};
  Scratch scratch_{folder_.path(), LOCKSTEP_BINARY_DIR};
  std::function<ShownCode(const std::string&)> kernel_{};
};

}  // namespace

TEST_CASE("weave: titles and headings get names to link to, and equal headings different ones") {
  const std::string text = Tree().woven("# A page\n\n## What & why\n\nx\n\n## What & why\n").text;
  CHECK(has(text, "# A page {#page}"));
  CHECK(has(text, "## What & why {#page-what--why}"));
  CHECK(has(text, "## What & why {#page-what--why-1}"));
}

TEST_CASE("weave: links lead to pages, to their sections, and to files") {
  Tree tree;
  const std::string text =
      tree.woven("[a](other.md) [b](other.md#some-thing) [c](notes.txt) [d](https://docs.nvidia.com/x) [*e*](other.md)").text;
  CHECK(has(text, "[a](@ref other)"));
  CHECK(has(text, "[b](@ref other-some-thing)"));
  CHECK(has(text, "[c](@ref source_docs_notes_txt)"));
  CHECK(has(text, "[d](https://docs.nvidia.com/x)"));
  CHECK(has(text, "*[e](@ref other)*"));
  CHECK(has(tree.woven("[two\nlines](other.md), *[in\nitalics](other.md)*").text, "[two lines](@ref other), *[in italics](@ref other)*"));
  CHECK(tree.pages().shown_sources() == std::set<std::string>{"docs/notes.txt"});
  CHECK(message_of([&] { tree.woven("one\n\n[x](gone.md)"); }) == "docs/page.md:3: docs/page.md links to gone.md, which does not exist");
  CHECK(has(message_of([&] { tree.woven("[x](../solutions/04_dot_product/exercise.cu)"); }), "the site shows no solutions"));
}

TEST_CASE("weave: pictures come along") {
  Tree tree;
  CHECK(has(tree.woven("![A \"card\"](card.png)").text, "<img src=\"docs_card.png\" alt=\"A &quot;card&quot;\"/>"));
  CHECK(tree.pages().shown_pictures().at("docs_card.png") == "docs/card.png");
}

TEST_CASE("weave: an output is the command's own, and a copy that differs is told") {
  Tree tree;
  const WovenPage same = tree.woven("<!-- output: echo one -->\n```\none\n```\nafter\n");
  CHECK(has(same.text, "~~~{.unparsed}\none\n~~~\nafter"));
  CHECK(same.wrong.empty());
  const WovenPage other = tree.woven("<!-- output: echo two -->\n\n```\none\n```\n");
  CHECK(has(other.text, "two"));
  CHECK(!has(other.text, "one"));
  REQUIRE(other.wrong.size() == 1);
  CHECK(has(other.wrong.front(), "docs/page.md:"));
}

TEST_CASE("weave: of a ladder the simulator's own times may differ, and nothing else") {
  Tree tree;
  const std::string head = "  version   error own time ms";
  const auto wrong = [&](const std::string& copy, const std::string& real) {
    return tree.woven("<!-- output: printf '" + head + "\\n%s\\n' '" + real + "' -->\n```\n" + head + "\n" + copy + "\n```\n").wrong.size();
  };
  CHECK(wrong("✓ v1_naive  7  3.25", "✓ v1_naive  7  8") == 0);
  CHECK(wrong("✓ v0_cpu_openmp  7  3.25", "✓ v0_cpu_openmp  6.9  8") == 0);
  CHECK(wrong("✓ v1_naive  7  3.25", "✓ v1_naive  8  3.25") == 1);
  CHECK(wrong("✓ v1_naive  7  3.25", "✗ v1_naive  7  3.25") == 1);
}

TEST_CASE("weave: a number that begins a line by chance is told, as Markdown would make an item of it") {
  Tree tree;
  const auto wrong = [&](const std::string& markdown) { return tree.woven(markdown).wrong; };
  REQUIRE(wrong("# Page\n\nIt takes 12 steps instead of\n47. The lanes are busy.\n").size() == 1);
  CHECK(
      has(wrong("# Page\n\nIt takes 12 steps instead of\n47. The lanes are busy.\n")[0], "docs/page.md:4: the line begins with a number"));
  CHECK(wrong("# Page\n\n- A block takes\n  47. The lanes are busy.\n").size() == 1);
  CHECK(wrong("# Page\n\nIt takes\n3.5 steps, or 47.\n").empty());
  CHECK(wrong("# Page\n\n1. One\n   and more.\n2. Two\n\n3. Three\n").empty());
  CHECK(wrong("# Page\n\nIn this order:\n1. One\n2. Two\n").empty());
}

TEST_CASE("weave: code blocks are left alone, and inserts come in") {
  const std::string text = Tree().woven("```\n# no title [x](gone.md)\n```\n\n<!-- hello -->\n").text;
  CHECK(has(text, "# no title [x](gone.md)"));
  CHECK(has(text, "Hello!"));
}

TEST_CASE("weave: figures and charts are parts of the page") {
  const WovenPage page = Tree().woven(
      "<!-- figure: a.svg | Two nodes | echo 'digraph { a -> b }' | dot -Tsvg -o a.svg -->\n\n<!-- chart: More is more | Rises | printf "
      "'x,y\\n1,2\\n2,3\\n' -->\n");
  REQUIRE(page.parts.size() == 2);
  CHECK(has(page.parts.at("page_1.html"), "<figure class=\"graph\">"));
  CHECK(has(page.parts.at("page_1.html"), "aria-label=\"Two nodes\""));
  CHECK(!has(page.parts.at("page_1.html"), "<title>"));
  CHECK(has(page.parts.at("page_2.html"), "<figure class=\"chart\">"));
  CHECK(has(page.parts.at("page_2.html"), "\"title\":\"More is more\""));
  CHECK(has(page.parts.at("page_2.html"), "<figcaption>Rises</figcaption>"));
  CHECK(has(page.text, "\\htmlinclude[block] page_1.html"));
}

TEST_CASE("weave: a playground is a figure that says what it shows, for scripts to fill") {
  Tree tree;
  tree.add_file("docs/site/playgrounds/banks.js");
  const WovenPage page = tree.woven("<!-- playground: banks | 32 lanes & 32 banks -->\n");
  CHECK(has(page.parts.at("page_1.html"), "<figure class=\"playground\" data-playground=\"banks\">"));
  CHECK(has(page.parts.at("page_1.html"), "<figcaption>32 lanes &amp; 32 banks</figcaption>"));
  CHECK(has(message_of([&] { tree.woven("<!-- playground: banks -->"); }), "a playground is"));
  CHECK(has(message_of([&] { tree.woven("<!-- playground: bank | words -->"); }), "there is no playground 'bank'"));
}

TEST_CASE("weave: a kernel is a part of the page, and says whose words it has") {
  Tree tree;
  tree.show_kernels();
  const WovenPage page = tree.woven("<!-- kernel: v3 whole -->\nafter\n");
  CHECK(page.parts.at("page_1.html") == "listing of v3 whole");
  CHECK(has(page.text, "<!-- code: docs/v3_shared.cu -->\n\n\\htmlinclude[block] page_1.html\n\nafter"));
  CHECK(has(message_of([] { Tree().woven("<!-- kernel: v3 -->\n"); }), "only a lesson's pages can show kernels"));
  CHECK(has(message_of([&] { tree.woven("\\include{lineno} lessons/03_reduction/v10_first.cu\n"); }), "<!-- kernel: VERSION -->"));
}

TEST_CASE("weave: what is wrong with a marker is said with its line") {
  Tree tree;
  CHECK(has(message_of([&] { tree.woven("x\n\n<!-- output: echo -->\ntext\n"); }), "docs/page.md:"));
  CHECK(has(message_of([&] { tree.woven("<!-- figure: a.svg | echo -->"); }), "a figure is"));
  CHECK(has(message_of([&] { tree.woven("<!-- figure: a.svg | words | true -->"); }), "did not write a.svg"));
  CHECK(has(message_of([&] { tree.woven("<!-- chart: echo -->"); }), "a chart is"));
  CHECK(has(message_of([&] { tree.woven("<!-- output: exit 3 -->\n```\n```\n"); }), "exited with status 3"));
  CHECK(has(message_of([&] { tree.woven("<!-- table: 1 -->\nno table\n"); }), "no table"));
  CHECK(has(message_of([&] { tree.woven("<!-- tabel: 1 -->\n| a | b |\n"); }), "no marker 'tabel'"));
  CHECK(has(message_of([&] { tree.woven("It is twice<!--= 2 --> as fast.\n"); }), "does not follow a number"));
  CHECK(message_of([&] { tree.woven("x\n\n3<!--= speed(\"run 03 v3\") -->\n"); }) ==
        "docs/page.md:3: a run on the simulator has no field speed");
  CHECK(message_of([&] { tree.woven("<!-- file: x.cu -->\n```\n```\n"); }) == "no error");
  CHECK(has(message_of([&] { tree.woven("<!-- plot: ms 04 | words -->"); }), "a plot is"));
  CHECK(has(message_of([&] { tree.woven("<!-- best: words -->"); }), "a chart of the best versions is"));
  CHECK(has(message_of([&] { tree.woven("<!-- best: gone | words | words -->"); }), "there is no record 'gone'"));
}

TEST_CASE("weave: tries and folds are boxes around Markdown") {
  Tree tree;
  tree.add_file("docs/a.cu", "int a = 1;\n");
  const WovenPage page = tree.woven(
      "<!-- try: a.cu | a = 1 -> a = 2 -->\nSee [b](other.md).\n\n<!-- answer: true -->\n2\n<!-- end -->\n\n<!-- fold: More "
      "-->\ntext\n<!-- "
      "end -->\n");
  CHECK(has(page.text, "+ a = 2"));
  CHECK(has(page.text, "\\endhtmlonly\n\nSee [b](@ref other)."));
  CHECK(page.text.find("<summary>More</summary>") < page.text.find("text"));
  CHECK(message_of([&] { tree.woven("x\n\n<!-- try: a.cu | b -> c -->\n"); }) == "docs/page.md:3: a.cu has no 'b'");
  CHECK(message_of([&] { tree.woven("x\n\n<!-- fold: More -->\ntext\n"); }) == "docs/page.md:3: this fold has no '<!-- end -->'");
}

TEST_CASE("course: the lessons of the tree") {
  const std::vector<Lesson> lessons = read_lessons(LOCKSTEP_SOURCE_DIR);
  REQUIRE(lessons.size() >= 12);
  const Lesson& dot = lessons[4];
  CHECK(dot.number == "04");
  CHECK(dot.title == "Dot product");
  CHECK(dot.builds_on.front() == "00");
  REQUIRE(dot.versions.size() == 11);
  CHECK(dot.versions[9].name == "v9_mutex");
  CHECK(dot.versions[10].name == "v10_last_block");
  CHECK(dot.versions[3].name == "v3_shared_memory");
  CHECK(dot.versions[3].change_from == "v2");
  CHECK(has(dot.versions[3].look_at, "./lockstep run 04"));
  for (const Lesson& lesson : lessons)
    for (const VersionFile& version : lesson.versions) {
      CAPTURE(version.path);
      CHECK(!version.brief.empty());
      CHECK(!version.ideas.empty());
    }
  for (std::size_t i = 1; i < lessons.size(); ++i) {
    CAPTURE(lessons[i].name);
    CHECK(!lessons[i].builds_on.empty());
    for (const std::string& base : lessons[i].builds_on) CHECK(base < lessons[i].number);
  }
  for (const Lesson& lesson : lessons)
    for (const auto& [source, mistake, rejected_by] : lesson.wrong_answers) {
      CAPTURE(source);
      CHECK(!mistake.empty());
      CHECK(rejected_by.starts_with("part"));
    }
  CHECK(std::ranges::any_of(dot.wrong_answers, [](const auto& wrong) { return wrong.source.stem() == "bank_conflicts"; }));
  CHECK(has(lesson_graph(lessons), "l03 -> l04"));
}

TEST_CASE("scratch: commands see the tree, and leave nothing") {
  std::string folder;
  {
    const Scratch scratch(LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR);
    folder = trimmed(scratch.run("pwd"));
    CHECK(has(scratch.run("cat lessons/04_dot_product/problem.hpp"), "DotProduct"));
    CHECK_THROWS_AS(scratch.run("./lockstep grade"), UsageError);
  }
  CHECK(!fs::exists(folder));
}

TEST_CASE("scratch: a page's drawing is made by the command that its reader would type") {
  const Scratch scratch(LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR);
  const std::string figure = inline_drawing(
      scratch.file_of("./lockstep step tests/player/traces/shuffle.json --draw lanes -o lanes.svg", "lanes.svg"), "Lanes & values");
  CHECK(figure.starts_with("<figure class=\"drawing\">"));
  CHECK(has(figure, "aria-label=\"Lanes &amp; values\""));
  CHECK(has(figure, "<desc>"));
  CHECK(message_of([&] {
          scratch.run("./lockstep step tests/player/traces/shuffle.json --draw none -o none.svg");
        }).ends_with("--draw none: the trace has no such array; it has in, out, bins"));
}

// While a thread forks, its child has what the other threads write open for writing, and what is so open cannot be started.
TEST_CASE("scratch: folders that other threads make at the same time do not keep commands from starting") {
  std::atomic<int> started{0};
  constexpr int kThreads = 8, kFolders = 50;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < kThreads; ++t)
      threads.emplace_back([&] {
        for (int i = 0; i < kFolders; ++i) {
          const Scratch scratch(LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR);
          if (scratch.run("./lockstep nothing; echo $?") == "2\n") ++started;
        }
      });
  }
  CHECK(started == kThreads * kFolders);
}
