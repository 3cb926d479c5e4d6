/// @file
/// @brief Raises its limits.
/// Expected: 0
/// Says: it is refused: it uses setrlimit
#include <sys/resource.h>
void attack() {
  const rlimit all{RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_FSIZE, &all);
}
// The solution stands here.
