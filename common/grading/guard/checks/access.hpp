/// @file
/// @brief Which memory and which functions are a submission's. (checks.cpp)
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::grading {

/// Of a copy, or of a library's function that reads or writes so many bytes for the submission. The simulator is told of an access to its
/// memory here, if the compiler's hook has not told of it. Any other memory that is not the submission's ends the program, at `pc`.
void check_copy(const void* p, std::size_t bytes, bool writes, const void* pc);

/// Of a range that the runtime reads or writes for host code. Memory of the simulator it checks itself.
void check_range(std::uintptr_t address, std::size_t bytes, bool writes, const void* pc);

/// Of a part of a `__device__` or `__constant__` variable.
void check_variable(std::uintptr_t address, std::size_t bytes, const void* pc);

/// Of an atomic operation in host code, which may be on memory that the device sees.
void check_host_atomic(std::uintptr_t address, std::size_t bytes, const void* pc);

/// Of memory that the heap gives out: it must not be the course's.
void check_fresh(std::uintptr_t address, std::size_t bytes, const void* pc);

/// Of a place that a function of the library is given, which reads there.
void check_given(std::uintptr_t pointer, const void* pc);

/// Of one where it may also write.
void check_changed(std::uintptr_t pointer, const void* pc);

/// Of a function that the library is to call.
void check_callee(std::uintptr_t function, const void* pc);

/// Is it memory that the loader has written, and nobody after it: tables of virtual functions, types?
bool is_constant(std::uintptr_t address);

}  // namespace lockstep::grading
