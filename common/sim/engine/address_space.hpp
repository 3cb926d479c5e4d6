/// @file
/// @brief One reserved range of addresses holds all that device code may touch, so that one comparison classifies an access.
///
///     begin ── nothing ── device heap (cudaMalloc) ── host-visible heap (managed, pinned) ── shared memory ── stacks ── end
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::sim {

/// No memory is there: an index below zero off the first allocation leads to an address of the simulator's, and not to one of the host's.
inline constexpr std::size_t kForecourtBytes = std::size_t{16} << 20;

/// Fixed, so that the hooks compare with constants; above what sanitizers' shadows and below where the system puts programs and libraries.
inline constexpr std::uintptr_t kDeviceHeapBegin = 0x2000'0000'0000;
inline constexpr std::uintptr_t kSpaceBegin = kDeviceHeapBegin - kForecourtBytes;
inline constexpr std::size_t kSpaceBytes = kForecourtBytes + (std::size_t{1} << 40);

// The parts, as constants for what is asked at every access.
inline constexpr std::size_t kDeviceHeapBytes = std::size_t{512} << 30, kHostVisibleBytes = std::size_t{256} << 30;
inline constexpr std::size_t kSharedBytes = std::size_t{64} << 30, kStacksBytes = std::size_t{64} << 30;
inline constexpr std::uintptr_t kSharedBegin = kDeviceHeapBegin + kDeviceHeapBytes + kHostVisibleBytes;
inline constexpr std::uintptr_t kStacksBegin = kSharedBegin + kSharedBytes;

constexpr bool is_shared_address(std::uintptr_t address) { return address - kSharedBegin < kSharedBytes; }

/// A part of the reserved range. Pages are reserved only: who owns the part commits them with `commit`.
struct AddressRange {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
  bool holds(const void* p) const noexcept { return static_cast<std::size_t>(static_cast<const std::byte*>(p) - begin) < bytes; }
  std::byte* end() const noexcept { return begin + bytes; }
};

struct AddressSpace {
  AddressRange all;
  AddressRange device_heap;   ///< closed to host code: reading it there is a fault, as on a machine with a GPU
  AddressRange host_visible;  ///< managed and pinned memory: open to both
  AddressRange shared;        ///< the blocks' shared memory
  AddressRange stacks;        ///< the threads' local memory
};

/// The process's address space, reserved on first use.
const AddressSpace& address_space();

/// Makes pages readable and writable, or inaccessible. Both take whole pages. @throws std::bad_alloc where the system refuses
void commit(std::byte* begin, std::size_t bytes);
void protect(std::byte* begin, std::size_t bytes);
/// Gives pages back to the system; they read as zero when committed again, and are inaccessible until then.
void release(std::byte* begin, std::size_t bytes);

}  // namespace lockstep::sim
