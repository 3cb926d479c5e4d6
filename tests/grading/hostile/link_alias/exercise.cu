/// @file
/// @brief Gives a function of its own the name of the harness's main.
/// Expected: 0
/// Says: it is refused: it defines main
extern "C" int own() { return 0; }
extern "C" int other() __attribute__((alias("own")));
int entry() asm("main");
int entry() { return other(); }
// The solution stands here.
