/// @file
/// @brief Every access to memory in a kernel passes here.
#pragma once

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

/// Says in words what an address is ("byte 16 of the 4096 bytes from cudaMalloc at 0x…"). Takes no lock: a fault may come at any time.
/// (runtime/freed.cpp)
std::string describe_address(const void* p);

/// True for an address of the simulator's: nearly every access, by one comparison.
inline bool inside_space(const volatile void* p) { return reinterpret_cast<std::uintptr_t>(p) - kSpaceBegin < kSpaceBytes; }

/// True for an access that nobody needs to hear of: nearly every one, by one comparison.
inline bool passes_unwatched(const volatile void* p) { return reinterpret_cast<std::uintptr_t>(p) - kSpaceBegin < unwatched_bytes; }

/// The slow path of an access: ends the launch where device code has no business at `p`; nothing in host code.
void check_outside_access(const void* p, bool write, const void* pc);

/// What is left of an access that does not pass unwatched: ends the launch where there is no business at `p`, and tells the observers.
void watch(const void* p, std::uint32_t bytes, AccessKind kind, const void* pc);

/// The same for host code, whose accesses to memory that kernels may touch as well are told of.
void watch_host(const Access& access);

/// Tells the observers of an access of the running thread, unless it is to local memory.
void report_access(const Access& access);

/// An access by the simulator's library on behalf of device code (atomics).
void check_device_address(const void* p, std::size_t bytes, bool write, Site site);

}  // namespace lockstep::sim
