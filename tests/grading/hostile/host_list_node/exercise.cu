/// @file
/// @brief Hooks an element into a list whose neighbour lies in memory of the harness.
/// Expected: 0
/// Says: outside of the program's own variables
#include <list>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
std::uint64_t* in_vault() { return const_cast<std::uint64_t*>(reinterpret_cast<const std::uint64_t*>(Version::entries().data())); }
}  // namespace
void attack() {
  std::list<int> list{1, 2};
  auto* const node = reinterpret_cast<std::uint64_t**>(&*list.begin()) - 2;
  node[1] = in_vault();
  list.insert(list.begin(), 3);
}
// The solution stands here.
