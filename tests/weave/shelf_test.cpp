/// @file
/// @brief A page's numbers are checked against the record that it names, or else the usual one.
#include "site/weaving/shelf.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string>

#include "catch.hpp"
#include "message_of.hpp"
#include "page_numbers.hpp"
#include "site/weaving/weave.hpp"
#include "support/temporary_folder.hpp"

using namespace lockstep::site;
using lockstep::testing::message_of;

namespace {

/// Records of three devices; the first is the usual one.
class Shelf {
 public:
  Shelf() {
    write("gpu_a_80gb", 2);
    write("gpu_a", 3);
    write("other", 7);
  }
  RecordShelf read() const { return RecordShelf(folder_ / "gpu_a_80gb.json"); }
  void write(const std::string& name, int ms) const {
    std::ofstream(folder_ / (name + ".json")) << fmt::format(
        R"({{"device": "{}", "lessons": {{"04_dot_product": {{"driver": "1", "toolkit": "2", "date": "3", "runs": {{"size_a": {{"size": 8, "versions": [
            {{"name": "v1_naive", "stage": "naive", "verified": true, "time_ms": {{"median": {}, "min": 1, "max": 9, "reps": 9}}}}]}}}}}}}}}})",
        name, ms);
  }
  std::string path(const std::string& name) const { return folder_ / name; }

 private:
  lockstep::TemporaryFolder folder_;
};

double ms(const Records& records) { return records.value("ms", "04 size_a v1", ""); }

}  // namespace

TEST_CASE("shelf: a page without a name has the usual record, and one with a name that one") {
  const Shelf shelf;
  const RecordShelf records = shelf.read();
  CHECK(ms(records.usual()) == 2);
  CHECK(ms(records.of_page("# Page\n\ntext\n")) == 2);
  CHECK(ms(records.of_page("# Page\n\ntext\n\n<!-- record: other -->\n")) == 7);
  CHECK(ms(records.of_page("<!-- record: ot -->\n# Page\n")) == 7);
  CHECK(ms(records.of_page("```\n<!-- record: other -->\n```\n")) == 2);
}

TEST_CASE("shelf: a name has to begin one record's alone, or be it") {
  const Shelf shelf;
  const RecordShelf records = shelf.read();
  CHECK(ms(records.named("gpu_a")) == 3);
  CHECK(ms(records.named("gpu_a_8")) == 2);
  CHECK(message_of([&] { records.named("gpu"); }) == "more than one record's name begins with 'gpu': gpu_a, gpu_a_80gb, other");
  CHECK(message_of([&] { records.of_page("x\n\n<!-- record: h200 -->\n"); }) ==
        "3: there is no record 'h200'; there are gpu_a, gpu_a_80gb, other");
  CHECK(message_of([&] { records.of_page("<!-- record: -->\n"); }) == "1: there is no record ''; there are gpu_a, gpu_a_80gb, other");
  CHECK(message_of([&] { records.of_page("<!-- record: other -->\n\n<!-- record: other -->\n"); }) == "3: the page names a second record");
  CHECK(message_of([&] { RecordShelf(shelf.path("gone.json")); }) == "there is no record " + shelf.path("gone.json"));
}

TEST_CASE("shelf: prose and tables of a page are of its record") {
  const Shelf shelf;
  const RecordShelf records = shelf.read();
  PageMap pages{LOCKSTEP_SOURCE_DIR};
  pages.add("docs/page.md", {"page", "Page"});
  const Scratch scratch(LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR);
  Loom loom{.pages = pages, .records = records, .scratch = scratch, .inserts = {}};
  const std::string markdown =
      "It takes 7<!--= ms(\"size_a v1\") --> ms.\n\n<!-- table: ms(\"size_a {row}\") -->\n| version | ms |\n| - | - |\n| `v1` | 7 |\n\n";
  CHECK(woven("docs/page.md", markdown + "<!-- record: other -->\n", "04", loom).wrong.empty());
  CHECK(woven("docs/page.md", markdown, "04", loom).wrong.size() == 2);
  CHECK(message_of([&] { woven("docs/page.md", "x\n\n<!-- record: gone -->\n", "04", loom); }) ==
        "docs/page.md:3: there is no record 'gone'; there are gpu_a, gpu_a_80gb, other");
}
