/// @file
/// @brief The notes of a worker, page by page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/observers/screening/note.hpp"

namespace lockstep::sim {

inline constexpr unsigned kNotedPageBits = 12;
inline constexpr std::uintptr_t kNotedPageBytes = std::uintptr_t{1} << kNotedPageBits;

/// The last reads and the last writes of a page's words; of its bytes, once one of its words was touched in part.
struct NotedPage {
  Note* reads = nullptr;           ///< null before the first
  Note* writes = nullptr;          ///< null before the first
  std::uint32_t newest_write = 0;  ///< the highest number of a block that wrote here
  std::uint32_t launch = 0;        ///< the last that touched it; what is below is of that
  unsigned unit_bits = 2;
  bool all_written = false;           ///< was all of it written before the launch?
  bool is_variable = false;           ///< outside of the simulator's addresses
  bool is_constant = false;           ///< what was looked up last
  std::uintptr_t begin = 0, end = 0;  ///< of the allocation or variable that was looked up last

  std::size_t place_of(std::uintptr_t address) const { return (address & (kNotedPageBytes - 1)) >> unit_bits; }
  std::size_t units() const { return kNotedPageBytes >> unit_bits; }
  bool holds(std::uintptr_t address, std::uint32_t bytes) const { return address >= begin && address < end && end - address >= bytes; }
};

/// Memory is taken where there are notes: twice that of the words read, and twice that of those written.
class NotedPages {
 public:
  NotedPages();
  ~NotedPages();
  NotedPages(const NotedPages&) = delete;
  NotedPages& operator=(const NotedPages&) = delete;

  NotedPage& at(std::uintptr_t address) {
    const std::uintptr_t number = (address - space_layout.begin) >> kNotedPageBits;
    if (number < pages_bytes_ / sizeof(NotedPage)) [[likely]]
      return pages_[number];
    return variables_[address >> kNotedPageBits];
  }
  void need_reads(NotedPage& page);
  void need_writes(NotedPage& page);
  /// From here on the page has a note for each byte.
  void split(NotedPage& page);
  /// Bytes that notes take.
  std::size_t bytes() const { return chunks_.size() * kChunkBytes; }

 private:
  static constexpr std::size_t kChunkBytes = std::size_t{2} << 20;  // the system's large pages: fewer faults

  Note* take(std::size_t count);

  NotedPage* pages_ = nullptr;  ///< of the simulator's addresses
  std::size_t pages_bytes_;
  std::unordered_map<std::uintptr_t, NotedPage> variables_;
  std::vector<void*> chunks_;
  Note* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace lockstep::sim
