/// @file
/// @brief Throws what is no exception.
/// Expected: 0
/// Says: 
void attack() {
  throw 3;
}
// The solution stands here.
