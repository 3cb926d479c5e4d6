/// @file
/// @brief A bit for each byte of the simulator's memory: was it written?
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/engine/accesses/address_space.hpp"

namespace lockstep::sim {

/// Bits take memory where they were set: an eighth of the memory that was written. Addresses must be the simulator's.
class Written {
 public:
  Written();
  ~Written();
  Written(const Written&) = delete;
  Written& operator=(const Written&) = delete;

  /// How many of the bytes were written.
  std::size_t count(std::uintptr_t address, std::size_t bytes) const;
  bool all(std::uintptr_t address, std::size_t bytes) const {
    if (bytes > kMostAtOnce) [[unlikely]]
      return count(address, bytes) == bytes;
    return (~word(address) & mask(address, bytes)) == 0;
  }
  /// The same of many bytes, a multiple of 64.
  bool all_of(std::uintptr_t address, std::size_t bytes) const;
  void set(std::uintptr_t address, std::size_t bytes) {
    if (bytes > kMostAtOnce) [[unlikely]]
      return set_many(address, bytes);
    const std::uint32_t now = word(address) | mask(address, bytes);
    __builtin_memcpy(place(address), &now, sizeof now);
  }
  void clear(std::uintptr_t address, std::size_t bytes);
  /// What is known of `bytes` at `from` is now known of those at `to`.
  void copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes);

 private:
  static constexpr std::size_t kMostAtOnce = 16;

  std::uint8_t* place(std::uintptr_t address) const { return bits_ + (address - space_layout.begin) / 8; }
  std::uint32_t word(std::uintptr_t address) const {
    std::uint32_t bits;
    __builtin_memcpy(&bits, place(address), sizeof bits);
    return bits;
  }
  static std::uint32_t mask(std::uintptr_t address, std::size_t bytes) { return ((1u << bytes) - 1) << address % 8; }
  void set_many(std::uintptr_t address, std::size_t bytes);

  std::size_t bytes_ = address_space().all.bytes / 8 + sizeof(std::uint32_t);
  std::uint8_t* bits_ = nullptr;
};

}  // namespace lockstep::sim
