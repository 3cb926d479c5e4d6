/// @file
/// @brief The ways in which a program may end.
#pragma once

#include <string>

/// Commits one hazard, and ends the process: by return, exit3, quick_exit, abort, throw, terminate, touch (host code touches device
/// memory).
void end_by(const std::string& how);
