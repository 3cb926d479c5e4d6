/// @file
/// @brief Copies and poisons what is on the device.
#include "device_arrays.hpp"

namespace lockstep {
namespace {

void poison(const DeviceBuffer<std::byte>& memory, cudaStream_t stream) {
  if (memory.size() > 0) check(cudaMemsetAsync(memory.data(), 0xff, memory.size(), stream));
}

}  // namespace

void DeviceArrays::upload_inputs() const {
  for (const auto& [memory, host] : inputs())
    if (memory.size() > 0) check(cudaMemcpyAsync(memory.data(), host, memory.size(), cudaMemcpyHostToDevice, stream_));
}

void DeviceArrays::poison_outputs() const {
  for (const auto& output : outputs()) poison(output.memory, stream_);
}

void DeviceArrays::fetch_outputs() const {
  for (const auto& [memory, host] : outputs())
    if (memory.size() > 0) check(cudaMemcpyAsync(host, memory.data(), memory.size(), cudaMemcpyDeviceToHost, stream_));
  check(cudaStreamSynchronize(stream_));
}

void DeviceScratch::poison() const {
  for (const auto& piece : pieces_) lockstep::poison(piece, stream_);
}

void* DeviceScratch::take(std::size_t bytes) {
  if (next_ == pieces_.size()) pieces_.emplace_back();
  DeviceBuffer<std::byte>& piece = pieces_[next_++];
  if (piece.size() < bytes) {
    piece = DeviceBuffer<std::byte>(bytes);
    if (poison_new_) lockstep::poison(piece, stream_);
  }
  return piece.data();
}

}  // namespace lockstep
