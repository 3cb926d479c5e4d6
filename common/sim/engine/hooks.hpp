/// @file
/// @brief Every access to memory in a kernel passes here.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/address_space.hpp"
#include "engine/observer.hpp"
#include "lockstep/sim/engine.hpp"

namespace lockstep::sim {

/// True where device code may touch `p` although it is outside of the simulator's addresses: `__device__`, `__constant__` and
/// `__managed__` variables, and host memory that was registered. (runtime/variables.cpp)
bool device_may_touch(const void* p);

/// Ends the process where host code touches a variable of the device. (runtime/variables.cpp)
void check_host_access(const void* p, bool write, const void* pc);

/// Tells the observers of an access of host code, where it is to memory that kernels may touch as well. (runtime/host_accesses.cpp)
void tell_of_host_access(const Access& access);

/// Is host code free to write what a kernel waits for? It is not while it waits itself in a call of the API. (runtime/unattended.cpp)
bool host_may_help();

/// Says in words what an address is: "byte 16 of the 4096 bytes from cudaMalloc at 0x…", "a null pointer". Takes no lock of the
/// simulator's: a fault may come at any time. (runtime/address_text.cpp)
std::string describe_address(const void* p);
/// What to do where device code has no business at an address.
const char* advice_on_address(const void* p);

/// True for an address of the simulator's: nearly every access, by one comparison.
inline bool inside_space(const volatile void* p) { return space_layout.holds(reinterpret_cast<std::uintptr_t>(p)); }

/// True for an aligned access that no observer and no check needs to hear of: nearly every one, by one comparison. The rotation moves the
/// bits that are zero in an aligned address to the top, where any other value makes the number too large.
template <std::uint32_t bytes>
inline bool passes_unwatched(const volatile void* p) {
  constexpr int shift = std::countr_zero(bytes);
  return std::rotr(reinterpret_cast<std::uintptr_t>(p) - space_layout.begin, shift) < unwatched[shift];
}

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
/// the part is misaligned the next access tells. 0 where there is none. (engine/compiler_checks.cpp)
extern constinit thread_local std::uintptr_t misaligned_object;

}  // namespace lockstep::sim
