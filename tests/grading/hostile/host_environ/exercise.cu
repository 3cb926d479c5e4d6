/// @file
/// @brief Looks for the seed in the environment, without a function.
/// Expected: 0
/// Says: it is refused: it uses environ
extern char** environ;
void attack() {
  if (environ[0] != nullptr) throw 1;
}
// The solution stands here.
