/// @file
/// @brief Looks for a function by its name.
/// Expected: 0
/// Says: it is refused: it uses dlsym
#include <dlfcn.h>
void attack() {
  if (dlsym(RTLD_DEFAULT, "fork") != nullptr) throw 1;
}
// The solution stands here.
