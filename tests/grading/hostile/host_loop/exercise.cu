/// @file
/// @brief Never returns from run().
/// Expected: 0
/// Says: and was stopped
void attack() {
  volatile bool forever = true;
  while (forever) {
  }
}
// The solution stands here.
