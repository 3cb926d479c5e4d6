/// @file
/// @brief Loops after main has returned.
/// Expected: 0
/// Says: does not start as an exercise does
struct Last {
  ~Last() {
    volatile bool forever = true;
    while (forever) {
    }
  }
} last;
// The solution stands here.
