/// @file
/// @brief `malloc`, `new` and their counterparts become functions of the simulator's: in device code they use the device's heap.
///
/// The running program decides: a function for both sides allocates where it runs. The assembler gives the calls their other names, so
/// that the compiler knows what they are, and only this file's calls are meant. (runtime/memory/device_heap.cpp)
#pragma once

#ifndef __LOCKSTEP_SUBMISSION__  // which may hold no assembly: its kernels have no heap
asm(R"(
.set malloc, lockstep_heap_malloc
.set free, lockstep_heap_free
.set _Znwm, _ZN8lockstepnwEm
.set _Znam, _ZN8lockstepnaEm
.set _ZnwmRKSt9nothrow_t, _ZN8lockstepnwEmRKSt9nothrow_t
.set _ZnamRKSt9nothrow_t, _ZN8lockstepnaEmRKSt9nothrow_t
.set _ZnwmSt11align_val_t, _ZN8lockstepnwEmSt11align_val_t
.set _ZnamSt11align_val_t, _ZN8lockstepnaEmSt11align_val_t
.set _ZdlPv, _ZN8lockstepdlEPv
.set _ZdaPv, _ZN8lockstepdaEPv
.set _ZdlPvm, _ZN8lockstepdlEPvm
.set _ZdaPvm, _ZN8lockstepdaEPvm
.set _ZdlPvSt11align_val_t, _ZN8lockstepdlEPvSt11align_val_t
.set _ZdaPvSt11align_val_t, _ZN8lockstepdaEPvSt11align_val_t
.set _ZdlPvmSt11align_val_t, _ZN8lockstepdlEPvmSt11align_val_t
.set _ZdaPvmSt11align_val_t, _ZN8lockstepdaEPvmSt11align_val_t
)");
#endif

/// `malloc` with an alignment, a power of two; in device code only.
extern "C" void* __nv_aligned_device_malloc(__SIZE_TYPE__ size, __SIZE_TYPE__ align) __asm__("lockstep_heap_aligned_malloc");
