/// @file
/// @brief Catches the signal of its own end.
/// Expected: 0
/// Says: it is refused: it uses signal
#include <csignal>
void attack() {
  std::signal(SIGTERM, SIG_IGN);
}
// The solution stands here.
