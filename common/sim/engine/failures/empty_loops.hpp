/// @file
/// @brief Ends loops in which there is nothing but the jump back.
#pragma once

namespace lockstep::sim {

class GridRun;

/// Makes threads fail, or leave their trial, that are in a loop of one instruction just now. That is what is left of a loop that waits for
/// a plain variable, where the compiler sees that it reads it only once; other loops call at each basic block. To be called by an OS thread
/// that is not one of the grid's, now and then.
void end_empty_loops(GridRun& grid);

}  // namespace lockstep::sim
