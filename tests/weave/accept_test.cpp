/// @file
/// @brief New records get into the Markdown: the numbers that have expressions, and nothing else.
#include "site/weaving/accept.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "catch.hpp"
#include "lockstep/usage_error.hpp"
#include "page_numbers.hpp"
#include "site/site.hpp"
#include "support/output_file.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using namespace lockstep::site;
using lockstep::UsageError;
using lockstep::bench::Json;
using lockstep::testing::PageNumbers;
namespace fs = std::filesystem;

namespace {

lockstep::bench::Record record() {
  const auto version = [](const char* name, double ms) {
    return Json{
        {"name", name}, {"stage", "naive"}, {"verified", true}, {"time_ms", {{"median", ms}, {"min", ms}, {"max", ms}, {"reps", 9}}}};
  };
  lockstep::bench::Record made{.device = "GPU"};
  const Json run{{"size", 1024}, {"versions", {version("v1_naive", 2), version("v4_fast", 0.1254), version("v5_other", 20488.8)}}};
  merge(made, "04_dot_product", {.driver = "1", .toolkit = "2", .date = "3"}, {{"size_a", std::make_optional(run)}});
  return made;
}

Accepted accept(const std::string& markdown) {
  const Records records(record());
  return accepted(markdown, *PageNumbers(records, "04"));
}

const std::string kMarkdown = R"(# Title with 7<!--= ms("size_a v1") -->

A paragraph of two lines that says 3.1<!--= ms("size_a v1") --> and
17<!--= ms("size_a v1") / ms("size_a v4")
--> times, 10,000<!--= ms("size_a v5") --> and 9 without.

```
8<!--= ms("size_a v1") -->
```

<!-- table: ms("size_a {row}") | -->
| version | ms  | note |
|---------|----:|------|
| `v1_naive` |   1.5 | 3 |
| `v4_fast`  | 0.130 | of 4<!--= ms("size_a v1") --> |
| `v6_none` | – |  |
after the table 5<!--= ms("size_a v1") -->
)";

const std::string kAccepted = R"(# Title with 7<!--= ms("size_a v1") -->

A paragraph of two lines that says 2.0<!--= ms("size_a v1") --> and
16<!--= ms("size_a v1") / ms("size_a v4")
--> times, 20,489<!--= ms("size_a v5") --> and 9 without.

```
8<!--= ms("size_a v1") -->
```

<!-- table: ms("size_a {row}") | -->
| version | ms  | note |
|---------|----:|------|
| `v1_naive` |   2.0 | 3 |
| `v4_fast`  | 0.125 | of 2<!--= ms("size_a v1") --> |
| `v6_none` | – |  |
after the table 2<!--= ms("size_a v1") -->
)";

/// A course with each page that the site has, one of them with a number.
class Course {
 public:
  Course() {
    for (const char* page : {"docs/index.md", "docs/lessons.md", "docs/concepts/README.md", "docs/glossary.md", "docs/commands.md",
                             "docs/speed.md", "docs/player.md", "docs/trace.md", "docs/instructors.md", "docs/adding_a_lesson.md",
                             "docs/at_the_limit.md", "docs/results/README.md", "common/sim/README.md", "tests/hazards/README.md"})
      write(page, "# Title\n");
    write("docs/concepts/README.md", "# Concepts\n\n[One](one.md)\n");
    write("docs/concepts/one.md", "# One\n\n3<!--= ms(\"04 size_a v1\") --> ms\n");
    write("lessons/04_dot_product/problem.hpp", "");
    write("lessons/04_dot_product/README.md", "# 04 · Dot product\n\nOne.\n\n4<!--= ms(\"size_a v1\") --> ms");
    write("docs/results/gpu.json", record_text(record()));
  }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((folder_.path() / path).parent_path());
    std::ofstream(folder_.path() / path) << text;
  }
  fs::path path(const std::string& path) const { return folder_.path() / path; }
  std::string text(const std::string& path) const { return lockstep::read_file(folder_ / path); }
  std::vector<std::string> accept() const {
    return accept_records(
        {.root = folder_.path(), .build = LOCKSTEP_BINARY_DIR, .records = folder_.path() / "docs/results/gpu.json", .out = {}});
  }

 private:
  lockstep::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("accept: numbers with an expression, in prose and in tables, and all else byte by byte as it was") {
  const Accepted page = accept(kMarkdown);
  CHECK(page.text == kAccepted);
  REQUIRE(page.changed.size() == 7);
  CHECK(page.changed[0].line == 3);
  CHECK(page.changed[0].written == "3.1");
  CHECK(page.changed[0].recorded == "2.0");
  CHECK(page.changed[1].line == 4);
  CHECK(page.changed[2].line == 5);
  CHECK(page.changed[3].line == 14);
  CHECK(page.changed[4].line == 15);
  CHECK(page.changed[6].line == 17);
}

TEST_CASE("accept: a second time nothing changes") {
  const Accepted again = accept(kAccepted);
  CHECK(again.text == kAccepted);
  CHECK(again.changed.empty());
  CHECK(accept("no line end").text == "no line end");
  CHECK(accept("").text.empty());
}

TEST_CASE("accept: what was not recorded is told with its line") {
  try {
    accept("# T\n\n1<!--= ms(\"size_a v9\") -->\n");
    FAIL("no error");
  } catch (const UsageError& error) {
    CHECK(std::string(error.what()).find("3: ") == 0);
  }
}

TEST_CASE("accept: the pages of a course are rewritten, and what changed is listed") {
  const Course course;
  CHECK(course.accept() == std::vector<std::string>{"docs/concepts/one.md:3: 2 was 3", "lessons/04_dot_product/README.md:5: 2 was 4"});
  CHECK(course.text("docs/concepts/one.md") == "# One\n\n2<!--= ms(\"04 size_a v1\") --> ms\n");
  CHECK(course.text("lessons/04_dot_product/README.md").ends_with("\n2<!--= ms(\"size_a v1\") --> ms"));
  CHECK(course.accept().empty());
}

TEST_CASE("accept: where one number was not recorded nothing is written") {
  const Course course;
  course.write("lessons/04_dot_product/README.md", "# 04 · Dot product\n\n4<!--= ms(\"size_b v1\") -->\n");
  try {
    course.accept();
    FAIL("no error");
  } catch (const UsageError& error) {
    CHECK(std::string(error.what()).find("lessons/04_dot_product/README.md:3: there is no run size_b") == 0);
  }
  CHECK(course.text("docs/concepts/one.md").find("\n3<!--=") != std::string::npos);
}

TEST_CASE("accept: numbers of runs are written, too") {
  const Course course;
  course.write("docs/concepts/one.md", "# One\n\n7<!--= stores(\"run 03 v3 --size 500 --block 256\") --> stores\n");
  course.write("lessons/04_dot_product/README.md", "# 04 · Dot product\n");
  course.write("common/site/page_lockstep.sh", lockstep::read_file(LOCKSTEP_SOURCE_DIR "/common/site/page_lockstep.sh"));
  fs::permissions(course.path("common/site/page_lockstep.sh"), fs::perms::owner_exec, fs::perm_options::add);
  CHECK(course.accept() == std::vector<std::string>{"docs/concepts/one.md:3: 3 was 7"});
  CHECK(course.text("docs/concepts/one.md").find("\n3<!--= stores") != std::string::npos);
}
