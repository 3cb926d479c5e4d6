/// @file
/// @brief The rewrites, one per part of CUDA's extra syntax. Each looks at one spot and notes its edits and errors in the unit.
#pragma once

#include <string>

#include "sim/translate/source/unit.hpp"

namespace lockstep::translate {

/// `callee<<<g, b, shared, stream>>>(arguments)` (launch.cpp)
void rewrite_launch(Unit& unit, const Spot& spot);

/// `__global__` functions (kernel.cpp)
void rewrite_kernel(Unit& unit, const Spot& spot);
/// `__func__` and its kin, which in a kernel's body would name a lambda (kernel.cpp)
void rewrite_function_name(Unit& unit, const Spot& spot);

/// `__shared__` variables (shared.cpp)
void rewrite_shared(Unit& unit, const Spot& spot);
/// `__shared__` variables that are declared outside of functions, where they are used (file_shared.cpp)
void rewrite_file_shared(Unit& unit);
/// Lambdas see a `__shared__` variable without capturing it, but have to capture the reference that stands for it (capture.cpp)
void rewrite_captures(Unit& unit);

/// `__device__`, `__constant__`, `__managed__` on variables; on functions they are dropped (variable.cpp)
void rewrite_variable(Unit& unit, const Spot& spot);

/// `__forceinline__`, `__noinline__`, `__align__`, `__host__`, `__launch_bounds__` … (qualifier.cpp)
void rewrite_qualifier(Unit& unit, const Spot& spot);

/// `atomicAdd(…);` as a statement of its own: the result is not used, and the hardware then does without it (atomic.cpp)
void rewrite_atomic(Unit& unit, const Spot& spot);

/// `memcpy(…)`, `memmove(…)`, `memset(…)` (memory_call.cpp)
void rewrite_memory_call(Unit& unit, const Spot& spot);

/// Lanes that exchange numbers with no barrier between (warp_synchrony.cpp)
void keep_warps_in_step(Unit& unit);

/// The steps of device code (steps.cpp)
void mark_steps(Unit& unit);

/// `return;` in kernels and in functions that they may end with (early_return.cpp)
void mark_returns(Unit& unit);
/// Is the token the `return` of a `return;`? (early_return.cpp)
bool is_plain_return(const Unit& unit, Index token);

/// Does device code declare arrays that are neither shared nor global? (local_arrays.cpp)
bool has_local_arrays(const Unit& unit);

/// Arrays of variable length in device code, which the compiler is made to refuse (fixed_length.cpp)
void check_array_lengths(Unit& unit);

/// Does a function return a local object that has a destructor, as in `return stream;`? (named_returns.cpp)
bool returns_objects_by_name(const Unit& unit);

/// Do classes of the program's own have arrays as members? (local_arrays.cpp)
bool has_arrays_of_members(const Unit& unit);

/// Does the program's own text cast pointers to types that may need another alignment? (pointer_casts.cpp)
bool has_pointer_casts(const Unit& unit);

/// Is it a pragma for nvcc? Those are dropped (pragma.cpp)
bool is_for_nvcc(const Unit& unit, const Directive& directive);
/// Pragmas for nvcc (pragma.cpp)
void rewrite_pragmas(Unit& unit);

/// `typedef Scan<T> Scan;` in a class (own_name.cpp)
void qualify_own_names(Unit& unit);

/// Inline PTX (assembly.cpp)
void rewrite_assembly(Unit& unit, const Spot& spot);
/// Texture and surface references (refusal.cpp)
void refuse_texture_reference(Unit& unit, const Spot& spot);

struct Sides;
// Of units that are right otherwise:
/// Calls of host functions in device code (host_call.cpp)
void refuse_host_calls(Unit& unit, const Sides& sides);
/// Calls of device functions in host code, and of kernels anywhere (device_call.cpp)
void refuse_calls_of_device_code(Unit& unit, const Sides& sides);
/// Launches of what is not a kernel (device_call.cpp)
void refuse_launches_of_functions(Unit& unit, const Sides& sides);
/// The library's host functions in device code (library_call.cpp)
void refuse_library_calls(Unit& unit);
/// The host's variables in device code (host_variable.cpp)
void refuse_host_variables(Unit& unit);
/// Exceptions and their like in device code (language_feature.cpp)
void refuse_language_features(Unit& unit);

/// True where the code at `scope` runs on the device alone (refusal.cpp)
bool in_device_code(const Unit& unit, Index scope);

}  // namespace lockstep::translate
