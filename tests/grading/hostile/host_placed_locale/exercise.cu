/// @file
/// @brief Gives a locale to what is none.
/// Expected: 0
/// Says: outside of its own variables
#include <cstdio>
#include <locale>
void attack() { *reinterpret_cast<std::locale*>(&stdout) = std::locale(); }
// The solution stands here.
