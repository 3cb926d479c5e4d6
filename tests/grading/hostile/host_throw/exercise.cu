/// @file
/// @brief Throws something that is not an exception.
/// Expected: 0
/// Says: 
void attack() {
  throw 3;
}
// The solution stands here.
