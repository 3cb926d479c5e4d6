/// @file
/// @brief The page in a browser: its keys, its picture at every width and in both themes, what is in sight at a step, two traces, and
/// texts that are markup.
#include <fmt/format.h>

#include "catch.hpp"
#include "page_checks.hpp"
#include "site_browser.hpp"
#include "support/temporary_folder.hpp"
#include "traces.hpp"

using namespace lockstep;
using namespace lockstep::testing;

namespace {

constexpr const char* kPlayer = "document.querySelector('lockstep-player')";

/// A tab with a page of some traces.
class PlayerPage {
 public:
  PlayerPage(Browser& browser, const std::vector<std::string>& names, std::size_t step = 1) : page_(browser) {
    page_.set_size(1280, 800);
    page_.open(write_page(folder_ / "page.html", names, step));
  }

  Page& tab() { return page_; }
  std::size_t step(int pane = 0) { return page_.evaluate(fmt::format("{}.panes[{}].number", kPlayer, pane)); }
  std::string text(const std::string& selector) {
    return page_.evaluate(fmt::format("document.querySelector('{}').textContent", selector));
  }
  int count(const std::string& selector) { return page_.evaluate(fmt::format("document.querySelectorAll('{}').length", selector)); }
  void go(std::size_t step) { page_.evaluate(fmt::format("{0}.go({0}.panes[0], {1})", kPlayer, step)); }
  /// A key that page.press() does not know.
  std::size_t press(const std::string& key, bool shift = false) {
    page_.evaluate(fmt::format("document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{}', shiftKey: {}}}))", key, shift));
    return step();
  }

 private:
  TemporaryFolder folder_;
  Page page_;
};

}  // namespace

TEST_CASE("keys step, jump to barriers, divergences, reports and accesses of a cell, and back") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  PlayerPage tree(browser, {"tree"});
  CHECK(tree.step() == 1);
  CHECK(tree.press("ArrowRight") == 2);
  CHECK(tree.press("ArrowRight", true) == 12);
  CHECK(tree.press("ArrowLeft") == 11);
  CHECK(tree.press("ArrowLeft", true) == 1);
  tree.tab().press("ArrowRight");  // a true key
  CHECK(tree.step() == 2);
  CHECK(tree.press("b") == 13);
  CHECK(tree.press("b") == 26);
  CHECK(tree.press("B") == 13);
  CHECK(tree.press("d") == 29);
  CHECK(tree.press("D") == 29);  // there is none before
  CHECK(tree.press("h") == 29);  // nor a report
  CHECK(tree.press("End") == 109);
  CHECK(tree.press("b") == 109);
  CHECK(tree.press("Home") == 1);

  tree.go(33);  // lanes 0–15 write sums[0..15]
  tree.tab().click("[...document.querySelectorAll('.shared .cell')].find(cell => cell.index === 12)");
  CHECK(tree.text(".cell-note").starts_with("sums[12], bank 12: "));
  CHECK(tree.press("C") == 32);
  CHECK(tree.press("c") == 33);
  CHECK(tree.press("c") == 46);  // the next level reads it

  PlayerPage race(browser, {"race"});
  CHECK(race.press("h") == 58);
  CHECK(race.text(".notes .hazard").starts_with("race: thread 0 reads sums[0]"));
  CHECK(race.press("h") == 63);
  CHECK(race.press("H") == 58);
}

TEST_CASE("the slider, the buttons, play and the address move it, too") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  PlayerPage tree(browser, {"tree"}, 17);
  CHECK(tree.step() == 17);
  tree.tab().evaluate(
      "(() => { const range = document.querySelector('input[type=range]'); range.value = 40; range.dispatchEvent(new Event('input')); "
      "})()");
  CHECK(tree.step() == 40);
  CHECK(tree.tab().evaluate("document.querySelector('input[type=range]').ariaValueText").get<std::string>().starts_with("step 40: "));
  tree.tab().tap("document.querySelector('button[aria-label=\"next barrier\"]')");
  CHECK(tree.step() == 41);
  tree.tab().wait_until("location.hash === '#step=41'");
  tree.tab().evaluate("location.hash = '#step=7'");
  tree.tab().wait_until(fmt::format("{}.step === 7", kPlayer));
  tree.press(" ");
  tree.tab().wait_until(fmt::format("{}.step > 8", kPlayer));
  tree.press(" ");
  CHECK(tree.tab().evaluate(fmt::format("{}.playing", kPlayer)) == json());
  tree.press("?");
  CHECK(tree.tab().evaluate("document.querySelector('dialog').open") == true);
}

