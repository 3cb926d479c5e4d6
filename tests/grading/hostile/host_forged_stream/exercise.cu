/// @file
/// @brief Gives a stream a buffer in memory of the harness.
/// Expected: 0
/// Says: it uses std::
#include <sstream>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
std::uint64_t* in_vault() { return const_cast<std::uint64_t*>(reinterpret_cast<const std::uint64_t*>(Version::entries().data())); }
}  // namespace
namespace {
struct Open : std::stringbuf {
  void lead_to(char* place) { setp(place, place + 100); }
};
}  // namespace
void attack() {
  Open buffer;
  buffer.lead_to(reinterpret_cast<char*>(in_vault()));
  std::ostream out(&buffer);
  out.write("overwritten", 11);
}
// The solution stands here.
