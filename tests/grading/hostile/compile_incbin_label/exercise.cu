/// @file
/// @brief Embeds a file by the name of a symbol.
/// Expected: 0
/// Says: inline assembly is not allowed in a submission
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
extern int hidden asm("hidden\n.pushsection .rodata\n.incbin \"/etc/ld.so.cache\"\n.popsection\n#");
int* place = &hidden;
// The solution stands here.
