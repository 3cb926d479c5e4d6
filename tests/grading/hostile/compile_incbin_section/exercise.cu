/// @file
/// @brief Embeds a file by the name of a section.
/// Expected: 0
/// Says: section is not allowed in a submission
__attribute__((section(".rodata\n.incbin \"/etc/ld.so.cache\"\n#"))) const int hidden = 1;
const int* volatile place = &hidden;
// The solution stands here.
