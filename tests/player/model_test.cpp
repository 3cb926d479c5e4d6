/// @file
/// @brief The models of the page and of the terminal agree on every step, forwards and backwards; what is said about it is
/// right.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "player/narration.hpp"
#include "site_browser.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "traces.hpp"

using namespace lockstep;
using namespace lockstep::testing;
using namespace lockstep::player;
using nlohmann::json;

namespace {

constexpr const char* kModel = "document.querySelector('lockstep-player').panes[0].model";

// What stateAt() tells, with the order that it was found in left out.
constexpr const char* kStateText = R"(const text = state => JSON.stringify([[...state.cells].sort(), [...state.lanes].sort()]);)";

json touch_json(const std::optional<Touch>& touch) {
  return touch ? json{{"strip", touch->strip}, {"lane", touch->lane}, {"step", touch->step}} : json();
}

/// Cells and lanes of a step as the page tells them, below.
json state_json(const Steps& steps, std::size_t number) {
  const State state = steps.state_at(number);
  json cells = json::object(), lanes = json::object();
  for (const auto& [cell, known] : state.cells)
    cells[fmt::format("{}:{}", cell.first, cell.second)] = {known.value, touch_json(known.writer), touch_json(known.reader)};
  for (const auto& [lane, last] : state.lanes) lanes[fmt::format("{}:{}", lane.first, lane.second)] = {last.values, last.step};
  return {cells, lanes};
}

constexpr const char* kStates = R"((model => {
  const plain = value => value ?? null, lists = value => Array.isArray(value) ? value : [value];
  return Array.from({length: model.length}, (_, i) => model.stateAt(i + 1)).map(state => [
    Object.fromEntries([...state.cells].map(([key, {value, writer, reader}]) => [key, [value, plain(writer), plain(reader)]])),
    Object.fromEntries([...state.lanes].map(([key, {value, step}]) => [key, [lists(value), step]]))]);
}))";

std::string state_name(LaneState state) {
  static const std::map<LaneState, std::string> kNames{{LaneState::active, "active"},   {LaneState::idle, "idle"},
                                                       {LaneState::waiting, "waiting"}, {LaneState::ended, "ended"},
                                                       {LaneState::paused, "paused"},   {LaneState::absent, "absent"}};
  return kNames.at(state);
}

/// The page of this trace, against what the terminal knows.
void check_page(Page& page, const std::string& folder, const Trace& own) {
  const std::string file = folder + "/page.html";
  std::ofstream(file) << player::page({own}, 1);
  page.open(file);
  const Steps steps(own);
  const json states = page.evaluate(fmt::format("{}({})", kStates, kModel));
  const json sentences = page.evaluate(fmt::format("{}.steps.map(step => step.event.sentence)", kModel));
  const json lanes =
      page.evaluate(fmt::format("Array.from({{length: {0}.length}}, (_, i) => {0}.strips.map(strip => Array.from({{length: 32}}, (_, lane) "
                                "=> {0}.laneState(strip, lane, "
                                "i + 1))))",
                                kModel));
  REQUIRE(sentences.size() == steps.size());
  for (std::size_t number = 1; number <= steps.size(); ++number) {
    CAPTURE(number);
    CHECK(sentences[number - 1] == sentence(steps, number));
    CHECK(states[number - 1] == state_json(steps, number));
    for (const std::size_t strip : steps.strips_at(number))
      for (int lane = 0; lane < kLanes; ++lane)
        CHECK(lanes[number - 1][strip][static_cast<std::size_t>(lane)] == state_name(steps.lane_state(strip, lane, number)));
  }
}

/// A long one, so that each kind of event is somewhere the first after a keyframe.
Trace repeated(const std::string& name, const std::string& folder) {
  json trace = json::parse(read_file(trace_file(name)));
  json& events = trace["launches"][0]["events"];
  const json once = events;
  constexpr std::size_t kLong = 400;
  while (events.size() < kLong) events.insert(events.end(), once.begin(), once.end());
  const std::string file = folder + "/trace.json";
  std::ofstream(file) << trace;
  return read_trace(file);
}

}  // namespace

TEST_CASE("a step is the same, whether it is reached forwards, backwards or by a jump") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  Page page(browser);
  const TemporaryFolder folder;
  for (const char* name : kTraces) {
    CAPTURE(name);
    page.open(write_page(folder / "page.html", {name}));
    const json differences = page.evaluate(fmt::format(R"((() => {{ {}
      const {{Model}} = lockstepModel, {{trace}} = {};
      const forwards = new Model(trace), backwards = new Model(trace), jumping = new Model(trace), far = [];
      const expected = Array.from({{length: forwards.length + 1}}, (_, k) => text(forwards.stateAt(k)));
      for (let k = forwards.length; k >= 0; --k) if (text(backwards.stateAt(k)) !== expected[k]) far.push(-k);
      for (let i = 0, k = 0; i <= forwards.length; ++i, k = (k + 37) % (forwards.length + 1))
        if (text(jumping.stateAt(k)) !== expected[k]) far.push(k);
      if (new Set(expected).size < 4) far.push('the states are all the same');
      return far;
    }})())",
                                                       kStateText, kModel));
    CHECK(differences == json::array());
  }
}

TEST_CASE("the page and the terminal know the same of every cell and lane, and say the same of every step") {
  const auto program = browser_here();
  if (!program) return;
  Browser browser(*program);
  Page page(browser);
  const TemporaryFolder folder;
  for (const char* name : kTraces) {
    CAPTURE(name);
    check_page(page, folder.path(), trace(name));
  }
  check_page(page, folder.path(), repeated("shuffle", folder.path()));
}

