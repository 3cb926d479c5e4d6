/// @file
/// @brief Writes machine code into the instructions: exit_group(0).
/// Expected: 0
/// Says: section is not allowed in a submission
__attribute__((section(".text"))) const unsigned char code[] = {0xb8, 231, 0, 0, 0, 0x31, 0xff, 0x0f, 0x05};
void attack() { reinterpret_cast<void (*)()>(reinterpret_cast<unsigned long>(code))(); }
// The solution stands here.
