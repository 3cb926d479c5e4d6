/// @file
/// @brief What only the end of a program shows: memory that it never freed, launch errors that it never asked for.
#pragma once

#include "sim/observers/hazards/hazard_log.hpp"

namespace lockstep::sim {

/// One hazard for each line that allocated memory which is still there; none after a kernel failed, when nothing can be freed.
void find_leaks(HazardLog& log);
/// One hazard for each line whose launch was refused, and whose error was not asked for.
void find_unseen_errors(HazardLog& log);

}  // namespace lockstep::sim