TEST_CASE("a sentence says who does what, at which cost, and what a barrier is for") {
  const std::map<std::pair<const char*, std::size_t>, std::string> expected{
      {{"tree", 3}, "Warp 0, lanes 0–31 read in[0..31]: 4 sectors."},
      {{"tree", 11}, "Warp 0, lanes 0–31 wait at the barrier of the block: 32 of 64 threads are there."},
      {{"tree", 12}, "Warp 1, lanes 0–31 reach the barrier of the block last: all 64 threads are there."},
      {{"tree", 13},
       "The barrier of the block is complete: 64 threads go on. After it, threads read what others wrote before it: sums[32..63]."},
      {{"tree", 26},
       "The barrier of the block is complete: 64 threads go on. After it, threads read what others wrote before it: sums[16..31]."},
      {{"queue", 4},
       "The barrier of the block is complete: 4 threads go on. After it, threads read what others wrote before it: found[0]."},
      {{"queue", 5}, "Warp 0, lanes 0–1: atomic add on found[0], from 0 to 2: 2 wavefronts, because atomics in one bank take turns."},
      {{"queue", 10},
       "The barrier of the block is complete: 4 threads go on. After it, threads read what others wrote before it: found[0] and queue[2]."},
      {{"queue", 14},
       "The barrier of the block is complete: 4 threads go on. No traced thread reads after it what another traced thread has written "
       "since the previous barrier."},
      {{"tree", 29}, "Warp 0, lanes 0–31 diverge into lanes 0–15 and lanes 16–31."},
      {{"tree", 15}, "Warp 0, lanes 0–31 begin line 19."},
      {{"tree", 97}, "Warp 1, lanes 0–31 begin line 19. The condition holds for none of them."},
      {{"racing", 1},
       "Lanes 0–31 read x[0]: 1 sector. Lanes 2–31 get what another lane of the warp writes only 1 step later: the simulator runs lanes "
       "one after another, a GPU reads at once."},
      {{"racing", 3}, "Lanes 0–31 begin line 4. The condition holds for none of them: on to line 7."},
      {{"racing", 4}, "Lanes 0–31 begin line 7. The loop is over for them: on to line 9."},
      {{"racing", 5}, "Lanes 0–31 begin line 9."},
      {{"racing", 8},
       "Lanes 0–7 reach the barrier of the block last: all 8 threads are there. The block's other 24 have ended without it."},
      {{"witness", 15}, "Warp 1, lanes 0–31 begin line 24 of cuda.hpp."},
      {{"witness", 33},
       "Warp 0, lanes 0–31 read count[0]. Lanes 1–31 get what was there before the write 4 steps ago: nothing makes lanes of a warp wait "
       "for it."},
      {{"tree", 30}, "Warp 0, lanes 0–15 begin line 19. Lanes 16–31 are idle."},
      {{"tree", 101},
       "The barrier of the block is complete: 64 threads go on. No traced thread reads after it what another traced thread has written "
       "since the previous barrier."},
      {{"transpose", 10},
       "Lanes 0–31 read tile[0][0], tile[1][0], … tile[31][0]: 32 wavefronts instead of 1, because of bank conflicts. 30 lanes get "
       "values that were never written."},
      {{"transpose_padded", 10}, "Lanes 0–31 read tile[0][0], tile[1][0], … tile[31][0]. 30 lanes get values that were never written."},
      {{"shuffle", 5}, "Lanes 0–31: __shfl_down_sync. Each takes the value of the lane 16 above."},
      {{"shuffle", 22}, "Lanes 0–31: atomic add on bins[0..3]: 1 sector."},
      {{"mixed", 4}, "Block 0, warp 0, lanes 0–1 read points[0].z, points[1].z = -3, 0.1: 2 sectors, where 1 would do."},
      {{"mixed", 6}, "Block 1, warp 0, lanes 0, 2 write sums[0] and <i>odd</i>[-2]."},
      {{"mixed", 12}, "Block 0, warp 0, lanes 0–1: atomic compare exchange on cube[0][1][1], cube[1][2][3]: 2 sectors."},
      {{"mixed", 14}, "Block 0, warp 0, lanes 0–7: __shfl_xor_sync. Each takes the value of lane ^ 1."},
      {{"mixed", 31}, "Lane 0 writes out[0] = 42: 1 sector."},
  };
  for (const auto& [place, words] : expected) {
    const Trace own = trace(place.first);
    CAPTURE(place.first, place.second);
    CHECK(sentence(Steps(own), place.second) == words);
  }
}

TEST_CASE("lanes are active, idle, waiting, ended, or without a turn") {
  const Trace own = trace("tree");
  const Steps steps(own);
  CHECK(steps.lane_state(0, 15, 31) == LaneState::active);
  CHECK(steps.lane_state(0, 16, 31) == LaneState::idle);
  CHECK(steps.lane_state(1, 0, 31) == LaneState::paused);
  CHECK(steps.lane_state(0, 0, 12) == LaneState::waiting);  // warp 0 is there, and warp 1 comes
  CHECK(steps.lane_state(0, 0, 13) == LaneState::active);
  CHECK(steps.lane_state(0, 0, steps.size()) == LaneState::ended);
  CHECK(steps.state_at(13).cells.at({2, 5}).writer->step == 4);
}
