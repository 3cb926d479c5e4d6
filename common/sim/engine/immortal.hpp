/// @file
/// @brief Objects that outlive the program's: its static objects free memory, launch and synchronize when they are destroyed, in any order.
#pragma once

#include <memory>
#include <utility>

namespace lockstep::sim {

/// Makes an object that is never destroyed.
template <class T, class... A>
T& immortal(A&&... arguments) {
  return *std::make_unique<T>(std::forward<A>(arguments)...).release();
}

}  // namespace lockstep::sim
