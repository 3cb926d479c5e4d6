/// @file
/// @brief Embeds the tests in a string.
/// Expected: 0
/// Says: No such file or directory
const char tests[] =
#include "@LOCKSTEP@/tests/exercises/04_dot_product.cpp"
;
