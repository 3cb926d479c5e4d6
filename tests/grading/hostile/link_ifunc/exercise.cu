/// @file
/// @brief Chooses a function while the program is loaded.
/// Expected: 0
/// Says: it
extern "C" {
static void chosen() {}
static void (*choose())() { return chosen; }
void __attribute__((ifunc("choose"))) start();
}
void (*volatile keep)() = start;
// The solution stands here.
