/// @file
/// @brief Calls a hook by another name, in pieces.
/// Expected: 0
/// Says: __tsan_ is not allowed in a submission
extern "C" void seen(void*) __asm__(
    "__ts"
    "an_read4");
void attack() { seen(nullptr); }
// The solution stands here.
