/// @file
/// @brief A vector clock: how far a thread knows the others to have come, as a value that is cheap to hand on.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace lockstep::sim {

/// For each block, the time before which everything in it is known to have happened; and the same for single threads of it. A tree over the
/// blocks' numbers: copies share it, and joining two that share most of it looks at the rest only.
class VectorClock {
 public:
  /// Of this thread of a block (by its rank), everything before `time`.
  struct OfThread {
    std::uint32_t rank, time;
    friend bool operator==(const OfThread&, const OfThread&) = default;
  };

  /// Sorts by rank, and keeps the latest time of each.
  static void keep_latest(std::vector<OfThread>& threads);

  VectorClock() = default;
  /// Of one block, everything before `floor`, and what `threads` (any order) say.
  VectorClock(std::uint32_t block, std::uint32_t floor, std::vector<OfThread> threads);

  void join(const VectorClock& other);
  bool empty() const { return root_ == nullptr; }
  /// Is it the same value, by being shared? False for some that are equal.
  bool shares(const VectorClock& other) const { return root_ == other.root_; }
  /// Which of these lanes of a warp (of all warps: 32 for each block) are not known to have come beyond `time`.
  std::uint32_t missing(std::uint32_t warp, std::uint32_t lanes, std::uint32_t time) const;

 private:
  struct Node;
  using Tree = std::shared_ptr<const Node>;
  static Tree joined(const Tree& a, const Tree& b);
  static Tree joined_blocks(const Tree& a, const Tree& b);
  static Tree joined_children(const Tree& a, const Tree& b);
  static Tree with_inside(const Tree& outer, const Tree& inner);
  static Tree above(const Tree& a, const Tree& b);

  Tree root_;
};

}  // namespace lockstep::sim
