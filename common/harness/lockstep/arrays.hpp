/// @file
/// @brief The arrays of a problem, listed once by its `bind`, for all code that places, copies, reads or writes them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lockstep {

/// Gives a version the pointers to work on. Implementations place the arrays on the device, hand out the host's own, or read and write
/// files; all rely on the order in which a problem's `bind` names its arrays.
class Arrays {
 public:
  Arrays() = default;
  Arrays(const Arrays&) = delete;
  Arrays& operator=(const Arrays&) = delete;
  virtual ~Arrays() = default;

  /// An array that the versions read: `host.size()` elements.
  /// @param name  for messages
  template <class Element>
  const Element* input(std::string_view name, const std::vector<Element>& host) {
    return static_cast<const Element*>(place_input(name, host.data(), host.size() * sizeof(Element)));
  }

  /// An array that the versions write: `host.size()` elements. It holds NaN (all bits set) before a run.
  template <class Element>
  Element* output(std::string_view name, std::vector<Element>& host) {
    return static_cast<Element*>(place_output(name, host.data(), host.size() * sizeof(Element)));
  }

 private:
  virtual const void* place_input(std::string_view name, const void* host, std::size_t bytes) = 0;
  virtual void* place_output(std::string_view name, void* host, std::size_t bytes) = 0;
};

}  // namespace lockstep