TEST_CASE("the picture shows who is active, what conflicts, what a barrier hands over, and who waits") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  PlayerPage tree(browser, {"tree"});
  tree.go(31);
  CHECK(tree.count(".warp .lane.active") == 16);
  CHECK(tree.count(".warp .lane.idle") == 16);
  CHECK(tree.count(".warp .lane.paused") == 32);
  CHECK(tree.count(".wires path") == 16);
  CHECK(tree.count(".cell.now.load") == 16);
  CHECK(tree.text(".lines .current").find("sums[threadIdx.x] += sums[threadIdx.x + half]") != std::string::npos);
  tree.go(11);
  CHECK(tree.count(".warp .lane.waiting") == 32);
  CHECK(tree.text(".barrier") == "32 of 64 threads wait at the barrier");
  tree.go(26);
  CHECK(tree.count(".cell.crossing") == 16);
  tree.go(109);
  CHECK(tree.count(".warp .lane.ended") == 64);
  tree.go(3);
  CHECK(tree.count(".sector.moved") == 4);

  PlayerPage naive(browser, {"transpose"}, 10), padded(browser, {"transpose_padded"}, 10);
  const std::string ends =
      "new Set([...document.querySelectorAll('.wires path')].map(path => path.getAttribute('d').split(' ').at(-2))).size";
  CHECK(naive.tab().evaluate(ends) == 1);  // all lanes come to one bank
  CHECK(padded.tab().evaluate(ends) == 32);
  CHECK(naive.count(".cell.conflict") == 32);
  CHECK(naive.text(".banks b.conflict") == "32");
  CHECK(padded.count(".cell.conflict") == 0);
  CHECK(padded.count(".banks b.used") == 32);

  PlayerPage shuffle(browser, {"shuffle"}, 5);
  CHECK(shuffle.count(".exchange path.flow") == 16);
}

TEST_CASE("the head says what is shown of what, and each warp what it waits for") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  PlayerPage tree(browser, {"tree"});
  const auto state = [&](int warp) {
    return tree.tab().evaluate(fmt::format("document.querySelectorAll('.warp .state')[{}].textContent", warp)).get<std::string>();
  };
  CHECK(tree.text(".shown") == "shown: the only block, all 2 warps");
  CHECK(state(0) == "all lanes active");
  CHECK(state(1) == "has not begun");
  CHECK(tree.count(".warp .lane.unbegun") == 32);
  tree.go(11);
  CHECK(state(0) == "waits at the barrier");
  tree.go(31);
  CHECK(state(0) == "lanes 0–15 active, 16–31 idle");
  CHECK(state(1) == "waits for its turn");
  CHECK(tree.tab().evaluate("document.querySelectorAll('.lane')[31 - 16 + 7].ariaLabel").get<std::string>().find("Lane ") == 0);
  tree.go(109);
  CHECK(state(0) == "has ended");
  tree.tab().evaluate(fmt::format(
      R"((player => {{ const {{trace}} = player.panes[0].model, [launch] = trace.launches;
        player.traces = [{{...trace, launches: [{{...launch, grid: [2, 2, 1], block: [64, 4, 1]}}]}}]; }})({}))",
      kPlayer));
  CHECK(tree.text(".shown") == "shown: block 0 of 4, warps 0 and 1 of 8");
}

TEST_CASE("cells and lanes are chosen by mouse, finger and keys, and the page answers where there is nothing to go to") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  PlayerPage tree(browser, {"tree"}, 33);
  CHECK(tree.press("c") == 33);
  CHECK(tree.text(".hint") == "No cell is chosen. Click a cell, or Tab to an array and press ↓: then c goes to its next access.");
  tree.press("ArrowRight");
  CHECK(tree.count(".hint") == 0);
  const auto arrow = [&](const std::string& key, bool shift = false) {
    tree.tab().evaluate(
        fmt::format("document.querySelector('.shared .rows').dispatchEvent(new KeyboardEvent('keydown', {{key: '{}', "
                    "shiftKey: {}, bubbles: true, cancelable: true}}))",
                    key, shift));
    return tree.text(".cell-note");
  };
  CHECK(arrow("ArrowDown").starts_with("sums[0], bank 0: "));
  CHECK(arrow("ArrowDown").starts_with("sums[1], bank 1: "));
  CHECK(arrow("ArrowDown", true).starts_with("sums[33], bank 1: "));
  CHECK(arrow("ArrowUp").starts_with("sums[32], bank 0: "));
  CHECK(tree.step() == 34);
  tree.press("End");
  CHECK(tree.press("c") == 109);
  CHECK(tree.text(".hint") == "No later step of this launch accesses sums[32].");
  tree.go(31);
  tree.tab().tap("document.querySelectorAll('.warp .lane')[3]");
  CHECK(tree.text(".cell-note").starts_with("Lane 3 (thread 3) is active. Step 31: load sums[19] = "));
  tree.tab().tap("document.querySelectorAll('.warp .lane')[3]");
  CHECK(tree.count(".cell-note") == 0);
}

