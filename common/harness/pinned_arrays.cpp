/// @file
/// @brief Copies and poisons what is in page-locked memory.
#include "pinned_arrays.hpp"

#include <cstring>

namespace lockstep {

void PinnedArrays::fill_inputs() const {
  for (const auto& [memory, host] : inputs())
    if (memory.size() > 0) std::memcpy(memory.data(), host, memory.size());
}

void PinnedArrays::poison_outputs() const {
  for (const auto& output : outputs())
    if (output.memory.size() > 0) std::memset(output.memory.data(), 0xff, output.memory.size());
}

void PinnedArrays::fetch_outputs() const {
  for (const auto& [memory, host] : outputs())
    if (memory.size() > 0) std::memcpy(host, memory.data(), memory.size());
}

}  // namespace lockstep
