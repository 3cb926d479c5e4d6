/// @file
/// @brief The arrays of a problem in memory that is not the host's own.
#pragma once

#include <cstddef>
#include <vector>

#include "lockstep/arrays.hpp"
#include "lockstep/device_buffer.hpp"

namespace lockstep {

/// Places each array in memory of its own, and remembers where the host has it.
template <class Where>
class PlacedArrays : public Arrays {
 protected:
  struct Input {
    Buffer<std::byte, Where> memory;
    const void* host;
  };
  struct Output {
    Buffer<std::byte, Where> memory;
    void* host;
  };

  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Output>& outputs() const { return outputs_; }

 private:
  const void* place_input(std::string_view, const void* host, std::size_t bytes) override {
    return inputs_.emplace_back(Input{Buffer<std::byte, Where>(bytes), host}).memory.data();
  }
  void* place_output(std::string_view, void* host, std::size_t bytes) override {
    return outputs_.emplace_back(Output{Buffer<std::byte, Where>(bytes), host}).memory.data();
  }

  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
};

}  // namespace lockstep
