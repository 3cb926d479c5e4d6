/// @file
/// @brief Never returns from run().
/// Expected: 0
/// Says: was still running after
void attack() {
  volatile bool forever = true;
  while (forever) {
  }
}
// The solution stands here.
