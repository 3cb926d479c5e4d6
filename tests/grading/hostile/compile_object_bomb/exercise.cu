/// @file
/// @brief A table that makes a program of 4 GB.
/// Expected: 0
/// Says: it does not compile
int table[1 << 30] = {1};
// The solution stands here.
