/// @file
/// @brief All launches of a trace as one row of steps: which lanes are active at each, and what is known about memory after it.
#pragma once

#include <map>
#include <set>
#include <utility>

#include "player/trace.hpp"

namespace lockstep::player {

/// A traced warp of a launch.
struct Strip {
  const Launch* launch;
  int block, warp;
  int threads;        ///< of the warp; its last ones may be missing
  std::size_t begin;  ///< the step at which it comes into sight
};

/// A scalar of an array of a launch.
using Cell = std::pair<std::size_t, std::int64_t>;

/// What a barrier separates, in the order in which it comes.
struct Crossing {
  std::vector<Cell> read{};         ///< written before it by one thread, and read after it by another
  std::vector<Cell> overwritten{};  ///< read before it by one thread, and written after it by another
};

/// Lanes of a read whose values show in which order the lanes of one warp ran: the simulator runs them one after another between the points
/// where they meet, which a kernel with a race can see.
struct OwnOrder {
  std::uint32_t early = 0;  ///< they read what another lane writes only in a later step
  std::size_t written = 0;  ///< this step
  std::uint32_t late = 0;   ///< they read what the cell held before another lane wrote to it in an earlier step
  std::size_t missed = 0;   ///< this step
};

enum class LaneState { active, idle, waiting, ended, paused, absent };

struct Step {
  const Launch* launch;
  const Event* event;
  std::size_t strip;
  std::size_t begin;  ///< the number of steps before its launch
  std::vector<const Hazard*> hazards{};
  Crossing crossing{};
  OwnOrder order{};
};

/// The states of the lanes of a warp.
struct LaneMasks {
  std::uint32_t active = 0, waiting = 0, ended = 0;
};

/// What is known about a cell, and its last accesses: a strip and a lane, at a step.
struct Touch {
  std::size_t strip, step;
  int lane;
};
struct KnownCell {
  nlohmann::json value{};
  std::optional<Touch> writer{}, reader{};
};
/// What a lane read, wrote or got last.
struct LaneValue {
  std::vector<nlohmann::json> values{};
  std::size_t step = 0;
};

/// What is known after a step.
struct State {
  std::map<Cell, KnownCell> cells{};
  std::map<std::pair<std::size_t, int>, LaneValue> lanes{};  ///< by strip and lane
};

/// Steps are numbered from 1, as a reader counts them.
class Steps {
 public:
  explicit Steps(const Trace& trace);  ///< which outlives it

  std::size_t size() const { return steps_.size(); }
  const Step& at(std::size_t number) const { return steps_.at(number - 1); }
  const Trace& trace() const { return trace_; }
  const std::vector<Strip>& strips() const { return strips_; }
  /// The numbers of the strips of a step's launch, ordered by block and warp.
  std::vector<std::size_t> strips_at(std::size_t number) const;
  LaneState lane_state(std::size_t strip, int lane, std::size_t number) const;
  State state_at(std::size_t number) const;

  /// The nearest step beyond `number`, in a direction of 1 or -1, for which the condition holds; `number` where there is none.
  template <class Condition>
  std::size_t beyond(std::size_t number, int direction, const Condition& condition) const {
    for (std::size_t at = number; (direction > 0 ? at < size() : at > 1);)
      if (condition(this->at(at = direction > 0 ? at + 1 : at - 1))) return at;
    return number;
  }

 private:
  void add_launch(const Launch& launch);
  void trace_lanes();
  void find_crossings(std::size_t begin);
  void find_own_order(std::size_t begin);

  const Trace& trace_;
  std::vector<Step> steps_;
  std::vector<Strip> strips_;
  std::vector<std::vector<LaneMasks>> masks_;  ///< of each strip, from its begin on
};

}  // namespace lockstep::player
