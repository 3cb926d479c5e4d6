/// @file
/// @brief What a program in the box may not ask of the system, as a seccomp filter.
#pragma once

namespace lockstep::grading {

/// Writes the filter, in the form that `bwrap --seccomp` reads, to an open file. It takes effect in the box right before the program is
/// executed, so execve() itself must stay allowed: it only replaces the one process by another with no more rights, under the same filter.
/// What it denies fails with EPERM: namespaces and mounts, sockets, memory that the watch could not see (memfd, System V), the kernel's
/// larger interfaces (bpf, io_uring, perf, keys), looking into other processes, typing into a terminal. A system call of another
/// architecture ends the program (SIGSYS).
/// @param may_start_programs  false denies children as well: threads can be made, processes cannot
/// @throws std::system_error
void write_system_call_filter(int file, bool may_start_programs);

}  // namespace lockstep::grading
