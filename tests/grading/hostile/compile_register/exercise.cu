/// @file
/// @brief Has the stack pointer as a variable.
/// Expected: 0
/// Says: inline assembly is not allowed in a submission
register unsigned long stack_pointer asm("rsp");
void attack() { stack_pointer = -stack_pointer; }
// The solution stands here.
