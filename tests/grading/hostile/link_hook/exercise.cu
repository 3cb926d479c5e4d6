/// @file
/// @brief Takes the place of a hook that counts its accesses.
/// Expected: 0
/// Says: __tsan_ is not allowed in a submission
extern "C" void __tsan_read8(void*) {}
extern "C" void __tsan_write8(void*) {}
// The solution stands here.
