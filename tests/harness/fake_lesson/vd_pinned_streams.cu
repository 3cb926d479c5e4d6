/// @file
/// @brief Right: keeps on two streams, with a kernel between the copies.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

__global__ void copy(const float* x, float* y, std::int64_t n) {
  const std::int64_t i = lockstep::global_thread();
  if (i < n) y[i] = x[i];
}

/// Two streams that start after what `stream` has, and that it waits for.
class Fork {
 public:
  explicit Fork(cudaStream_t stream) : stream_(stream) {
    begin_.record(stream);
    for (const lockstep::Stream& side : sides_) lockstep::check(cudaStreamWaitEvent(side.get(), begin_.get()));
  }
  void join() const {
    for (const lockstep::Stream& side : sides_) {
      end_.record(side.get());
      lockstep::check(cudaStreamWaitEvent(stream_, end_.get()));
    }
  }
  cudaStream_t side(std::size_t i) const { return sides_[i].get(); }

 private:
  cudaStream_t stream_;
  lockstep::Stream sides_[2];
  lockstep::Event begin_, end_;
};

void copy_halves(const CopyArray::Device& p, const Launch& launch, bool join) {
  float* const x = launch.scratch<float>(static_cast<std::size_t>(p.n));
  float* const y = launch.scratch<float>(static_cast<std::size_t>(p.n));
  const Fork fork(launch.stream);
  const std::int64_t half = p.n / 2;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::int64_t first = i == 0 ? 0 : half, count = i == 0 ? half : p.n - half;
    if (count == 0) continue;
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    lockstep::check(cudaMemcpyAsync(x + first, p.x + first, bytes, cudaMemcpyHostToDevice, fork.side(i)));
    copy<<<static_cast<unsigned>((count + 63) / 64), 64, 0, fork.side(i)>>>(x + first, y + first, count);
    lockstep::check_launch();
    lockstep::check(cudaMemcpyAsync(p.y + first, y + first, bytes, cudaMemcpyDeviceToHost, fork.side(i)));
  }
  if (join) fork.join();
}

void run(const CopyArray::Device& p, const Launch& launch) { copy_halves(p, launch, true); }
void forget(const CopyArray::Device& p, const Launch& launch) { copy_halves(p, launch, false); }

const Version version{__FILE__, "halves on two streams", run, "", lockstep::Memory::pinned};
const Version other{__FILE__, "nobody waits for the streams", forget, "unjoined", lockstep::Memory::pinned};

}  // namespace
