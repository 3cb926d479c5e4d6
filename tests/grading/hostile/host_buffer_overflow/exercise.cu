/// @file
/// @brief Calls the function by which a string of a stream grows.
/// Expected: 0
/// Says: basic_stringbuf
#include <sstream>
struct Buffer : std::stringbuf {
  void grow() { std::stringbuf::overflow('x'); }
};
void attack() {
  Buffer buffer;
  buffer.grow();
}
// The solution stands here.
