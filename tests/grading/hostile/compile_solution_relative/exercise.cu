/// @file
/// @brief Includes the solution by a relative path.
/// Expected: 0
/// Says: it does not compile: exercise.cu:5:10: fatal error: ../../solutions/04_dot_product/exercise.cu: No such file
#include "../../solutions/04_dot_product/exercise.cu"
