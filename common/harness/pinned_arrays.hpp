/// @file
/// @brief The arrays of a problem in page-locked host memory.
#pragma once

#include "placed_arrays.hpp"

namespace lockstep {

/// The arrays in page-locked memory. Nothing here waits for the device: call with its work done.
class PinnedArrays final : public PlacedArrays<PinnedMemory> {
 public:
  /// Copies the inputs as made into the page-locked arrays.
  void fill_inputs() const;
  /// Sets all bits of the outputs: NaN in floating point.
  void poison_outputs() const;
  /// Copies the outputs out of the page-locked arrays.
  void fetch_outputs() const;
};

}  // namespace lockstep
