/// @file
/// @brief Leaves a thread behind.
/// Expected: 0
/// Says: it is refused: it uses
#include <thread>
void attack() {
  std::thread([] {
    for (;;) {
    }
  }).detach();
}
// The solution stands here.
