/// @file
/// @brief Puts an address among the functions that are called before main.
/// Expected: 0
/// Says: section is not allowed in a submission
#include <cstdio>
__attribute__((section(".init_array"), used)) void* early = reinterpret_cast<char*>(&std::puts) + 16;
// The solution stands here.
