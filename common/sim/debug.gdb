# For gdb in kernels. What the compiler calls at each access is the simulator's, and is stepped over, as its intrinsics are; and a thread that
# waits for you is not asked where it is. VS Code's launches read this; by hand, gdb -x common/sim/debug.gdb PROGRAM.
set environment LOCKSTEP_PATIENCE 0
handle SIG61 SIG62 nostop noprint pass
skip -rfu ^__(tsan|sanitizer)_
skip -gfi */common/sim/*/*
skip -gfi */common/sim/*/*/*
skip -gfi /usr/include/c++/*
