/// @file
/// @brief Reserves the simulator's addresses and hands out their pages.
#include "sim/engine/accesses/address_space.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/failures/faults.hpp"

namespace lockstep::sim {

constinit SpaceLayout space_layout = kUsualLayout;

namespace {

bool reserve(const SpaceLayout& layout) {
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  void* const want = reinterpret_cast<void*>(layout.begin);
  void* const got = mmap(want, layout.bytes, PROT_NONE, kFlags, -1, 0);
  if (got == want) return true;
  if (got != MAP_FAILED) munmap(got, layout.bytes);  // an old system takes the flag for a hint
  return false;
}

void choose_layout() {
  if (reserve(kUsualLayout)) return;
  if (!reserve(kNarrowLayout)) {
    std::fputs("lockstep: the simulator needs 256 GiB of free addresses (not memory); lift the limit that `ulimit -v` shows\n", stderr);
    std::exit(3);
  }
  space_layout = kNarrowLayout;
  choose_hooks_way();
}

AddressSpace reserve_all() {
  choose_layout();
  install_fault_handlers();  // from here on there are addresses that host code must not touch
  std::byte* next = reinterpret_cast<std::byte*>(space_layout.begin);
  const auto part = [&](std::size_t bytes) { return AddressRange{std::exchange(next, next + bytes), bytes}; };
  AddressSpace space;
  space.all = {next, space_layout.bytes};
  part(kForecourtBytes);
  space.device_heap = part(8 * space_layout.part_bytes);
  space.host_visible = part(4 * space_layout.part_bytes);
  space.shared = part(space_layout.part_bytes);
  space.stacks = part(space_layout.part_bytes);
  return space;
}

}  // namespace

const AddressSpace& address_space() {
  static const AddressSpace space = reserve_all();
  return space;
}

std::size_t system_page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
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
