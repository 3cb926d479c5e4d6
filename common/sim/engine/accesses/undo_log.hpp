/// @file
/// @brief What memory was before a trial wrote there, so that the trial can be taken back.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/engine/accesses/address_space.hpp"

namespace lockstep::sim {

/// A byte for each page of the simulator's addresses: is it kept already, or need not be? Null while nothing is kept.
extern const std::uint8_t* kept_pages;
inline constexpr unsigned kKeptPageBits = 12;

/// Keeps what is at these addresses. Writes to shared memory and to stacks need no undoing. Any worker may call it.
void keep_memory(std::uintptr_t address, std::size_t bytes);

/// Announces a write by device code. Until it is undone or forgotten, the first one to a page keeps that page.
inline void keep_before_write(std::uintptr_t address, std::size_t bytes) {
  if (kept_pages != nullptr) [[unlikely]]
    keep_memory(address, bytes);
}
/// The same for one that is aligned, in the simulator's addresses: such a write is in one page.
inline void keep_before_aligned_write(std::uintptr_t address, std::size_t bytes) {
  if (kept_pages == nullptr) return;
  if (__atomic_load_n(&kept_pages[(address - space_layout.begin) >> kKeptPageBits], __ATOMIC_ACQUIRE) == 0) [[unlikely]]
    keep_memory(address, bytes);
}

/// From its making on, writes are kept. One at a time.
class UndoLog {
 public:
  UndoLog();
  ~UndoLog();
  UndoLog(const UndoLog&) = delete;
  UndoLog& operator=(const UndoLog&) = delete;

  /// Makes memory as it was. No worker may be running.
  void put_back();
};

}  // namespace lockstep::sim
