/// @file
/// @brief The site's search: hits are seen and can be used, by mouse, finger and keyboard, and what readers type leads to the right page.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "browser.hpp"
#include "catch.hpp"
#include "page_checks.hpp"
#include "site_browser.hpp"
#include "support/read_file.hpp"

namespace fs = std::filesystem;
using lockstep::read_file;
using namespace lockstep::testing;

namespace {

using Lines = std::vector<std::string>;

const fs::path kFields = LOCKSTEP_SOURCE_DIR "/tests/site/search_fields";
constexpr int kDesk = 1280;

enum class By { mouse, finger, keyboard };

// Doxygen may leave the field of another width behind, unseen.
const std::string kField = "[...document.querySelectorAll('#MSearchField')].find(field => field.checkVisibility())";
const std::string kFirst = "document.querySelector('#found > a')";

void use(Page& page, By by, const std::string& element) {
  if (by == By::finger)
    page.tap(element);
  else
    page.click(element);
}

void enter_field(Page& page, By by) {
  constexpr int kEnough = 20;
  page.wait_until(kField);
  if (by != By::keyboard) return use(page, by, kField);
  for (int tabs = 0; tabs < kEnough && page.evaluate("document.activeElement.id") != "MSearchField"; ++tabs) page.press("Tab");
}

/// The list is open, or is not in a second or so.
bool is_open(Page& page) {
  return page.evaluate(R"((async () => {
    for (let i = 0; i < 100; ++i) {
      const list = document.getElementById('found');
      if (list && list.checkVisibility() && list.textContent !== '') return true;
      await new Promise(done => setTimeout(done, 20));
    }
    return false;
  })())");
}

/// What a reader cannot see of the hits: the first and, scrolled to, the last one, and the list within the window.
json unseen_hits(Page& page) {
  return page.evaluate(R"((() => {
    const list = document.getElementById('found'), faults = [], hits = [...document.querySelectorAll('#found > a')];
    if (hits.length === 0) return [`no hit for "${document.getElementById('MSearchField').value}"`];
    for (const hit of [hits[0], hits.at(-1)]) {
      list.scrollTop = hit === hits[0] ? 0 : list.scrollHeight;  // of the list alone: a box that clips it would scroll, too
      const box = hit.getBoundingClientRect();
      const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!hit.contains(there)) faults.push(`where the hit "${hit.textContent}" should be there is ${there?.id || there?.tagName}`);
    }
    list.scrollTop = 0;
    const { left, top, right, bottom } = list.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) faults.push('the list is cut at the edge of the window');
    return faults;
  })())");
}

/// Arrow keys go to the hits and back, and Escape closes the list, from a hit and from the field.
Lines keyboard_faults(Page& page) {
  const std::string at_first = "document.activeElement === " + kFirst, at_field = "document.activeElement.id === 'MSearchField'";
  Lines faults;
  const auto want = [&](const std::string& condition, const char* fault) {
    if (page.evaluate("Boolean(" + condition + ")") != true) faults.emplace_back(fault);
  };
  page.press("ArrowDown");
  want(at_first, "the arrow down does not go to the first hit");
  page.press("ArrowUp");
  want(at_field, "the arrow up does not go back to the field");
  page.press("ArrowDown");
  page.press("Escape");
  want(at_field + " && !document.getElementById('found').checkVisibility()", "Escape does not close the list");
  page.press("s");
  if (!is_open(page)) faults.emplace_back("after Escape, typing does not open the list");
  return faults;
}

/// Searches for "banks" in the page that is open. The list stays open.
Lines faults_of_search(Page& page, By by) {
  enter_field(page, by);
  page.type("bank");
  if (!is_open(page)) return {"typing opens no list"};
  const std::string typed = page.evaluate(kField + ".value");
  if (typed != "bank") return {fmt::format("\"bank\" is typed, and the field says \"{}\"", typed)};
  Lines faults = unseen_hits(page);
  const Lines by_keyboard = keyboard_faults(page);
  faults.insert(faults.end(), by_keyboard.begin(), by_keyboard.end());
  return faults;
}

/// Addresses of what is found, the first first. The page's index has been read.
Lines found(Page& page, const std::string& text) {
  return page.evaluate("searchOf(kIndex, kNames)(" + json(text).dump() + ").hits.map(hit => hit.address)");
}

void read_index(Page& page) {
  enter_field(page, By::mouse);
  page.type("bank");
  REQUIRE(is_open(page));
}

}  // namespace

