/// @file
/// @brief Hands out pages of a range of addresses, each run followed by a page that may not be touched.
#pragma once

#include <map>

#include "sim/engine/accesses/address_space.hpp"

namespace lockstep::sim {

inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

/// Next fit: addresses are used again as late as possible, so that a stale pointer meets nothing rather than new data.
class PageHeap {
 public:
  explicit PageHeap(AddressRange range) : cursor_(range.begin) { free_.emplace(range.begin, range.bytes); }

  /// Open pages for at least `bytes`; the page after them stays closed. @throws std::bad_alloc
  AddressRange take(std::size_t bytes);
  /// Gives back what `take` returned, and its contents with it.
  void give(AddressRange pages);

 private:
  using Run = std::map<std::byte*, std::size_t>::iterator;
  /// The run with room for `bytes` at or after the cursor, otherwise anywhere; `*at` is where, a multiple of `alignment`.
  Run find(std::size_t bytes, std::size_t alignment, std::byte** at);

  std::byte* cursor_;
  std::map<std::byte*, std::size_t> free_;  ///< begin of each free run, and its bytes; runs never touch
};

}  // namespace lockstep::sim
