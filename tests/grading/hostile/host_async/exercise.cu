/// @file
/// @brief Hands its work to another thread.
/// Expected: 0
/// Says: it is refused: it uses
#include <future>
void attack() {
  std::async(std::launch::async, [] {}).wait();
}
// The solution stands here.
