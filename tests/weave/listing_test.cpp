/// @file
/// @brief Listings: colours, which code is a kernel's, what differs, links to the device kit, and what a marker for a kernel asks for.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "message_of.hpp"
#include "site/listing/comparison.hpp"
#include "site/listing/listing_html.hpp"
#include "site/listing/pieces.hpp"
#include "site/pages/course.hpp"
#include "site/pages/kernel_listing.hpp"
#include "site/pages/version_section.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"

using namespace lockstep::site;
using lockstep::testing::has;
using lockstep::testing::message_of;
namespace fs = std::filesystem;

namespace {

const std::string kHead = "/// @file\n/// @brief Adds.\n///\n";
const std::string kRun =
    "void run(const Sum::Device& p, const Launch& launch) {\n"
    "  launch.refuse_grid();\n"
    "  add<<<lockstep::covering_blocks(p.n, kBlock), kBlock>>>(p.x, p.n);\n"
    "}\n\nconst Version version{__FILE__, \"adds\", run};\n\n}  // namespace\n";

const std::string kReadme =
    "# 04 · Dot product\n\nOne.\n\n[0](v0_cpu.cpp) [1](v1_naive.cu) [2](v2_two.cu) [3](v3_half.cu) [4](v4_launch.cu) [11](v11_eleven.cu)\n";

std::string file_of(const std::string& head, const std::string& kernels) {
  return kHead + head + "#include \"problem.hpp\"\n\nnamespace {\n\nconstexpr unsigned kBlock = 256;  // threads\n\n" + kernels + "\n" +
         kRun;
}

/// The text of lines, without numbers.
std::string text_of(const std::vector<CodeLine>& lines) {
  std::string text;
  for (const CodeLine& line : lines) {
    for (const Token& token : line.tokens) text += token.text;
    text += "\n";
  }
  return text;
}

CodeOfFile code_of_text(const std::string& text) { return code_of_version({{.name = "v1_naive.cu", .text = text}}).front(); }

std::vector<DiffLine> compared_texts(const std::string& before, const std::string& after) {
  return compared(token_lines(before), token_lines(after));
}

/// A course of one lesson with a v1, a v2 that changes it, and more versions.
class ListedCourse {
 public:
  ListedCourse() {
    write("README.md", kReadme);
    write("problem.hpp", "");
    write("v0_cpu.cpp", kHead +
                            "namespace {\n\nvoid run(const Sum::Device& p, const Launch&) {\n  *p.x = 1;\n}\n\n"
                            "const Version version{__FILE__, \"one\", run};\n\n}  // namespace\n");
    write("v1_naive.cu", file_of("", "__global__ void add(float* x, int n) {\n  x[threadIdx.x] += 1;\n}\n"));
    write("v2_two.cu", file_of("/// Change from v1: two.\n", "__global__ void add(float* x, int n) {\n  x[threadIdx.x] += 2;\n}\n"));
    for (const char* name : {"docs", "common", "solutions", "tests"}) fs::create_directories(folder_.path() / name);
    std::ofstream(folder_.path() / "kit.tag")
        << "<tagfile><compound kind=\"file\"><name>grid.hpp</name><filename>grid_8hpp.html</filename><member kind=\"function\">"
           "<name>covering_blocks</name><anchorfile>grid_8hpp.html</anchorfile><anchor>ac9</anchor></member></compound>"
           "<compound kind=\"struct\"><name>lockstep::Launch</name><filename>launch.html</filename><member kind=\"function\">"
           "<name>refuse_grid</name><anchorfile>launch.html</anchorfile><anchor>a1</anchor></member></compound></tagfile>\n";
    reference_ = Reference(folder_.path() / "kit.tag");
  }

