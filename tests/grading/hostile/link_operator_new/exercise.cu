/// @file
/// @brief Replaces operator new: its own allocations fail.
/// Expected: 0
/// Says: does not start as an exercise does
#include <new>
void* operator new(std::size_t) { return nullptr; }
void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}
// The solution stands here.
