/// @file
/// @brief The finished site in a browser: every page is whole at both widths and in both themes, and its controls work.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <thread>

#include "browser.hpp"
#include "catch.hpp"
#include "page_checks.hpp"
#include "site_browser.hpp"
#include "support/text/base64.hpp"

namespace fs = std::filesystem;
using lockstep::TemporaryFolder;
using lockstep::to_base64;
using namespace lockstep::testing;

namespace {

const fs::path kPlanted = LOCKSTEP_SOURCE_DIR "/tests/site/planted";

/// Doxygen scrolls its contents in a box of their own: the window grows until all of it is there.
void grow_to_contents(Page& page, int width) {
  constexpr int kTallest = 3'000;
  const int height = page.evaluate(
      "Math.max(document.documentElement.scrollHeight, innerHeight + "
      "Math.max(0, ...[...document.querySelectorAll('#doc-content')].map(e => e.scrollHeight - e.clientHeight)))");
  page.set_size(width, std::min(height, kTallest));
  page.settle();
}

}  // namespace

TEST_CASE("every page in a browser: no error, nothing overflows, charts are drawn, text can be read") {
  const auto program = browser_for_site();
  if (!program) return;
  Browser browser(*program);
  const std::string faults = faults_of_pages(browser, html_files(site_folder()));
  INFO(faults);
  CHECK(faults.empty());
}

TEST_CASE("the dark-mode button switches, by mouse and by keyboard") {
  const auto program = browser_for_site();
  if (!program) return;
  Browser browser(*program);
  Page page(browser);
  page.open(page_named("index"));
  const std::string button = "document.querySelector('doxygen-awesome-dark-mode-toggle')";
  const std::string ground = "getComputedStyle(document.body).backgroundColor";
  page.wait_until(button);
  const json light = page.evaluate(ground);
  page.evaluate(button + ".click()");
  const json dark = page.evaluate(ground);
  CHECK(light != dark);
  CHECK(page.evaluate("document.documentElement.classList.contains('dark-mode')") == true);

  page.open(page_named("index"));  // it is remembered
  page.wait_until(button);
  CHECK(page.evaluate(ground) == dark);

  CHECK(page.evaluate(button + ".tabIndex") == 0);
  page.evaluate(button + ".focus()");
  page.press("Enter");
  CHECK(page.evaluate(ground) == light);
  CHECK(page.take_errors() == std::vector<std::string>());
}

TEST_CASE("a page is printed with its whole contents, and charts as drawings") {
  const auto program = browser_for_site();
  if (!program) return;
  Browser browser(*program);
  Page page(browser);
  page.open(page_named("lesson_04"));
  const std::string paper = page.print();
  CHECK(paper.starts_with("%PDF-"));
  const std::regex sheet("/Type /Page\\b");
  const auto sheets = std::distance(std::sregex_iterator(paper.begin(), paper.end(), sheet), {});
  CHECK(sheets > 10);  // 16; of what a screen shows of it, two
  page.set_print(true);
  page.settle();
  const std::string cut = "[...document.querySelectorAll('.contents div.fragment')].some(box => box.scrollWidth > box.clientWidth + 1)";
  CHECK(page.evaluate(cut) == false);  // paper does not scroll
  const std::string shown =
      "[...document.querySelectorAll('figure.chart')].every(figure => "
      "figure.querySelector('img').checkVisibility() && !figure.querySelector('canvas').checkVisibility())";
  CHECK(page.evaluate(shown) == true);
}

