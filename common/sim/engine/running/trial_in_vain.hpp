/// @file
/// @brief Ends a trial that may never end by itself.
#pragma once

namespace lockstep::sim {

class GridRun;

/// Makes every thread of a trial leave it where its next basic block begins, also in loops that do nothing. To be called by an OS thread
/// that is not one of the grid's.
void end_trial_in_vain(GridRun& grid);

}  // namespace lockstep::sim