TEST_CASE("search: hits are seen and can be used, at a desk and on a phone, in both themes") {
  const auto program = browser_for_site();
  if (!program) return;
  const fs::path pictures = site_folder().parent_path() / "screenshots";
  fs::create_directories(pictures);
  struct Way {
    By by;
    int width;
    Theme theme;
    const char* picture;
  };
  Browser browser(*program);
  for (const Way& way :
       {Way{By::mouse, kDesk, Theme::light, "search_1280_light.png"}, Way{By::keyboard, kDesk, Theme::dark, "search_1280_dark.png"},
        Way{By::finger, kNarrow, Theme::light, "search_360_light.png"}, Way{By::mouse, kNarrow, Theme::dark, "search_360_dark.png"}}) {
    CAPTURE(way.picture);
    Page page(browser);
    page.set_size(way.width);
    page.set_theme(way.theme);
    page.open(page_named("lesson_04"));
    CHECK(faults_of_search(page, way.by) == Lines());
    page.evaluate(read_file(LOCKSTEP_SOURCE_DIR "/tests/site/page_checks.js"));
    CHECK(page.evaluate("page_checks.contrast()") == json::array());
    CHECK(page.evaluate(fmt::format("page_checks.overflow({})", way.width)) == json::array());
    std::ofstream(pictures / way.picture, std::ios::binary) << page.screenshot();
    if (way.by == By::keyboard)
      page.press("Enter");
    else
      use(page, way.by, kFirst);
    page.wait_until("location.pathname.endsWith('/concept_bank_conflicts.html')");
    CHECK(page.take_errors() == Lines());
  }
}

TEST_CASE("search: the list closes when the reader goes elsewhere, and opens again with the field") {
  const auto program = browser_for_site();
  if (!program) return;
  Browser browser(*program);
  Page page(browser);
  page.open(page_named("glossary"));
  read_index(page);
  page.click("document.querySelector('#doc-content h1, #doc-content .title')");
  CHECK(page.evaluate("document.getElementById('found').hidden") == true);
  CHECK(page.evaluate(kField + ".value") == "bank");
  page.click(kField);
  CHECK(is_open(page));
  page.set_size(kNarrow);  // Doxygen makes another field
  page.wait_until(kField + "?.value === 'bank'");
  CHECK(page.evaluate("document.getElementById('found').hidden") == true);
  page.tap(kField);
  REQUIRE(is_open(page));
  CHECK(unseen_hits(page) == json::array());
  page.tap("[...document.querySelectorAll('#found > a')].find(hit => hit.href.includes('glossary.html#'))");
  page.wait_until("location.hash === '#glossary-bank'");  // of this page: nothing is loaded, and the list closes
  CHECK(page.evaluate("document.getElementById('found').hidden") == true);
}

