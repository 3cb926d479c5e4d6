/// @file
/// @brief How the work of a launch is shared among its warps: counters are sums, and do not tell who did what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "observation/observation.hpp"
#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/observers/counting/coalescing.hpp"

namespace lockstep::sim {

/// A set of bytes, kept small however often they are added.
class ByteSet {
 public:
  void add(std::uint64_t begin, std::uint64_t end);
  void add(const ByteSet& more);
  /// How many there are.
  std::uint64_t count();

 private:
  struct Piece {
    std::uint64_t begin, end;
  };
  void unite();

  std::vector<Piece> pieces_;
  std::size_t united_ = 0;  ///< so many there were after they were united last
};

/// What the warps of one worker did in a launch, each on its own while its block runs.
class WorkerShares {
 public:
  void grid_begins();
  void block_begins(const Block& block);
  /// From here on, this warp issues.
  void turn_of(const Block& block, std::uint32_t warp) { current_ = &blocks_[&block][warp]; }
  void entered(const void* pc) { ++current_->entered[pc]; }
  /// @param which  its address is that of one of the lanes, which are all in the same memory
  void issued(const Access& which, const WarpAccess& access);
  void texture_read(const Thread& thread, const Access& access);
  void block_ends(const Block& block);

  /// Adds this worker's to those of the launch.
  void add_to(WorkerShares& launch) const;
  WarpShares named();

 private:
  using Arrays = std::map<const void*, ByteSet>;  ///< by the beginnings of the allocations
  struct Warp {
    std::uint64_t global = 0, all = 0;
    Arrays read, stored;
    std::unordered_map<const void*, std::uint64_t> entered;  ///< basic blocks
  };
  struct OfArray {
    std::uint64_t busiest = 0;
    ByteSet all;
  };
  using AllArrays = std::map<const void*, OfArray>;

  void add(Warp& warp);
  /// @return the bytes of all arrays
  static std::uint64_t add(Arrays& own, AllArrays& to);
  static void add(const AllArrays& more, AllArrays& to);
  /// @param together  its `all` becomes the bytes of all arrays
  static Share largest(AllArrays& arrays, Share& together);
  const void* array_at(std::uint64_t address);

  std::unordered_map<const Block*, std::vector<Warp>> blocks_;
  Warp* current_ = nullptr;
  AddressRange recent_;  ///< the array of the last access

  WarpShares shares_;  ///< of warps whose blocks have ended, without what is read and stored
  AllArrays read_, stored_;
};

}  // namespace lockstep::sim
