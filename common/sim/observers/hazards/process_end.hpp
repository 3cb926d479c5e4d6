/// @file
/// @brief A last word before the process is gone, however it ends.
#pragma once

namespace lockstep::sim {

/// Prints what there is to report, and returns true where the process must not end as if all were well. `orderly`: the program came to its
/// own end, so that what it left behind was left for good.
using LastWord = bool (*)(bool orderly);

/// Calls `say` once, at the end of this process: after the program's last static object where it returns from main or calls exit(), and
/// before a call of quick_exit, _Exit or _exit, a signal that is not caught, or a fault of host code ends it. It runs on a stack of its
/// own. The status is the one rule for all of these: what the program asked for (the low eight bits, as the system takes them), but 1 where
/// that is 0 and `say` returned true. Not seen: SIGKILL, a successful exec, and the ends of forked children that are not by exit().
void at_process_end(LastWord say);

}  // namespace lockstep::sim
