/// @file
/// @brief The search's index: which words are in which section, and which section is meant by which synonym.
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "catch.hpp"
#include "lockstep/usage_error.hpp"
#include "site/pages/search_index.hpp"
#include "site/weaving/page_map.hpp"
#include "support/temporary_folder.hpp"

using namespace lockstep::site;
using lockstep::UsageError;
using nlohmann::json;

namespace {

/// An index with two pages, eight sections in all.
class Index {
 public:
  Index() {
    file("kernel.cu", "__global__ void add(float4* x) { atomicAdd(&x->w, 1.0f); atomicAdd(&x->w, 2.0f); }\n");
    pages_.add("docs/sums.md", {"sums", "Sums"});
    file("shown.cu", "__shfl_down_sync(kAll, x, 16);\n");
    index_.add(
        "# Sums {#sums}\n\nNo *thread's* [sum](@ref tree-sum), \\subpage tree_page, `grid.sync()`\n\n"
        "## `v1` · The *code* {#sums-v1}\n\n\\include{lineno} kernel.cu\n\n"
        "<!-- code: shown.cu -->\n\n"
        "~~~{.unparsed}\n# not a heading\n~~~\n\nsum: <code class=\"wide\">cub</code>\n\n\\htmlinclude[block] drawing.html\n");
    index_.add(
        "# Other {#other}\n\nsum sum sum sum sum\n\n## A {#other-a}\n\n## B {#other-b}\n\n## C {#other-c}\n\n## D {#other-d}\n\n## E "
        "{#other-e}\n");
  }

  std::string add_synonyms(const std::string& text) {
    file("synonyms.txt", text);
    try {
      index_.add_synonyms("synonyms.txt", pages_);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "no error";
  }
  json made() const { return json::parse(index_.json()); }
  json words() const { return made()["words"]; }

 private:
  void file(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }

  lockstep::TemporaryFolder folder_;
  PageMap pages_{folder_.path()};
  SearchIndex index_{folder_.path()};
};

}  // namespace

TEST_CASE("search index: sections are those of the pages, in words alone") {
  const json sections = Index().made()["sections"];
  REQUIRE(sections.size() == 8);
  CHECK(sections[0] == json{0, "sums", "Sums"});
  CHECK(sections[1] == json{0, "sums-v1", "v1 · The code"});
  CHECK(sections[2] == json{2, "other", "Other"});
  CHECK(sections[7] == json{2, "other-e", "E"});
}

TEST_CASE("search index: words of text and code are found, and what no reader sees is not") {
  const json words = Index().words();
  // A number is 3 · the sections since the one before + 0, 1 or 2: the word is there once, a few times, often.
  CHECK(words["thread"] == json{0});
  CHECK(words["atomicadd"] == json{3 * 1 + 1});
  CHECK(words["__shfl_down_sync"] == json{3 * 1});
  CHECK(words["float4"] == json{3 * 1});
  CHECK(words["__global__"] == json{3 * 1});
  CHECK(words["sync"] == json{0});
  CHECK(words["cub"] == json{3 * 1});
  CHECK(words["heading"] == json{3 * 1});
  for (const char* unseen :
       {"ref", "tree", "tree_page", "subpage", "include", "lineno", "cu", "htmlinclude", "drawing", "html", "class", "wide", "1", "x"}) {
    CAPTURE(unseen);
    CHECK_FALSE(words.contains(unseen));
  }
}

TEST_CASE("search index: a word of every other section is named as common, and no more") {
  const json made = Index().made();
  CHECK(made["common"] == json::array({"sum"}));
  CHECK_FALSE(made["words"].contains("sum"));
}

TEST_CASE("search index: synonyms lead to pages and sections that are there") {
  Index index;
  CHECK(index.add_synonyms("# a comment\n\ndocs/sums.md: total, prefix sum\ndocs/sums.md#v1 (it adds): sort\n") == "no error");
  CHECK(index.made()["synonyms"] == json::array({json{"total", 0, ""}, json{"prefix sum", 0, ""}, json{"sort", 1, "it adds"}}));
  CHECK(index.add_synonyms("docs/sums.md: a\ndocs/gone.md: b\n") == "synonyms.txt:2: no page shows docs/gone.md");
  CHECK(index.add_synonyms("docs/sums.md#gone: b\n") == "synonyms.txt:1: there is no section docs/sums.md#gone");
  CHECK(index.add_synonyms("total\n") == "synonyms.txt:1: a line is 'PAGE.md[#heading][ (why)]: words, words'");
}
