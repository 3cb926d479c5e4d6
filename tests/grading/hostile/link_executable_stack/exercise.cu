/// @file
/// @brief Asks for a stack that can be executed, and runs an instruction on it: a return.
/// Expected: 0
/// Says: section is not allowed in a submission
__attribute__((section(".note.GNU-stack,\"x\",@progbits#"))) int executable = 1;
void attack() {
  volatile unsigned char code[] = {0xc3};
  reinterpret_cast<void (*)()>(reinterpret_cast<unsigned long>(code))();
}
// The solution stands here.
