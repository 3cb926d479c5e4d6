/// @file
/// @brief The arrays of a problem where the host has them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lockstep/arrays.hpp"

namespace lockstep {

/// Hands out the host's own arrays, and remembers them in the order in which they were bound.
class HostArrays final : public Arrays {
 public:
  struct Item {
    std::string name;
    void* data;
    std::size_t bytes;
    bool is_output;
  };

  const std::vector<Item>& items() const { return items_; }

  /// Of all outputs together.
  std::size_t output_bytes() const;

  /// Sets all bits of the outputs: NaN in floating point.
  void poison_outputs() const;

  /// Fills the inputs from a file that holds their bytes one after the other.
  /// @throws UsageError where the file cannot be read or is not as long as the inputs
  void read_inputs(const std::string& path) const;

  /// Writes the outputs' bytes one after the other. @throws UsageError where the file cannot be written
  void write_outputs(const std::string& path) const;

 private:
  const void* place_input(std::string_view name, const void* host, std::size_t bytes) override;
  void* place_output(std::string_view name, void* host, std::size_t bytes) override;

  std::vector<Item> items_;
};

}  // namespace lockstep