TEST_CASE("search: what readers type leads to the right page") {
  const auto program = browser_for_site();
  if (!program) return;
  Browser browser(*program);
  Page page(browser);
  page.open(page_named("index"));
  read_index(page);
  constexpr std::size_t kSeen = 4;  // without scrolling
  const std::vector<std::pair<const char*, const char*>> expected{
      // Code.
      {"atomicAdd", "concept_atomics_and_races.html"},
      {"__shfl_down_sync", "concept_shuffles.html"},
      {"shfl_down", "concept_shuffles.html"},
      {"__syncthreads()", "concept_synchronization.html"},
      {"syncthreads", "concept_synchronization.html"},
      {"float4", "lesson_01.html"},
      {"cudaMemcpyAsync", "concept_streams.html"},
      {"cudaMallocPitch", "lesson_02.html"},
      {"threadIdx.x", "concept_execution_model.html"},
      {"__global__", "concept_first_program.html"},
      // Other names.
      {"matmul", "lesson_06.html"},
      {"GEMM", "lesson_06.html"},
      {"matrix multiplication", "lesson_06.html"},
      {"transpose", "lesson_02.html"},
      {"scan", "glossary.html#glossary-prefix-sum"},
      {"prefix sum", "lesson_11.html"},
      {"SpMV", "concept_libraries.html"},
      {"Little's law", "concept_occupancy.html"},
      {"Little’s law", "glossary.html#glossary-in-flight"},
      {"convolution", "lesson_07.html"},
      {"least squares", "lesson_08.html"},
      {"laplace", "lesson_09.html"},
      {"histogram", "adding_a_lesson.html"},
      // What a concept is about comes before who uses it.
      {"race", "concept_atomics_and_races.html"},
      {"bank conflict", "concept_bank_conflicts.html"},
      {"coalesc", "concept_coalescing.html"},
      {"out of bounds", "concept_finding_mistakes.html"},
      {"shared memory", "concept_memory_spaces.html"},
      {"deadlock", "glossary.html#glossary-deadlock"},
      {"warp", "glossary.html#glossary-warp"},
      {"printf", "concept_finding_mistakes.html"},
      {"dot", "lesson_04.html"},
      {"how do I launch a kernel", "glossary.html#glossary-launch"},
      // Other forms, other spelling, and a wrong letter.
      {"warps", "glossary.html#glossary-warp"},
      {"deadlocks", "glossary.html#glossary-deadlock"},
      {"uncoalesced accesses", "concept_coalescing.html"},
      {"synchronisation", "concept_synchronization.html"},
      {"divergent", "concept_divergence.html"},
      {"coalesing", "concept_coalescing.html"},
      {"ocupancy", "concept_occupancy.html"},
      {"bank conflit", "concept_bank_conflicts.html"},
      {"transpsoe", "lesson_02.html"},
      // The harness.
      {"device_buffer", "device__buffer_8hpp.html"},
  };
  for (const auto& [text, address] : expected) {
    CAPTURE(text, address);
    Lines hits = found(page, text);
    hits.resize(std::min(hits.size(), kSeen));
    CAPTURE(hits);
    const std::string wanted = address;
    const bool is_section = wanted.find('#') != wanted.npos;
    CHECK(std::ranges::any_of(hits,
                              [&](const std::string& hit) { return is_section ? hit == wanted : hit.substr(0, hit.find('#')) == wanted; }));
  }
  CHECK(found(page, "xyzzy").empty());
  CHECK(page.evaluate("searchOf(kIndex, kNames)('histogram').note") == "The course has no page on “histogram”. Nearest to it:");
  CHECK(page.evaluate("searchOf(kIndex, kNames)('bank xyzzy').note") == "No page has all of these words. These have some:");
}

TEST_CASE("search: hits are few, and each says where it leads") {
  const auto program = browser_for_site();
  if (!program) return;
  Browser browser(*program);
  Page page(browser);
  page.open(page_named("index"));
  read_index(page);
  for (const char* text : {"coalesc", "shared memory", "atomic", "warp", "v3", "sum"}) {
    CAPTURE(text);
    const json shown = page.evaluate("searchOf(kIndex, kNames)('" + std::string(text) + "').hits.map(hit => hit.heading + ' | ' + hit.of)");
    CHECK(shown.size() > 0);
    CHECK(shown.size() <= 18);
    CHECK(std::set<std::string>(shown.begin(), shown.end()).size() == shown.size());
  }
  const auto bytes = fs::file_size(site_folder() / "search_index.js");
  CHECK(bytes < 600'000);  // 376,000; with other lessons more
}

TEST_CASE("search: it works with the field of each Doxygen, and says what it cannot find") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  for (const char* name : {"doxygen_1_9_4", "doxygen_1_9_8", "doxygen_1_16"})
    for (const By by : {By::mouse, By::finger, By::keyboard}) {
      CAPTURE(name, static_cast<int>(by));
      Page page(browser);
      page.set_size(by == By::finger ? kNarrow : kDesk);
      page.open(kFields / (std::string(name) + ".html"));
      CHECK(faults_of_search(page, by) == Lines());
      page.type("xyz");
      page.wait_until("document.getElementById('found').textContent.startsWith('Nothing found for “banksxyz”')");
      page.press("Enter");  // leads nowhere
      CHECK(page.evaluate("location.pathname.endsWith('.html') && document.activeElement.id === 'MSearchField'") == true);
      CHECK(page.take_errors() == Lines());
    }
}

TEST_CASE("search: the faults that it had are found") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  const auto faults = [&](const char* file, By by) {
    Page page(browser);
    page.set_size(by == By::finger ? kNarrow : kDesk);
    page.open(kFields / file);
    return faults_of_search(page, by);
  };
  for (const By by : {By::mouse, By::finger}) {
    CAPTURE(static_cast<int>(by));
    const Lines word = faults("word_in_field.html", by), clipped = faults("clipped_list.html", by);
    REQUIRE(word.size() == 1);
    CHECK(word.front().starts_with("\"bank\" is typed, and the field says \""));  // "Searchbank", or in its midst, where the mouse was
    CHECK(clipped ==
          Lines{"where the hit \"Banks\" should be there is doc-content", "where the hit \"More banks\" should be there is doc-content"});
  }
}
