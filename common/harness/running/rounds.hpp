/// @file
/// @brief Times versions in turns: one repetition of each, then the next of each.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "harness/running/bench.hpp"
#include "harness/timing/timing.hpp"

namespace lockstep {

/// Versions that are timed on one bench. Their repetitions alternate, so that what changes while a program runs, such as clocks
/// and temperatures, affects all of them alike. Each leaves when it has enough repetitions.
class Rounds {
 public:
  /// @param bench     one that has a plan; it must outlive this
  /// @param versions  indices into Lesson::versions()
  Rounds(Bench& bench, const std::vector<std::size_t>& versions);

  bool over() const { return queue_.empty(); }
  /// Whose turn it is, unless all is over.
  std::size_t version() const { return queue_.front().version; }
  /// Makes that version's next repetition. @returns its times if that was its last; the bench still has its outputs.
  /// @throws what the version throws, after which it has no further turn
  std::optional<Timing> take_turn();

 private:
  struct Turn {
    std::size_t version;
    Repetitions repetitions;
  };
  Bench& bench_;
  std::deque<Turn> queue_;
};

}  // namespace lockstep
