/// @file
/// @brief The playgrounds in a browser: their rules are the hardware's, and they answer to keys, fingers and addresses, on a phone as well.
#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "access_patterns.hpp"
#include "browser.hpp"
#include "catch.hpp"
#include "page_checks.hpp"
#include "site_browser.hpp"
#include "support/read_file.hpp"

using namespace lockstep::testing;

namespace {

/// A playground by its name, and the page that it is on.
struct Place {
  std::string name, page;
};
const std::vector<Place> kPlaces{{"coalescing", "concept_coalescing"},
                                 {"banks", "concept_bank_conflicts"},
                                 {"occupancy", "concept_occupancy"},
                                 {"waves", "concept_execution_model"},
                                 {"divergence", "concept_divergence"}};

std::string figure(const std::string& name) { return fmt::format("document.querySelector('figure.playground[data-playground={}]')", name); }
std::string part(const std::string& name, const std::string& selector) { return figure(name) + ".querySelector('" + selector + "')"; }
std::string said(const std::string& name) { return part(name, ".result") + ".textContent"; }
std::string button(const std::string& name, const std::string& words) {
  return fmt::format("[...{}.querySelectorAll('button')].find(button => button.textContent === '{}')", figure(name), words);
}

void open(Page& page, const Place& place, const std::string& fragment = {}) {
  page.open(page_named(place.page).string() + fragment);
  page.wait_until(part(place.name, "svg"));
}

json row_of(const AccessPattern& row) {
  json addresses = json::array();
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    addresses.push_back((row.access.lanes >> lane & 1) != 0 ? json(row.access.address[lane]) : json());
  return {{"space", row.space}, {"op", row.op}, {"bytes", row.access.bytes}, {"addresses", addresses}};
}

}  // namespace

TEST_CASE("playgrounds: the page's own rules give what an H100 counted, in every measured row") {
  const auto program = browser_for_site();
  if (!program) return;
  const std::vector<AccessPattern> all = measured_access_patterns();
  REQUIRE(all.size() == 417);
  json rows = json::array(), measured = json::array();
  for (const AccessPattern& row : all) {
    rows.push_back(row_of(row));
    measured.push_back(row.space == "global" ? row.sectors : row.wavefronts + " " + row.conflicts);
  }
  Browser browser(*program);
  Page page(browser);
  open(page, kPlaces[0]);
  const json counted = page.evaluate("loadRules().then(rules => " + rows.dump() + R"(.map(row => {
    const addresses = row.addresses.map(address => address ?? undefined);
    if (row.space === 'global') {
      const cost = rules.global(row.bytes, addresses);
      return String(row.op === 'atom' || row.op === 'red' ? cost.atomic : cost.sectors);
    }
    const cost = rules.shared(row.bytes, addresses, row.op === 'ld');
    return `${cost.wavefronts} ${cost.conflicts}`;
  })))");
  REQUIRE(counted.size() == measured.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(i + 2, all[i].space, all[i].op);  // the line of the file
    CHECK(counted[i] == measured[i]);
  }
}

TEST_CASE("playgrounds: each example says what comes of it") {
  const auto program = browser_for_site();
  if (!program) return;
  const std::map<std::string, std::map<std::string, std::string>> expected{
      {"coalescing",
       {{"Side by side", "4 sectors: as few as can be."},
        {"Shifted by one", "5 sectors where 4 would do: 80 % of what moves is used."},
        {"One member of four", "16 sectors where 4 would do: 25 % of what moves is used."},
        {"A column", "32 sectors where 4 would do: 12.5 % of what moves is used."}}},
      {"banks",
       {{"A column of a 32×32 tile", "32 wavefronts, of which 31 are bank conflicts: the fullest bank is asked for 32 different words."},
        {"The same, padded by one", "1 wavefront: no bank conflict."},
        {"Every second word", "2 wavefronts, of which 1 is a bank conflict: the fullest bank is asked for 2 different words."},
        {"A float4 a lane", "4 wavefronts in 4 phases: no bank conflict."}}},
      {"occupancy",
       {{"A full house",
         "8 blocks of 256 threads fit, 64 of 64 warps: an occupancy of 100 %. What runs out first: room for warps and registers."},
        {"One register more", "6 blocks of 256 threads fit, 48 of 64 warps: an occupancy of 75 %. What runs out first: registers."},
        {"A table of 48 KiB", "4 blocks of 256 threads fit, 32 of 64 warps: an occupancy of 50 %. What runs out first: shared memory."},
        {"704 threads",
         "2 blocks of 704 threads fit, 44 of 64 warps: an occupancy of 68.8 %. What runs out first: room for warps and registers."}}},
      {"waves",
       {{"Just one wave", "132 blocks, 132 at once: 1 wave, and 132 blocks in the last one. 100 % of the places are used."},
        {"One block too many", "133 blocks, 132 at once: 2 waves, and 1 block in the last one. 50.4 % of the places are used."},
        {"Many small blocks", "1057 blocks, 264 at once: 5 waves, and 1 block in the last one. 80.1 % of the places are used."}}},
      {"divergence",
       {{"Every second lane", "Each warp takes 16 steps with 16.0 of 32 lanes at work."},
        {"The first eight lanes", "Each warp takes 16 steps with 16.0 of 32 lanes at work."},
        {"Warp by warp", "Each warp takes 8 steps with 32.0 of 32 lanes at work."}}}};
  Browser browser(*program);
  Page page(browser);
  for (const Place& place : kPlaces) {
    open(page, place);
    CHECK(page.evaluate(figure(place.name) + ".querySelectorAll('button').length") == expected.at(place.name).size());
    for (const auto& [words, sentence] : expected.at(place.name)) {
      CAPTURE(place.name, words);
      page.evaluate(button(place.name, words) + ".click()");
      CHECK(page.evaluate(said(place.name)) == sentence);
      CHECK(page.evaluate(button(place.name, words) + ".ariaPressed") == "true");
    }
    CHECK(page.take_errors() == std::vector<std::string>());
  }
}

