/// @file
/// @brief Has a function called before all constructors.
/// Expected: 0
/// Says: section is not allowed in a submission
static void early() {}
__attribute__((section(".preinit_array"), used)) static void (*const place)() = early;
// The solution stands here.
