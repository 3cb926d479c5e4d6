/// @file
/// @brief Includes what the grader types.
/// Expected: 0
/// Says: it defines no function
#include "/dev/stdin"
