/// @file
/// @brief Includes itself without end.
/// Expected: 0
/// Says: it does not compile
#include "exercise.cu"
#include "exercise.cu"