// What a step is about is what a point in its middle hits.
constexpr const char* kHidden = R"(((player, names) => {
  const hits = element => { const {x, y, width, height} = element.getBoundingClientRect(); return element.contains(document.elementFromPoint(x + width / 2, y + height / 2)); };
  const far = [], {model} = player.panes[0];
  for (let step = 1; step <= model.length; ++step) {
    const memory = document.querySelector('.memory'), before = memory.scrollTop, height = memory.clientHeight;
    player.go(player.panes[0], step);
    for (const name of ['.sentence', '.lines .current', '.warp.turn .lane', '.cell.now'])
      if (document.querySelector(name) && !hits(document.querySelector(name))) far.push(`${step} ${name}`);
    if (!document.querySelector('.cell.now') && memory.clientHeight === height && memory.scrollTop !== before) far.push(`${step} jumps`);
  }
  return far;
}))";

TEST_CASE("on a phone and on a desk all that a step is about is in sight together") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  for (const char* name : {"tree", "transpose", "queue", "shuffle", "race"}) {
    CAPTURE(name);
    PlayerPage page(browser, {name});
    for (const auto& [width, height] : {std::pair{360, 740}, {1024, 700}, {1280, 800}}) {
      CAPTURE(width);
      page.tab().set_size(width, height);
      page.tab().settle();
      CHECK(page.tab().evaluate(fmt::format("{}({})", kHidden, kPlayer)) == json::array());
    }
  }
}

TEST_CASE("arrays take the room that there is, and lines run between lanes and memory alone") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  PlayerPage tree(browser, {"tree"}, 31);
  CHECK(tree.tab().evaluate("[...document.querySelectorAll('.rows')].filter(rows => rows.scrollHeight > rows.clientHeight + 1).length") ==
        0);
  CHECK(tree.tab().evaluate(R"((() => {
    const box = name => document.querySelector(name).getBoundingClientRect();
    return [...document.querySelectorAll('.wires path')].every(path => {
      const {top, bottom} = path.getBoundingClientRect();
      return top >= box('.warps').bottom - 2 && bottom <= box('.array.touched .banks').top + 2;
    });
  })())") == true);
  CHECK(tree.tab().evaluate("[...document.querySelectorAll('.array h3 > *')].every(text => getComputedStyle(text).backgroundColor === "
                            "getComputedStyle(document.querySelector('lockstep-player')).backgroundColor)") == true);
}

TEST_CASE("the page fits every screen, can be read in both themes, and asks for no file") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  Page page(browser);
  const TemporaryFolder folder;
  const std::vector<std::pair<std::vector<std::string>, std::size_t>> pages{{{"tree"}, 31},
                                                                            {{"tree"}, 12},
                                                                            {{"tree"}, 26},
                                                                            {{"transpose"}, 10},
                                                                            {{"transpose_padded"}, 10},
                                                                            {{"shuffle"}, 5},
                                                                            {{"mixed"}, 5},
                                                                            {{"witness"}, 1},
                                                                            {{"tree_interleaved", "tree"}, 30}};
  for (const auto& [names, step] : pages) {
    CAPTURE(names, step);
    CHECK(faults_of_page(page, write_page(folder / "page.html", names, step)) == std::vector<std::string>{});
    CHECK(faults_of_page(page, folder / "page.html", {.width = 800, .theme = Theme::dark}) == std::vector<std::string>{});
    CHECK(page.evaluate("performance.getEntriesByType('resource').length") == 0);
  }
}

