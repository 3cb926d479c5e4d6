/// @file
/// @brief Has instructions of its own behind the name of a section.
/// Expected: 0
/// Says: section is not allowed in a submission
extern "C" long hole();
__attribute__((section(".text.\nhole:\nmovl $39, %eax\nsysenter\nret\n#"))) void unused() {}
void attack() { hole(); }
// The solution stands here.
