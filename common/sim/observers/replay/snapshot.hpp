/// @file
/// @brief A snapshot of what kernels overwrite: an undo log, saved piece by piece at the first write, so that it can be put back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/engine/accesses/observer.hpp"
#include "sim/runtime/memory/device_heap.hpp"

namespace lockstep::sim {

/// Of global memory. Shared memory has no state between launches, and memory outside allocations and variables is not kept.
class Snapshot {
 public:
  /// A part of 4 KiB that belongs to one allocation, or to the device's variables.
  struct Piece {
    std::vector<std::byte> before;   ///< as it was before the launch
    std::vector<std::byte> results;  ///< as the launch left it; filled by `end_launch`
    std::uint32_t width = 0;         ///< bytes of the first write
  };
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

  void begin_launch();
  /// Announces an access; only writes matter.
  void note(const Access& access) {
    if (!access.writes() || (access.address >= known_begin_ && access.address + access.bytes <= known_end_)) return;
    keep(access);
  }
  /// True once kMostBytes are kept: further writes cannot be put back.
  bool full() const { return bytes_ >= kMostBytes; }
  /// Remembers the results. False where it is full: nothing is known then.
  bool end_launch();
  void put_back();
  void put_results();

  /// Does memory there differ from what the launch left?
  bool differs(std::uintptr_t address, std::uint32_t bytes) const;

  const std::unordered_map<std::uintptr_t, Piece>& pieces() const { return pieces_; }

 private:
  void keep(const Access& access);
  void keep_piece(std::uintptr_t address, std::uint32_t width);
  bool find_region(std::uintptr_t address);

  std::unordered_map<std::uintptr_t, Piece> pieces_;  ///< by their first byte
  HeapState heap_before_, heap_results_;
  std::size_t bytes_ = 0;
  bool ended_ = false;
  std::uintptr_t known_begin_ = 0, known_end_ = 0;    ///< a piece that was kept
  std::uintptr_t region_begin_ = 0, region_end_ = 0;  ///< the allocation or the variables that were last asked for
};

}  // namespace lockstep::sim
