/// @file
/// @brief Keeps and poisons scratch memory.
#include "harness/running/device_scratch.hpp"

namespace lockstep {
namespace {

void poison(const DeviceBuffer<std::byte>& memory, cudaStream_t stream) {
  if (memory.size() > 0) check(cudaMemsetAsync(memory.data(), 0xff, memory.size(), stream));
}

}  // namespace

void DeviceScratch::poison() const {
  for (const auto& piece : pieces_) lockstep::poison(piece, stream_);
}

void* DeviceScratch::take(std::size_t bytes) {
  if (next_ == pieces_.size()) pieces_.emplace_back();
  DeviceBuffer<std::byte>& piece = pieces_[next_++];
  if (piece.size() < bytes) {
    piece = DeviceBuffer<std::byte>(bytes);
    if (!poison_new_) return piece.data();
    lockstep::poison(piece, stream_);
    check(cudaStreamSynchronize(stream_));  // a version's own streams do not wait for this
  }
  return piece.data();
}

}  // namespace lockstep
