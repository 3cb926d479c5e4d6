/// @file
/// @brief Says that an array of its own is the simulator's list of variables.
/// Expected: 0
/// Says: may be another file's variable
extern char variables[1 << 20] asm("_ZN8lockstep3sim15variables_beginE") __attribute__((common));
char variables[1 << 20];
void attack() { variables[0] = 1; }
// The solution stands here.