  void write(const std::string& name, const std::string& text) const {
    const fs::path path = folder_.path() / "lessons" / "04_dot_product" / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  Lesson lesson() const { return read_lessons(folder_.path()).at(0); }
  std::string marked(const std::string& rest) const {
    const Lesson read = lesson();
    return KernelListings(folder_.path(), read, reference_).marked(rest).html;
  }
  std::string diff(std::size_t version) const {
    const Lesson read = lesson();
    return KernelListings(folder_.path(), read, reference_).diff(read.versions.at(version));
  }

 private:
  lockstep::TemporaryFolder folder_;
  Reference reference_;
};

/// How often `part` is in `text`.
std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("listing: tokens put together are the line, and have their kinds") {
  const std::string source =
      "#include <a> // b\nx += 1'000.5e-3F; /* c\nd */ auto s = \"q\\\"//\" + '\\'';\n  #pragma unroll\n#pragma unroll";
  std::string again;
  const auto lines = token_lines(source);
  for (const TokenLine& line : lines) {
    for (const Token& token : line) again += token.text;
    again += "\n";
  }
  CHECK(again == source + "\n");
  CHECK(lines[0][0].kind == TokenKind::preprocessor);
  CHECK(lines[0].back().kind == TokenKind::comment);
  CHECK(lines[1][4].text == "1'000.5e-3F");
  CHECK(lines[2][0].kind == TokenKind::comment);
  CHECK(code_of(lines[2])[3].text == "\"q\\\"//\"");
  CHECK(lines[3].back().kind == TokenKind::preprocessor);  // the second of two in a row, too
  CHECK(lines[4].back().kind == TokenKind::preprocessor);
}

TEST_CASE("listing: a kernel with what it uses is told from its launch") {
  const CodeOfFile code = code_of_text(
      file_of("",
              "// Of a warp.\nconstexpr unsigned kLanes = 32, kOther = 3;\nstruct Line {\n  cudaStream_t stream;\n};\n"
              "template <class T>\nusing Pair = T[2];\n\n/// Doubles.\n__device__ Pair<float>& twice(float x) { return x + kLanes; }\n"
              "#pragma unroll\ntemplate <class T>\n__global__ void __launch_bounds__(256) add(float* x, int n) { x[0] = twice(x[0]); }\n"));
  const std::string kernel = text_of(code.kernel), launch = text_of(code.launch);
  for (const char* part : {"// Of a warp.\nconstexpr unsigned kLanes", "using Pair", "/// Doubles.\n__device__", "__global__ void"}) {
    CAPTURE(part);
    CHECK(has(kernel, part));
    CHECK(!has(launch, part));
  }
  for (const char* part : {"struct Line", "kBlock = 256", "void run", "const Version"}) {
    CAPTURE(part);
    CHECK(has(launch, part));
  }
  CHECK(!has(kernel, "struct Line"));
  CHECK(!has(kernel, "void run"));
  for (const char* part : {"@file", "#include", "namespace"}) CHECK(!has(kernel + launch, part));
  CHECK(code.kernel.front().number == 10);
}

TEST_CASE("listing: of a header only what the version uses is shown") {
  const auto files =
      code_of_version({{.name = "v1_naive.cu", .text = file_of("", "__global__ void add(float* x, int n) { x[0] = half(x[0]); }\n")},
                       {.name = "half.hpp",
                        .text = "#pragma once\n\n__device__ float half(float x) { return x / kTwo; }\n"
                                "constexpr float kTwo = 2;\n__device__ float third(float x);\n"}});
  CHECK(text_of(files[1].kernel) == "__device__ float half(float x) { return x / kTwo; }\nconstexpr float kTwo = 2;\n");
  CHECK(files[1].launch.empty());
}

TEST_CASE("listing: comments and blanks are no difference, words within a line are") {
  CHECK(compared_texts("a = 1;  // one", "  a=1; // another").front().kind == DiffLine::Kind::kept);
  const auto diff = compared_texts("int i = 0;\nx[i] = y[i];\n}", "int i = 0;\n// new\nx[i] = z[i];\n}");
  REQUIRE(diff.size() == 4);
  CHECK(diff[1].kind == DiffLine::Kind::removed);
  CHECK(diff[2].kind == DiffLine::Kind::added);
  CHECK(diff[2].line == 2);
  CHECK(diff[2].differing == std::vector{false, false, false, false, false, true, false, false, false, false});
  CHECK(diff[3].kind == DiffLine::Kind::kept);
  CHECK(compared_texts("", "a;").front().differing.empty());  // a line without a counterpart is new as a whole
}

TEST_CASE("listing: far from a difference lines are folded, and none is lost") {
  std::vector<ShownLine> lines;
  for (std::size_t i = 1; i <= 30; ++i) lines.push_back({.code = {.number = i, .tokens = token_lines("f();").front()}, .differs = i == 15});
  const Reference none;
  const std::string html = listing_html(lines, {.reference = none, .names_in_use = {}, .folded_as = "as in v1"});
  CHECK(times(html, "class=\"line\"") == 29);
  CHECK(times(html, "class=\"line differs\"") == 1);
  CHECK(has(html, "<summary data-kept=\"8 lines as in v1\"></summary><div class=\"line\"><span class=\"lineno\">   1<"));
  CHECK(has(html, "<summary data-kept=\"9 lines as in v1\"></summary><div class=\"line\"><span class=\"lineno\">  22<"));
  CHECK(!has(listing_html(lines, {.reference = none}), "<details"));
}

TEST_CASE("listing: a kernel has its changed words marked, its launch folded, and links to the device kit") {
  const std::string html = ListedCourse().marked("v2");
  CHECK(times(html, "class=\"line differs\"") == 1);
  CHECK(has(html, "+= <mark>2</mark>;"));
  CHECK(has(html, "Highlighted: what differs from v1."));
  CHECK(html.find("__global__") < html.find("<details class=\"launch\"><summary>Launch and registration</summary>"));
  CHECK(has(html, "lockstep::<a class=\"code\" href=\"grid_8hpp.html#ac9\">covering_blocks</a>"));
  CHECK(has(html, "launch.<a class=\"code\" href=\"launch.html#a1\">refuse_grid</a>"));
  CHECK(has(html, "<a class=\"code\" href=\"launch.html\">Launch</a>"));
  CHECK(has(html, "<a href=\"lesson_04_v2.html\">v2_two.cu</a>"));
  CHECK(!has(html, "#include"));
}

TEST_CASE("listing: whole kernels and whole files are not compared") {
  const ListedCourse course;
  const std::string whole = course.marked("v2 whole"), file = course.marked("v2 file");
  for (const std::string& html : {whole, file}) {
    CHECK(!has(html, "differs"));
    CHECK(!has(html, "<mark>"));
  }
  CHECK(has(whole, "<details class=\"launch\">"));
  CHECK(has(file, "#include"));
  CHECK(has(file, "@brief"));
  CHECK(!has(file, "<details"));
  CHECK(has(course.marked("v0 whole"), "<details class=\"launch\"><summary>Registration</summary>"));
}

TEST_CASE("listing: a header's kernels are shown under its name, folded where they are as before") {
  const ListedCourse course;
  const std::string uses = "#include \"half.hpp\"\n\n__global__ void add(float* x, int n) { x[0] = half(x[0]); }\n";
  course.write("half.hpp", "#pragma once\n__device__ float half(float x) { return x / 2; }\n");
  course.write("v3_half.cu", file_of("/// Change from v2: half.\n", uses));
  course.write("v4_launch.cu", file_of("/// Change from v3: the launch.\n", uses));
  CHECK(has(course.marked("v3"), "<details class=\"header\" open><summary>From <code>half.hpp</code></summary>"));
  const std::string same = course.marked("v4");
  CHECK(has(same, "<details class=\"header\"><summary>From <code>half.hpp</code>, as in v3</summary>"));
  CHECK(has(same, "<details class=\"launch\" open>"));  // what is new can only be there
  CHECK(course.diff(4).empty());
  course.write("README.md", kReadme + "\n\\include{lineno} lessons/04_dot_product/half.hpp\n");
  CHECK(has(course.marked("v3"), "<details class=\"header\"><summary>"));
}

TEST_CASE("listing: a kernel does not differ where a function above it has moved to a header") {
  const ListedCourse course;
  const std::string half = "__device__ float half_of(float x, float y, float z) {\n  const float sum = x + y + z;\n  return sum / 2;\n}\n";
  const std::string kernel = "__global__ void add(float* x, int n) {\n  x[threadIdx.x] = half_of(1, 2, 3);\n}\n";
  course.write("v1_naive.cu", file_of("", half + "\n" + kernel));
  course.write("half.hpp", "#pragma once\n\n" + half);
  course.write("v2_two.cu", file_of("/// Change from v1: a header.\n#include \"half.hpp\"\n", kernel));
  CHECK(times(course.marked("v2"), "line differs") == 0);
  course.write("v2_two.cu", file_of("/// Change from v1: a header.\n#include \"half.hpp\"\n", replaced_all(kernel, "3)", "4)")));
  CHECK(times(course.marked("v2"), "line differs") == 1);
}

TEST_CASE("listing: a diff is of kernel code alone") {
  const ListedCourse course;
  course.write("v3_words.cu", file_of("/// Change from v2: words.\n",
                                      "// Other words.\n__global__ void add(float* x, int n) {\n  x[threadIdx.x] += 2;  // words\n}\n"));
  const std::string diff = course.diff(2);
  CHECK(has(diff, "<span class=\"removed\">-   x[threadIdx.x] += <mark>1</mark>;</span>"));
  CHECK(has(diff, "<span class=\"added\">+   x[threadIdx.x] += <mark>2</mark>;</span>"));
  for (const char* part : {"Version", "#include", "@brief", "run"}) CHECK(!has(diff, part));
  CHECK(course.diff(3).empty());
  CHECK(course.diff(1).empty());
}

TEST_CASE("listing: what is wrong with a marker is said") {
  const ListedCourse course;
  for (const char* rest : {"", "2", "v2 all", "v2 whole file"}) CHECK(has(message_of([&] { course.marked(rest); }), "a kernel is"));
  CHECK(message_of([&] { course.marked("v9"); }) == "lesson 04 has no version 'v9'");
  CHECK(message_of([&] { course.marked("v1"); }) == "v1 changes no kernel; to show all of it, write '<!-- kernel: v1 whole -->'");
  course.write("README.md", "# 04 · Dot product\n\nOne.\n");
  CHECK(message_of([&] { course.marked("v2"); }) ==
        "lessons/04_dot_product/README.md must link to v2_two.cu, for readers who do not see comments");
}

TEST_CASE("listing: versions of two digits come after those of one") {
  const ListedCourse course;
  course.write("v10_ten.cu", file_of("/// Change from v9: ten.\n", "__global__ void add(float* x, int n) { x[0] = 10; }\n"));
  course.write("v11_eleven.cu", file_of("/// Change from v10: eleven.\n", "__global__ void add(float* x, int n) { x[0] = 11; }\n"));
  course.write("v9_nine.cu", file_of("", "__global__ void add(float* x, int n) { x[0] = 9; }\n"));
  const Lesson lesson = course.lesson();
  REQUIRE(lesson.versions.size() == 6);
  CHECK(lesson.versions[3].number == "v9");
  CHECK(lesson.versions[5].number == "v11");
  CHECK(lesson.versions[5].change_from == "v10");
  CHECK(has(course.marked("v11"), "<mark>11</mark>"));
}

TEST_CASE("listing: a version's page has what the lesson's page says about it, without listings") {
  const std::string page =
      "# 03 · Sum {#lesson_03}\n\n## v1 · First {#lesson_03-v1--first}\n\none\n\n## v2 and v10 · Both {#lesson_03-v2}\n\ntwo\n\n"
      "<!-- code: lessons/03_sum/v2.cu -->\n\n\\htmlinclude[block] lesson_03_1.html\n\n\\include{lineno} lessons/03_sum/a.hpp\n"
      "~~~\n## no heading\n~~~\n\n\\htmlinclude[block] lesson_03_2.html\n\n### More {#lesson_03-more}\n\nthree\n\n"
      "## After v2 {#lesson_03-after}\n\nfour\n";
  const std::string told = version_section(page, "lesson_03", "v2", "lesson_03_v2");
  for (const char* part : {"two", "## no heading", "\\htmlinclude[block] lesson_03_2.html", "### More {#lesson_03_v2-told-more}", "three"})
    CHECK(has(told, part));
  for (const char* part : {"one", "four", "lesson_03_1.html", "a.hpp", "Both"}) CHECK(!has(told, part));
  CHECK(has(version_section(page, "lesson_03", "v10", "lesson_03_v10"), "two"));
  CHECK(has(version_section(page, "lesson_03", "v1", "lesson_03_v1"), "one"));
  CHECK(!has(version_section(page, "lesson_03", "v1", "lesson_03_v1"), "two"));
  CHECK(version_section(page, "lesson_03", "v3", "lesson_03_v3").empty());
}
