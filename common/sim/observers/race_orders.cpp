/// @file
/// @brief Traces racing launches again.
#include "sim/observers/race_orders.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "lockstep/sim/check.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/observers/races/race_detector.hpp"
#include "sim/observers/tracing/tied_hazards.hpp"

namespace lockstep::sim {

namespace {

void add(std::vector<std::size_t>& numbers, std::size_t number) {
  if (std::ranges::find(numbers, number) == numbers.end()) numbers.push_back(number);
}

/// The blocks and warps that were asked for, and those of a race's threads.
TraceRequest with_threads_of(const Hazard& race, dim3 grid, TraceRequest request) {
  for (const ThreadPlace& who : race.who) {
    add(request.blocks, number_in_grid(who.block, grid.x, grid.y));
    if (!request.warps.empty()) add(request.warps, who.rank / 32);
  }
  return request;
}

}  // namespace

/// A race that changes answers, with both threads known.
const Hazard* RaceOrders::new_race() {
  for (std::size_t i = known_hazards_; i < check_.log.count(); ++i)
    if (const Hazard& found = check_.log.at(i); found.kind == "race" && found.severity == Severity::error && found.who.size() == 2)
      return &found;
  return nullptr;
}

void RaceOrders::grid_ends(const GridRun& grid) {
  const Hazard* const race = new_race();
  if (race == nullptr || grid.error != cudaSuccess || !check_.replay.possible()) return;
  const TraceRequest asked = tracer_.request();
  record(grid, *race);
  tracer_.ask_for(asked);
}

void RaceOrders::record(const GridRun& grid, const Hazard& race) {
  tracer_.forget_launch();
  if (!tracer_.seen().cut.empty()) return;
  tracer_.ask_for(with_threads_of(race, grid.request.grid, tracer_.request()));
  check_.replay.run(grid.request, {grid.schedule}, {&tracer_}, [](const Outcome&) {});
  if (tracer_.seen().cut.empty()) record_reversed(grid);
}

/// Races are reported with this order's own words.
void RaceOrders::record_reversed(const GridRun& grid) {
  const std::size_t launches = tracer_.seen().launches.size();
  HazardLog log;
  log.kernel = check_.log.kernel;
  RaceDetector races(log);
  const Schedule reversed{.reversed = true, .shuffle = grid.schedule.shuffle};
  check_.replay.run(grid.request, {reversed}, {&races, &tracer_}, [](const Outcome&) {});
  if (tracer_.seen().launches.size() == launches) return;
  std::vector<Hazard> found = log.take();
  for (Hazard& hazard : found) hazard.text = to_string(hazard);
  tie_hazards(found, tracer_.seen().launches.back(), tracer_.seen());
}

}  // namespace lockstep::sim
