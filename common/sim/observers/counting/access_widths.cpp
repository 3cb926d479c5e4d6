/// @file
/// @brief Widths by the class that is copied, otherwise by the address.
#include "sim/observers/counting/access_widths.hpp"

#include <bit>

#include "sim/engine/program/copied_class.hpp"

namespace lockstep::sim {

namespace {

constexpr std::uint32_t kWidest = 16;

// The largest power of two that divides all numbers whose bits are in here.
std::uint32_t common_divisor(std::uint64_t bits) { return static_cast<std::uint32_t>(bits & (~bits + 1)); }

}  // namespace

std::uint32_t AccessWidths::of(const Access& access) {
  const bool may_copy_class = access.bytes > 1 && (access.kind == AccessKind::load || access.kind == AccessKind::store);
  const std::uint32_t alignment = may_copy_class ? alignment_at(access.pc) : 0;
  if (alignment != 0) return common_divisor(access.bytes | alignment | kWidest);
  const bool is_one = access.bytes <= kWidest && std::has_single_bit(access.bytes);
  return is_one ? access.bytes : common_divisor(access.address | access.bytes | kWidest);
}

std::uint32_t AccessWidths::alignment_at(const void* pc) {
  Known& slot = recent_[reinterpret_cast<std::uintptr_t>(pc) % recent_.size()];
  if (slot.pc != pc) slot = {pc, alignment_of_copied_class(pc)};
  return slot.alignment;
}

}  // namespace lockstep::sim
