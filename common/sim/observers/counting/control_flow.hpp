/// @file
/// @brief The kernels' control-flow graph, learned from the ways that threads were seen to take: which blocks come first, and its loops.
///
/// Addresses do not tell: a compiler may put the test of a loop, or a whole branch, before or after what it belongs to.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lockstep::sim {

class ControlFlow {
 public:
  /// Stands for the caller of a function.
  static constexpr std::uintptr_t kOutside = 0;

  /// Where a basic block is in its function.
  struct Place {
    /// Blocks of lower numbers come first; those of a loop are neighbours. Ways that lead back to a loop's head do not count.
    std::uint32_t order = 0;
    /// The heads of the loops around it, the outermost first.
    std::vector<std::uintptr_t> loops;
  };

  /// A thread went from one basic block to another one of the same function.
  void learn(std::uintptr_t from, std::uintptr_t to) {
    Edge& last = recent_[(from ^ to >> 3) % recent_.size()];
    if (last.from == from && last.to == to) return;
    last = {from, to};
    add(from, to);
  }
  /// The place of a block that was learned. Good until something is learned.
  const Place& place(std::uintptr_t block) {
    const Known& known = known_[block / 4 % known_.size()];
    return solved_ && known.block == block ? *known.place : find_place(block);
  }

 private:
  struct Edge {
    std::uintptr_t from = 0, to = 0;
  };
  struct Block {
    std::uintptr_t address = kOutside;
    std::vector<std::uint32_t> to;  ///< from high addresses to low: the walk, which numbers backward, then puts low ones first
    Place place;
    std::uint32_t region = 0;  ///< the innermost region that it was found in so far
    bool entered_from_outside = false;
  };
  class Regions;

  /// A block whose place was asked for lately.
  struct Known {
    std::uintptr_t block = kOutside;
    const Place* place = nullptr;
  };

  const Place& find_place(std::uintptr_t block);
  void add(std::uintptr_t from, std::uintptr_t to);
  std::uint32_t index_of(std::uintptr_t address);

  std::array<Edge, 1024> recent_{};
  std::array<Known, 256> known_{};
  std::vector<Block> blocks_;
  std::unordered_map<std::uintptr_t, std::uint32_t> index_;
  bool solved_ = true;
};

}  // namespace lockstep::sim
