/// @file
/// @brief Never returns from run().
/// Expected: 0
/// Says: used more than 10 s of processor time
void attack() {
  volatile bool forever = true;
  while (forever) {
  }
}
// The solution stands here.
