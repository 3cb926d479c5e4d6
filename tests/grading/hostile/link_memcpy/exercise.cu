/// @file
/// @brief Replaces memcpy, with which its own version is named.
/// Expected: 0
/// Says: there is no such version
extern "C" void* memcpy(void* to, const void*, unsigned long) { return to; }
extern "C" void* memset(void* to, int, unsigned long) { return to; }
// The solution stands here.
