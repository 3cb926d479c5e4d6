/// @file
/// @brief Embeds the tests by inline assembly that a macro makes.
/// Expected: 0
/// Says: inline assembly is not allowed in a submission
#define PASTE(a, b) a##b
void embed() { PASTE(__as, m__)(".pushsection .rodata\n.incbin \"/etc/passwd\"\n.popsection"); }
// The solution stands here.
