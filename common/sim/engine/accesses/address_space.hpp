/// @file
/// @brief One reserved range of addresses holds all that device code may touch, so that one comparison classifies an access.
///
///     begin ── nothing ── device heap (cudaMalloc) ── host-visible heap (managed, pinned) ── shared memory ── stacks ── end
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::sim {

/// There is no memory here: an index below zero off the first allocation leads to an address of the simulator's, not of the host's.
inline constexpr std::size_t kForecourtBytes = std::size_t{16} << 20;

/// Where the addresses lie, as numbers: what hooks and observers ask at every access.
struct SpaceLayout {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  std::uintptr_t shared_begin = 0, stacks_begin = 0;
  std::size_t part_bytes = 0;  ///< of the shared memory, and of the stacks; the device heap has eight times that, the host-visible one four

  constexpr bool holds(std::uintptr_t address) const { return address - begin < bytes; }
};
constexpr SpaceLayout layout_at(std::uintptr_t device_heap, std::size_t part) {
  return {device_heap - kForecourtBytes, kForecourtBytes + 16 * part, device_heap + 12 * part, device_heap + 13 * part, part};
}

/// Above what sanitizers' shadows and below where the system puts programs and libraries.
inline constexpr SpaceLayout kUsualLayout = layout_at(0x2000'0000'0000, std::size_t{64} << 30);
/// Where the system has no room there: some on Arm have 39 bits for a program's addresses.
inline constexpr SpaceLayout kNarrowLayout = layout_at(0x10'0000'0000, std::size_t{16} << 30);

/// Of this process. It changes before the first of the addresses is handed out, or never.
extern constinit SpaceLayout space_layout;

inline bool is_shared_address(std::uintptr_t address) { return address - space_layout.shared_begin < space_layout.part_bytes; }
inline bool is_stack_address(std::uintptr_t address) { return address - space_layout.stacks_begin < space_layout.part_bytes; }

/// What the system protects at a time: 4 KiB, or on Arm 16 or 64.
std::size_t system_page_bytes();

/// A part of the reserved range. Pages are only reserved: the owner of the part commits them with `commit`.
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
