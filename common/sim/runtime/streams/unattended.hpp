/// @file
/// @brief Queued work that host code never asks for: at the program's end, and while it waits without calling the API.
#pragma once

#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {

/// Work that is still queued when the program returns from main or calls exit() runs then, before the static objects that are older than
/// the queue are destroyed; so does what those launch.
void run_at_exit();

/// A GPU begins at once with what was issued, so host code may wait for it in ways of its own: for a flag that a host function sets, or
/// for memory that kernels write and it reads. Where it may, because of `issued` or of the memory that there is, an OS thread runs the
/// queue once that has not changed for a while. Other programs never see it, and stay deterministic.
void run_when_host_is_quiet(const Operation& issued);

/// Is host code free to write what a kernel waits for? It is not while it waits itself in a call of the API.
bool host_may_help();

}  // namespace lockstep::sim
