/// @file
/// @brief What the engine asks about memory; the runtime, which hands it out, answers.
#pragma once

#include <string>

#include "sim/engine/accesses/observer.hpp"

namespace lockstep::sim {

/// Before the program's static objects are made nothing answers, but there is no memory to ask about, either.
struct MemoryAnswers {
  /// True where device code may touch `p` although it is outside of the simulator's addresses: `__device__`, `__constant__` and
  /// `__managed__` variables, and host memory that was registered.
  bool (*device_may_touch)(const void* p) = [](const void*) { return false; };
  /// Is there memory in the page at `p`, which is one of the simulator's addresses?
  bool (*has_memory)(const void* p) = [](const void*) { return false; };
  /// Ends the process where host code touches a variable of the device.
  void (*check_host_access)(const void* p, bool write, const void* pc) = [](const void*, bool, const void*) {};
  /// Tells the observers of an access of host code, where it is to memory that kernels may touch as well.
  void (*tell_of_host_access)(const Access& access) = [](const Access&) {};
  /// Is host code free to write what a kernel waits for? It is not while it waits itself in a call of the API.
  bool (*host_may_help)() = [] { return false; };
  /// Says in words what an address is: "byte 16 of the 4096 bytes from cudaMalloc at 0x…", "a null pointer". Takes no lock of the
  /// simulator's: a fault may come at any time.
  std::string (*describe)(const void* p) = [](const void*) { return std::string(); };
  /// What to do about an access to an address that device code must not touch.
  const char* (*advice)(const void* p) = [](const void*) { return ""; };
};

inline constinit MemoryAnswers memory_answers;

}  // namespace lockstep::sim
