/// @file
/// @brief Replaces operator new: only its own allocations fail, and it makes none.
/// Expected: 11
/// Says: 
#include <new>
void* operator new(std::size_t) { return nullptr; }
void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}
// The solution stands here.
