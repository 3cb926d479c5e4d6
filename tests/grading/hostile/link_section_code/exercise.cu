/// @file
/// @brief Has machine code of its own behind the name of a section: a load that nobody sees, and no word of assembly in it.
/// Expected: 0
/// Says: section is not allowed in a submission
extern "C" int hole(const float*, long);
__attribute__((section(".text.\nhole: .byte 0x8b,0x04,0xb7,0xc3\n#"))) void unused() {}
void attack() { hole(nullptr, 0); }
// The solution stands here.
