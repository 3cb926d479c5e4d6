/// @file
/// @brief Has a main of its own, which does nothing and returns 0.
/// Expected: 0
/// Says: it is refused: it defines main
int main() { return 0; }
// The solution stands here.
