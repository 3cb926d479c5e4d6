/// @file
/// @brief Is given the arguments before main begins: there is no seed among them.
/// Expected: 11
/// Says: 
#include <cstring>
__attribute__((constructor)) void hostile(int count, char** words, char** environment) {
  for (int i = 1; i < count; ++i)
    if (std::strstr(words[i], "seed") != nullptr) throw words[i];
  for (; *environment != nullptr; ++environment)
    if (std::strncmp(*environment, "LOCKSTEP_SEED", 13) == 0) throw *environment;
}
// The solution stands here.
