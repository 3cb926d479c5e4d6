/// @file
/// @brief Goes through the versions again and again, until the time of each is known well enough.
#include "harness/running/rounds.hpp"

#include <utility>

namespace lockstep {

Rounds::Rounds(Bench& bench, const std::vector<std::size_t>& versions) : bench_(bench) {
  bench.upload_inputs();
  const TimingPlan plan = bench.plan().value();  // NOLINT(bugprone-unchecked-optional-access): without one this throws
  for (const std::size_t version : versions) queue_.push_back({version, Repetitions(plan)});
}

std::optional<Timing> Rounds::take_turn() {
  Turn turn = std::move(queue_.front());
  queue_.pop_front();
  turn.repetitions.add([&] { return bench_.time_once(turn.version); });
  if (turn.repetitions.enough()) return turn.repetitions.summary();
  queue_.push_back(std::move(turn));
  return std::nullopt;
}

}  // namespace lockstep
