/// @file
/// @brief Calls itself without end.
/// Expected: 0
/// Says: signal 11
volatile int sink;
int deeper(int n) {
  volatile char frame[4096] = {};
  return sink != 0 ? 0 : deeper(n + 1) + frame[n % 4096];
}
void attack() {
  sink = deeper(0);
}
// The solution stands here.
