/// @file
/// @brief Names a symbol with lines of assembly, behind a parenthesis.
/// Expected: 0
/// Says: inline assembly is not allowed in a submission
extern int hidden asm("(stdout)\n\t.text\nevil:\n\tret\n\t.data\n\t.quad 0");
int* place = &hidden;
// The solution stands here.
