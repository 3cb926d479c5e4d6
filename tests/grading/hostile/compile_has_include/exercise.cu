/// @file
/// @brief Asks the compiler which files are there: none.
/// Expected: 11
/// Says: 
#if __has_include("@LOCKSTEP@/solutions/04_dot_product/exercise.cu") || __has_include("@LOCKSTEP@/tests/exercises/04_dot_product.cpp")
#error found
#endif
// The solution stands here.
