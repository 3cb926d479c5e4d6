/// @file
/// @brief Includes a file without end.
/// Expected: 0
/// Says: compiling it
#include "/dev/zero"
