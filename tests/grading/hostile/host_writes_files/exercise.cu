/// @file
/// @brief Writes with the standard library.
/// Expected: 0
/// Says: it is refused: it uses std::filesystem
#include <filesystem>
void attack() {
  std::filesystem::remove_all("/tmp");
}
// The solution stands here.
