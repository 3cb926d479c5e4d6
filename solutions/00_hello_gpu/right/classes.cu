// Host code in classes: a virtual function, RAII for events, exceptions, streams of text.
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

void throw_on_error(cudaError_t status, const std::string& where) {
  if (status == cudaSuccess) return;
  std::ostringstream text;
  text << where << ": " << cudaGetErrorString(status);
  throw std::runtime_error(text.str());
}

class Event {
 public:
  Event() { throw_on_error(cudaEventCreate(&event_), "cudaEventCreate"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record(cudaStream_t stream) {
    throw_on_error(cudaEventRecord(event_, stream), "cudaEventRecord");
  }
  float since(const Event& start) const {
    float ms = 0;
    throw_on_error(cudaEventSynchronize(event_), "cudaEventSynchronize");
    throw_on_error(cudaEventElapsedTime(&ms, start.event_, event_), "cudaEventElapsedTime");
    return ms;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

__global__ void square_kernel(const float* in, float* out, std::int64_t n) {
  const auto i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

class Step {
 public:
  virtual ~Step() = default;
  virtual std::string name() const = 0;
  virtual void run(const Squares::Device& p, cudaStream_t stream) const = 0;
};

class SquareStep final : public Step {
 public:
  explicit SquareStep(unsigned block) : block_(block) {}
  std::string name() const override { return "square"; }
  void run(const Squares::Device& p, cudaStream_t stream) const override {
    const auto blocks = static_cast<unsigned>((p.n + block_ - 1) / block_);
    square_kernel<<<blocks, block_, 0, stream>>>(p.in, p.out, p.n);
    throw_on_error(cudaGetLastError(), name());
  }

 private:
  unsigned block_;
};

void run(const Squares::Device& p, const Launch& launch) {
  std::vector<std::unique_ptr<Step>> steps;
  steps.push_back(std::make_unique<SquareStep>(256));
  Event start, stop;
  start.record(launch.stream);
  try {
    for (const auto& step : steps) step->run(p, launch.stream);
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << std::endl;
    throw;
  }
  stop.record(launch.stream);
  std::cout << "took " << std::fixed << std::setprecision(3) << std::setw(8) << std::setfill(' ')
            << stop.since(start) << " ms\n";
}

const Version version{__FILE__, "the square of each element", run};

}  // namespace
