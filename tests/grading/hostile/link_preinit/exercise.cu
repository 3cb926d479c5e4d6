/// @file
/// @brief Has a function called before all constructors.
/// Expected: 0
/// Says: it is refused: it has a section .preinit_array
static void early() {}
__attribute__((section(".preinit_array"), used)) static void (*const place)() = early;
// The solution stands here.
