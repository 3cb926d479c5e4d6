/// @file
/// @brief Copies and poisons what is on the device or in page-locked memory.
#include "harness/running/placed_arrays.hpp"

namespace lockstep {

template <class Where>
const void* PlacedArrays<Where>::place_input(std::string_view, const void* host, std::size_t bytes) {
  return inputs_.emplace_back(Input{Buffer<std::byte, Where>(bytes), host}).memory.data();
}

template <class Where>
void* PlacedArrays<Where>::place_output(std::string_view, void* host, std::size_t bytes) {
  return outputs_.emplace_back(Output{Buffer<std::byte, Where>(bytes), host}).memory.data();
}

template <class Where>
void PlacedArrays<Where>::upload_inputs() const {
  for (const auto& [memory, host] : inputs_)
    if (memory.size() > 0) check(cudaMemcpyAsync(memory.data(), host, memory.size(), cudaMemcpyDefault, stream_));
}

template <class Where>
void PlacedArrays<Where>::poison_outputs() const {
  for (const auto& [memory, host] : outputs_)
    if (memory.size() > 0) check(cudaMemsetAsync(memory.data(), 0xff, memory.size(), stream_));
}

template <class Where>
void PlacedArrays<Where>::fetch_outputs() const {
  for (const auto& [memory, host] : outputs_)
    if (memory.size() > 0) check(cudaMemcpyAsync(host, memory.data(), memory.size(), cudaMemcpyDefault, stream_));
  check(cudaStreamSynchronize(stream_));
}

template class PlacedArrays<DeviceMemory>;
template class PlacedArrays<PinnedMemory>;

}  // namespace lockstep
