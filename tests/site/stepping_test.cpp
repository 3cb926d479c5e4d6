/// @file
/// @brief The players on the pages of versions: each begins where its page says, steps, jumps, shows the trace's values, and follows links.
#include <fmt/format.h>

#include <bit>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "browser.hpp"
#include "catch.hpp"
#include "page_checks.hpp"
#include "site_browser.hpp"
#include "support/read_file.hpp"

namespace fs = std::filesystem;
using namespace lockstep::testing;

namespace {

const std::string kFigure = "document.querySelector('figure.stepping')";
const std::string kPlayer = "document.querySelector('figure.stepping lockstep-player')";
constexpr std::uintmax_t kMostBytes = 400'000;  ///< of a trace: what a page may weigh

/// @param lessons  a regular expression for their numbers
std::vector<fs::path> version_pages(const std::string& lessons) {
  const std::regex name("lesson_(" + lessons + ")_v[1-9]\\d?");
  std::vector<fs::path> pages;
  for (const fs::path& file : html_files(site_folder()))
    if (std::regex_match(file.stem().string(), name)) pages.push_back(file);
  return pages;
}

fs::path trace_of(const fs::path& page) { return page.parent_path() / (page.stem().string() + "_trace.js"); }

/// A trace, and its events in a row.
struct Events {
  explicit Events(const fs::path& page) {
    const std::string script = lockstep::read_file(trace_of(page));
    trace = json::parse(script.substr(script.find('{'), script.rfind('}') - script.find('{') + 1));
    for (const json& launch : trace["launches"]) all.insert(all.end(), launch["events"].begin(), launch["events"].end());
  }
  /// The first step behind `step` where it is so; 0 where there is none.
  template <class Condition>
  std::size_t next(std::size_t step, Condition is_it) const {
    for (; step < all.size(); ++step)
      if (is_it(all[step])) return step + 1;
    return 0;
  }
  json trace;
  std::vector<json> all;
};

void open(Page& page, const std::string& address) {
  page.open(address);
  page.evaluate(kFigure + ".scrollIntoView()");
  page.wait_until(kPlayer + "?.panes?.length === 1");
}

std::size_t step_of(Page& page) { return page.evaluate(kPlayer + ".step"); }

void press(Page& page, const std::string& button) {
  page.evaluate(fmt::format("{}.querySelector('button[aria-label=\"{}\"]').click()", kPlayer, button));
}

/// What lanes read or wrote at this step, as the player knows it, and as the trace says it.
void check_values(Page& page, const Events& events, std::size_t step) {
  CAPTURE(step);
  const json& event = events.all[step - 1];
  page.evaluate(fmt::format("{0}.go({0}.panes[0], {1})", kPlayer, step));
  const json known =
      page.evaluate(fmt::format("(({{ model }}) => [...model.stateAt({0}).lanes].filter(([, lane]) => lane.step === {0}).map(([name, "
                                "lane]) => [Number(name.split(':')[1]), lane.value])"
                                ".sort(([a], [b]) => a - b).map(([, value]) => value))({1}.panes[0])",
                                step, kPlayer));
  CHECK(known == event[event["kind"] == "atomic" ? "new" : "value"]);
  CHECK(page.evaluate(kPlayer + ".querySelectorAll('.warp.turn .lane.active').length") ==
        std::popcount(event["lanes"].get<std::uint32_t>()));
  CHECK(page.evaluate(kPlayer + ".querySelectorAll('.cell.now').length > 0") == true);
}

bool is_access(const json& event) { return event["kind"] == "load" || event["kind"] == "store" || event["kind"] == "atomic"; }

/// The pages of the versions have a player each, which steps, jumps to barriers, and shows the trace's values.
void check_players(const std::string& lessons) {
  const auto program = browser_for_site();
  if (!program) return;
  Browser browser(*program);
  Page page(browser);
  page.set_size(kWide);
  const std::vector<fs::path> pages = version_pages(lessons);
  REQUIRE(pages.size() > 35);
  for (const fs::path& file : pages) {
    CAPTURE(file);
    REQUIRE(fs::exists(trace_of(file)));
    CHECK(fs::file_size(trace_of(file)) < kMostBytes);
    const Events events(file);
    open(page, file);
    const std::size_t first = page.evaluate("Number(" + kFigure + ".dataset.step)");
    CHECK(page.evaluate(kFigure + ".dataset.steps") == std::to_string(events.all.size()));
    CHECK(page.evaluate(kFigure + ".querySelector('figcaption').textContent.length > 10") == true);
    CHECK(step_of(page) == first);
    press(page, "one step on");
    CHECK(step_of(page) == std::min(first + 1, events.all.size()));
    press(page, "one step back");
    press(page, "first step");
    CHECK(step_of(page) == 1);
    const std::size_t barrier = events.next(1, [](const json& event) { return event["kind"] == "barrier"; });
    if (barrier > 0) press(page, "next barrier");
    if (barrier > 0) CHECK(step_of(page) == barrier);
    for (const std::size_t from : {first - 1, events.all.size() / 2})
      if (const std::size_t access = events.next(from, is_access); access > 0) check_values(page, events, access);
    for (const json& source : events.trace["files"]) CHECK_FALSE(source["name"].get<std::string>().starts_with("/"));
    CHECK(page.take_errors() == std::vector<std::string>());
  }
}

}  // namespace

