/// @file
/// @brief Includes what the grader types.
/// Expected: 0
/// Says: it does not compile
#include "/dev/stdin"