TEST_CASE("playgrounds: an arrow key on a slider changes its words, the code, the drawing and the sentence") {
  const auto program = browser_for_site();
  if (!program) return;
  const std::map<std::string, std::string> sliders{
      {"coalescing", "stride"}, {"banks", "padding"}, {"occupancy", "registers"}, {"waves", "blocks"}, {"divergence", "if_steps"}};
  Browser browser(*program);
  Page page(browser);
  for (const Place& place : kPlaces) {
    CAPTURE(place.name);
    open(page, place);
    const std::string slider = part(place.name, "input[name=" + sliders.at(place.name) + "]");
    const std::vector<std::string> parts{said(place.name), slider + ".ariaValueText", part(place.name, "pre") + ".textContent",
                                         part(place.name, ".drawing") + ".innerHTML"};
    std::vector<json> before;
    for (const std::string& one : parts) before.push_back(page.evaluate(one));
    page.evaluate(slider + ".focus()");
    page.press("ArrowRight");
    for (std::size_t i = 0; i < parts.size(); ++i) {
      CAPTURE(parts[i]);
      CHECK(page.evaluate(parts[i]) != before[i]);
    }
    CHECK(page.evaluate(part(place.name, ".result") + ".role") == "status");
    CHECK(page.evaluate(fmt::format("[...{}.querySelectorAll('input')].every(input => input.labels.length === 1)", figure(place.name))) ==
          true);
  }
}

TEST_CASE("playgrounds: a state goes by its address, and a wrong address changes nothing") {
  const auto program = browser_for_site();
  if (!program) return;
  Browser browser(*program);
  Page page(browser);
  const Place& coalescing = kPlaces[0];
  open(page, coalescing);
  const json first = page.evaluate(said("coalescing"));
  page.evaluate(part("coalescing", "input[name=stride]") + ".focus()");
  page.press("ArrowRight");
  const json moved = page.evaluate(said("coalescing")), fragment = page.evaluate("location.hash");
  CHECK(fragment == "#coalescing-4-2-0-32-64-5");
  for (const auto& [address, sentence] : std::map<std::string, json>{{fragment, moved},
                                                                     {"#coalescing-4-2-0-32-64", first},
                                                                     {"#coalescing-5-2-0-32-64-5", first},
                                                                     {"#coalescing-4-99-0-32-64-5", first}}) {
    CAPTURE(address);
    page.open(page_named("index"));
    open(page, coalescing, address);
    CHECK(page.evaluate(said("coalescing")) == sentence);
    CHECK(page.take_errors() == std::vector<std::string>());
  }
}

TEST_CASE("playgrounds: a tap on a lane shows where it goes") {
  const auto program = browser_for_site();
  if (!program) return;
  Browser browser(*program);
  Page page(browser);
  page.set_size(kNarrow);
  open(page, kPlaces[1]);
  const std::string lane = part("banks", ".lane[data-lane=\"20\"]");
  page.evaluate(lane + ".scrollIntoView({ block: 'center' })");
  page.tap(lane);
  page.wait_until(part("banks", "input[name=lane]") + ".value === '20'");
  CHECK(page.evaluate(part("banks", "input[name=lane]") + ".ariaValueText") == "20: word 640, bank 0");
}

TEST_CASE("playgrounds: nothing overflows a phone, and all text can be read, wherever the sliders are") {
  const auto program = browser_for_site();
  if (!program) return;
  const std::string checks = lockstep::read_file(LOCKSTEP_SOURCE_DIR "/tests/site/page_checks.js");
  Browser browser(*program);
  Page page(browser);
  page.set_size(kNarrow);
  for (const Place& place : kPlaces)
    for (const Theme theme : {Theme::light, Theme::dark}) {
      page.set_theme(theme);
      open(page, place);
      page.evaluate(checks);
      for (const char* end : {"min", "max"}) {
        CAPTURE(place.name, end);
        page.evaluate(
            fmt::format("for (const input of {}.querySelectorAll('input')) {{ input.value = input.{}; "
                        "input.dispatchEvent(new Event('input')); }}",
                        figure(place.name), end));
        CHECK(page.evaluate("page_checks.overflow(360)") == json::array());
        CHECK(page.evaluate("page_checks.contrast()") == json::array());
      }
      CHECK(page.take_errors() == std::vector<std::string>());
    }
}
