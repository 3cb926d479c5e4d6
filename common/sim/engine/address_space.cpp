/// @file
/// @brief Reserves the simulator's addresses and hands out their pages.
#include "engine/address_space.hpp"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

#include "engine/faults.hpp"

namespace lockstep::sim {

namespace {

AddressSpace reserve() {
  void* const want = reinterpret_cast<void*>(kSpaceBegin);
  void* const got = mmap(want, kSpaceBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != want) {
    std::fputs("lockstep: the simulator needs 1 TiB of free addresses (not memory); lift the limit that `ulimit -v` shows\n", stderr);
    std::exit(3);
  }
  install_fault_handlers();  // from here on there are addresses that host code must not touch
  std::byte* next = static_cast<std::byte*>(got);
  const auto part = [&](std::size_t bytes) { return AddressRange{std::exchange(next, next + bytes), bytes}; };
  AddressSpace space;
  space.all = {next, kSpaceBytes};
  part(kForecourtBytes);
  space.device_heap = part(kDeviceHeapBytes);
  space.host_visible = part(kHostVisibleBytes);
  space.shared = part(kSharedBytes);
  space.stacks = part(kStacksBytes);
  return space;
}

}  // namespace

const AddressSpace& address_space() {
  static const AddressSpace space = reserve();
  return space;
}

void commit(std::byte* begin, std::size_t bytes) {
  if (mprotect(begin, bytes, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
}

void protect(std::byte* begin, std::size_t bytes) {
  if (mprotect(begin, bytes, PROT_NONE) != 0) throw std::bad_alloc();
}

void release(std::byte* begin, std::size_t bytes) {
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  if (mmap(begin, bytes, PROT_NONE, kFlags, -1, 0) == MAP_FAILED) throw std::bad_alloc();
}

}  // namespace lockstep::sim
