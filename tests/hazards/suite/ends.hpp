/// @file
/// @brief The ways in which a program may end.
#pragma once

#include <string>

/// Commits one hazard, and ends the process: by return, abort, throw, touch (host code touches device memory); by "exit N", "quick_exit N",
/// "_Exit N", "_exit N"; by "signal N", or "printing N", which is the same while it holds the locks of its streams; by return after
/// "child N", whose forked child calls _exit(N).
void end_by(const std::string& how);
