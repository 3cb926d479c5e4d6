/// @file
/// @brief Includes the environment of the compiler.
/// Expected: 0
/// Says: it does not compile
const char environment[] =
#include "/proc/self/environ"
;