TEST_CASE("pictures of pages are kept, for a person to look at") {
  const auto program = browser_for_site();
  if (!program) return;
  const std::map<std::string, std::string> pages{{"front", "index"},
                                                 {"lessons", "lessons"},
                                                 {"lesson_04", "lesson_04"},
                                                 {"version", "lesson_04_v1.*|version_04_v1.*"},
                                                 {"exercise", "exercise_04.*|lesson_04_exercise"},
                                                 {"concept", "concept_coalescing"},
                                                 {"instructors", "instructors"},
                                                 {"glossary", "glossary"}};
  const fs::path folder = site_folder().parent_path() / "screenshots";
  fs::create_directories(folder);
  Browser browser(*program);
  Page page(browser);
  const auto take = [&](const std::string& name, int width, Theme theme) {
    page.set_size(width);
    page.set_theme(theme);
    page.settle();
    grow_to_contents(page, width);
    const std::string png = page.screenshot();
    CHECK(png.starts_with("\x89PNG"));
    const std::string file = name + "_" + std::to_string(width) + (theme == Theme::dark ? "_dark" : "_light") + ".png";
    std::ofstream(folder / file, std::ios::binary) << png;
  };
  for (const auto& [name, pattern] : pages) {
    page.open(page_named(pattern));
    take(name, kWide, Theme::light);
    take(name, kWide, Theme::dark);
    take(name, kNarrow, Theme::light);
  }
}

TEST_CASE("faults of a page are found") {
  const auto program = browser_here();
  if (!program) return;
  using Lines = std::vector<std::string>;
  const std::map<std::string, Lines> expected{
      {"sound", {}},
      {"exception", {"a script threw: Error: planted", "console.error: \"planted\" 7"}},
      {"missing_image", {"Failed to load resource: net::ERR_FILE_NOT_FOUND: no_picture.png"}},
      {"overflow", {"360 pixels: overflows: div.wide in div.contents"}},
      {"overflow_in_box", {"360 pixels: overflows: div.wide in div.contents"}},
      {"no_viewport", {"360 pixels: is laid out 980 pixels wide: is there no viewport tag?"}},
      {"contrast",
       {"light: contrast 2.8: #999999 on #ffffff, p.pale", "light: contrast 2.4: #4d4d4d on #000000, p.shade",
        "light: contrast 1.3: #000000 on #000080, text.drawn"}},
      {"contrast_dark", {"dark: contrast 1.1: #222222 on #121212, p.ink"}},
      {"no_copy_button", {"code \"int i = 0;\" has no copy button"}},
      {"charts",
       {"chart \"No canvas\" has no canvas", "chart \"Never drawn\" was not drawn", "chart \"No data\" has no data",
        "chart \"Blank\" is blank", "chart \"Flat\" has no size"}},
      {"stepping",
       {"stepping picture has no slider", "stepping picture has a slider without a label",
        "stepping picture is the same at both ends of its slider", "stepping picture is another when its slider comes back",
        "stepping picture has a slider without aria-valuetext"}},
  };
  Browser browser(*program);
  Page page(browser);
  for (const auto& [name, faults] : expected) {
    CAPTURE(name);
    CHECK(faults_of_page(page, kPlanted / (name + ".html")) == faults);
    CHECK(faults_of_page(page, kPlanted / (name + ".html"), {.width = kWide}) == faults);
  }
}

TEST_CASE("nothing is left of a browser") {
  const auto program = browser_here();
  if (!program) return;
  const std::string before = fs::temp_directory_path();
  const TemporaryFolder folder;
  ::setenv("TMPDIR", folder.path().c_str(), 1);
  {
    Browser browser(*program);
    Page page(browser);
    CHECK(page.evaluate("1 + 1") == 2);
    CHECK_THROWS_AS(page.evaluate("nothing.at.all"), BrowserError);
    CHECK_THROWS_AS(page.open("/no/such/file.html"), BrowserError);
    CHECK_FALSE(folder.empty());
  }
  CHECK(folder.empty());
  ::setenv("TMPDIR", before.c_str(), 1);
  CHECK_THROWS_AS(Browser("/bin/false"), BrowserError);
}

TEST_CASE("base64 is read as it is written") {
  for (const std::string bytes : {"", "a", "ab", "abc", "\xff\x80z7"}) CHECK(from_base64(to_base64(bytes)) == bytes);
}
