/// @file
/// @brief Includes the solution by its path on the grader's machine.
/// Expected: 0
/// Says: exercise.cu: No such file or directory
#include "@LOCKSTEP@/solutions/04_dot_product/exercise.cu"
