/// @file
/// @brief `printf` becomes a function of the simulator's, as `malloc` does (heap.hpp): in device code its result is another.
#pragma once

#ifndef __LOCKSTEP_SUBMISSION__  // which may hold no assembly
asm(R"(
.set printf, lockstep_printf
.set __printf_chk, lockstep_printf_checked
)");
#endif
