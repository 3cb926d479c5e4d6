/// @file
/// @brief Opens a socket.
/// Expected: 0
/// Says: it is refused: it uses socket
#include <sys/socket.h>
void attack() {
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) throw 1;
}
// The solution stands here.