TEST_CASE("two traces play side by side, each by itself or both at the same place between barriers") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  PlayerPage two(browser, {"tree_interleaved", "tree"});
  two.tab().evaluate("location.hash = '#a=17&b=20'");
  two.tab().wait_until(fmt::format("{}.panes[1].number === 20", kPlayer));
  CHECK(two.step(0) == 17);
  two.tab().click("document.querySelectorAll('.pane')[1].querySelector('button[aria-label=\"one step on\"]')");
  CHECK(two.step(0) == 17);
  CHECK(two.step(1) == 21);
  CHECK(two.count(".pane.current") == 1);
  CHECK(two.text(".lock") == " keep both between the same two barriers, as far along");
  two.tab().click("document.querySelector('.lock input')");
  CHECK(two.step(0) == 25);  // as far between the first two barriers, which are 20 steps apart in one and 13 in the other
  two.press("Home");
  CHECK(two.step(0) == 1);
  const std::string passed =
      fmt::format("{}.panes.map(({{model, number}}) => model.jumps.barrier.filter(barrier => barrier <= number).length)", kPlayer);
  for (int barriers = 1; barriers <= 3; ++barriers) {
    two.press("b");
    CHECK(two.tab().evaluate(passed) == json{barriers, barriers});
  }
  for (int steps = 0; steps < 30; ++steps) {
    two.press("ArrowRight");
    const json both = two.tab().evaluate(passed);
    CHECK(both[0] == both[1]);
  }
  two.press("End");
  CHECK(two.step(0) == 141);
  CHECK(two.step(1) == 109);
  const auto left = [&](int pane) {
    return two.tab().evaluate(fmt::format("document.querySelectorAll('.pane')[{}].getBoundingClientRect().left", pane)).get<double>();
  };
  CHECK(left(1) > left(0));
  two.tab().set_size(800);
  two.tab().settle();
  CHECK(left(1) == left(0));

  PlayerPage apart(browser, {"tree", "shuffle"});  // one of them has no barriers
  CHECK(apart.text(".lock") == " keep both equally far from the first step to the last");
  apart.tab().click("document.querySelector('.lock input')");
  apart.go(55);
  CHECK(apart.step(0) == 55);
  CHECK(apart.step(1) == 12);
}

TEST_CASE("a race that was recorded in both orders opens side by side, at its second access") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  PlayerPage race(browser, {"witness"});
  CHECK(race.count(".pane") == 2);
  CHECK(race.step(0) == 16);
  CHECK(race.step(1) == 8);
  CHECK(race.tab().evaluate("[...document.querySelectorAll('.title b:first-child, .got')].map(({textContent}) => textContent)") ==
        json{"Threads as numbered", "the read gets 128", "Threads from the last to the first", "the read gets -1"});
  CHECK(race.tab().evaluate("[...document.querySelectorAll('.lines .reported')].map(({dataset}) => dataset.note)") ==
        json{"race", "warps 0–1, race", "warp 0, race", "warp 1, race"});
  CHECK(race.text(".lock") == " keep both between the same two reports, as far along");
  const auto note = [&](int pane) {
    return race.tab().evaluate(fmt::format("document.querySelectorAll('.order')[{}].textContent", pane)).get<std::string>();
  };
  CHECK(note(0) == "Threads as numbered. Step 3: Warp 0, lane 0 writes count[0] = 128. Step 16: Warp 1, lanes 0–31 read count[0] = 128.");
  CHECK(note(1) ==
        "Threads from the last to the first. Step 4: Warp 1, lanes 0–31 read count[0] = -1. Step 8: Warp 0, lane 0 writes "
        "count[0] = 128.");
  PlayerPage one(browser, {"race"});
  CHECK(one.count(".pane") == 1);
  CHECK(one.text(".reports") == "1 report of the checker");
}

TEST_CASE("names, lines and messages that are markup are shown, and do nothing") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  PlayerPage mixed(browser, {"mixed"});
  for (std::size_t step = 1; step <= 32; ++step) mixed.go(step);
  mixed.tab().settle();
  CHECK(mixed.tab().evaluate("typeof window.caught") == "undefined");
  CHECK(mixed.count("img") == 0);
  CHECK(mixed.count("lockstep-player script") == 0);
  CHECK(mixed.tab().take_errors() == std::vector<std::string>{});
  mixed.go(5);
  CHECK(mixed.text(".title b") == "<script>window.caught=3</script>kernel");
  CHECK(mixed.text(".notes .hazard") == "race: <img src=x onerror=\"window.caught = 4\">\nsecond line");
  CHECK(mixed.text(".lines li") == "// </script><script>window.caught = 1</script>");
  CHECK(mixed.text(".lines li:nth-child(3)") == "  a[i] = b[i];  // 中文 & \"quotes\" \\u003c");
  mixed.go(32);
  CHECK(mixed.text(".notes .cut") == "The trace ends here: after 10000 events");
}

TEST_CASE("ten thousand steps are moved through in an instant") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  PlayerPage tree(browser, {"tree"});
  const double slowest = tree.tab().evaluate(R"((() => {
    const {Model} = lockstepModel, trace = structuredClone(document.querySelector('lockstep-player').panes[0].model.trace), [launch] = trace.launches;
    while (launch.events.length < 10000) launch.events.push(...structuredClone(launch.events.slice(0, 108)));
    const model = new Model(trace);
    model.stateAt(model.length);
    let slowest = 0;
    for (let k = model.length; k > 0; k -= 97) {
      const begin = performance.now();
      model.stateAt(k);
      slowest = Math.max(slowest, performance.now() - begin);
    }
    return slowest;
  })())");
  CHECK(slowest < 200);  // ms; a frame's time on an idle machine
}
