/// @file
/// @brief Every access to memory in a kernel passes here.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "lockstep/sim/engine.hpp"
#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/accesses/observer.hpp"

namespace lockstep::sim {

/// True for an address of the simulator's: nearly every access, by one comparison.
inline bool inside_space(const volatile void* p) { return space_layout.holds(reinterpret_cast<std::uintptr_t>(p)); }

/// True for an aligned access that no observer and no check needs to hear of: nearly every one, by one comparison. The rotation moves the
/// bits that are zero in an aligned address to the top, where any other value makes the number too large.
template <std::uint32_t bytes>
inline bool passes_unwatched(const volatile void* p) {
  constexpr int shift = std::countr_zero(bytes);
  return std::rotr(reinterpret_cast<std::uintptr_t>(p) - space_layout.begin, shift) < unwatched[shift];
}

/// Where all `__device__`, `__constant__` and `__managed__` variables are, among others. The runtime sets them.
extern std::uintptr_t variables_begin;
extern std::size_t variables_bytes;

/// The slow path of an access that is outside of the simulator's addresses: ends the launch where device code has no business at `p`;
/// nothing in host code.
/// @param site  where, in the place of `pc`, if that is null
void check_outside_access(const void* p, bool write, const void* pc, Site site = Site());

/// The same for an access by the simulator's library on behalf of device code.
inline void check_device_address(const void* p, bool write, const void* pc) {
  if (!inside_space(p)) check_outside_access(p, write, pc);
}

/// What is left of an access that does not pass unwatched: ends the launch where there is no business at `p`, and tells the observers.
void watch(const void* p, std::uint32_t bytes, AccessKind kind, const void* pc);

/// The same for host code, whose accesses to memory that kernels may touch as well are told of.
void watch_host(const Access& access);

/// Tells the observers of an access of the running thread, unless it is to local memory.
void report_access(const Access& access);

/// An object that a thread on this OS thread uses a part of, at an address that is not a multiple of what the object's type needs. Whether
/// the part is misaligned the next access tells. 0 where there is none. (engine/failures/compiler_checks.cpp)
extern constinit thread_local std::uintptr_t misaligned_object;

}  // namespace lockstep::sim
