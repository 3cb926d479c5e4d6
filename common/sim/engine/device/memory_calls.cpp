/// @file
/// @brief `memcpy`, `memmove` and `memset` of device code: checked, reported byte by byte, and done.
#include "lockstep/sim/device/memory_calls.hpp"

#include <cstring>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/accesses/memory_answers.hpp"
#include "sim/engine/failures/faults.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

bool is_watched() { return unwatched[0] == 0 && current_worker != nullptr; }

// Between its ends a piece of memory is of one kind.
void check_ends(const std::byte* begin, std::size_t bytes, AccessKind kind, const void* pc) {
  if (bytes == 0) return;
  for (const std::byte* const end : {begin, begin + bytes - 1})
    if (!inside_space(end)) watch(end, 1, kind, pc);
}

// Host code's copies are reported as a whole.
void tell_if_host(const std::byte* begin, std::size_t bytes, AccessKind kind, const void* pc) {
  if (current_worker == nullptr && host_is_heard() && bytes != 0)
    memory_answers.tell_of_host_access({pc, reinterpret_cast<std::uintptr_t>(begin), static_cast<std::uint32_t>(bytes), kind});
}

// The accesses of all lanes are reported in the same order, so that those of one round are one instruction.
void copy_one(std::byte* to, const std::byte* from, const void* pc) {
  watch(from, 1, AccessKind::load, pc);
  watch(to, 1, AccessKind::store, pc);
  const ActingFor acting(pc);
  *to = *from;
}

void* copy(void* to, const void* from, std::size_t bytes, bool backward, const void* pc) {
  auto* const target = static_cast<std::byte*>(to);
  const auto* const source = static_cast<const std::byte*>(from);
  if (is_watched()) {
    for (std::size_t i = 0; i < bytes; ++i) {
      const std::size_t at = backward ? bytes - 1 - i : i;
      copy_one(target + at, source + at, pc);
    }
    return to;
  }
  check_ends(source, bytes, AccessKind::load, pc);
  check_ends(target, bytes, AccessKind::store, pc);
  tell_if_host(source, bytes, AccessKind::load, pc);
  tell_if_host(target, bytes, AccessKind::store, pc);
  const ActingFor acting(pc);
  return std::memmove(to, from, bytes);
}

}  // namespace

void* copy_bytes(void* to, const void* from, std::size_t bytes) { return copy(to, from, bytes, false, __builtin_return_address(0)); }

void* move_bytes(void* to, const void* from, std::size_t bytes) { return copy(to, from, bytes, from < to, __builtin_return_address(0)); }

void* set_bytes(void* to, int value, std::size_t bytes) {
  const void* const pc = __builtin_return_address(0);
  auto* const target = static_cast<std::byte*>(to);
  if (is_watched()) {
    for (std::size_t i = 0; i < bytes; ++i) {
      watch(target + i, 1, AccessKind::store, pc);
      const ActingFor acting(pc);
      target[i] = static_cast<std::byte>(value);
    }
    return to;
  }
  check_ends(target, bytes, AccessKind::store, pc);
  tell_if_host(target, bytes, AccessKind::store, pc);
  const ActingFor acting(pc);
  return std::memset(to, value, bytes);
}

}  // namespace lockstep::sim