// In two halves, which a slow machine can try at the same time.
TEST_CASE("stepping: the page of each version in lessons 00 to 04 has a player") { check_players("0[0-4]"); }
TEST_CASE("stepping: the page of each version in lessons 05 to 11 has a player") { check_players("0[5-9]|1\\d"); }

TEST_CASE("stepping: a link of a walkthrough leads to its step, and the address moves the player") {
  const auto program = browser_for_site();
  if (!program) return;
  Browser browser(*program);
  Page page(browser);
  page.open(page_named("lesson_03"));
  const std::string link = "document.querySelector('a[href^=\"lesson_03_v3.html#step=\"]')";
  const std::string address = page.evaluate(link + ".getAttribute('href')");
  const std::size_t step = std::stoul(address.substr(address.find('=') + 1));
  page.open(page_named("lesson_03_v3").string() + address.substr(address.find('#')));
  page.wait_until(kPlayer + "?.panes?.length === 1");
  CHECK(step_of(page) == step);
  page.evaluate("location.hash = '#step=5'");
  page.wait_until(kPlayer + ".step === 5");
  CHECK(page.take_errors() == std::vector<std::string>());
}

TEST_CASE("stepping: a player fits a desk and a phone, and can be read in both themes") {
  const auto program = browser_for_site();
  if (!program) return;
  const std::string checks = lockstep::read_file(LOCKSTEP_SOURCE_DIR "/tests/site/page_checks.js");
  Browser browser(*program);
  Page page(browser);
  for (const int width : {kNarrow, kWide})
    for (const Theme theme : {Theme::light, Theme::dark})
      for (const char* name : {"lesson_03_v4", "lesson_05_v1", "lesson_11_v4"}) {
        CAPTURE(width, static_cast<int>(theme), name);
        page.set_size(width);
        page.set_theme(theme);
        open(page, page_named(name));
        page.evaluate(checks);
        CHECK(page.evaluate(fmt::format("page_checks.overflow({})", width)) == json::array());
        CHECK(page.evaluate("page_checks.contrast()") == json::array());
      }
}

TEST_CASE("stepping: a page whose trace is missing says so") {
  const auto program = browser_for_site();
  if (!program) return;
  const lockstep::TemporaryFolder folder;
  fs::copy(site_folder() / "players.js", folder.path());
  std::ofstream(folder.path() / "page.html")
      << "<!doctype html><html lang=\"en\"><figure class=\"stepping\" data-trace=\"gone\" data-step=\"1\">"
         "</figure><script src=\"players.js\"></script></html>";
  Browser browser(*program);
  Page page(browser);
  page.open(folder.path() / "page.html");
  page.wait_until(kFigure + ".classList.contains('begun')");
  page.settle();
  CHECK(page.take_errors() == std::vector<std::string>{"Failed to load resource: net::ERR_FILE_NOT_FOUND: gone_trace.js"});
}
