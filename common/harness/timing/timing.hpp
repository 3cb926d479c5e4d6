/// @file
/// @brief Repeats a measurement until its median is known well enough.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>
#include <vector>

#include "lockstep/device_buffer.hpp"

namespace lockstep {

/// Times of several repetitions, in milliseconds.
struct Timing {
  double median = 0, min = 0, max = 0;
  int reps = 0;
};

/// How often to repeat.
struct TimingPlan {
  int warm_up;         ///< repetitions that do not count
  int min_reps;        ///< repetitions that count, at least
  int max_reps;        ///< and at most
  double max_seconds;  ///< no further repetition begins once those that count have taken this long
  double spread;       ///< enough when the median's relative standard error is below this
};

inline constexpr TimingPlan kGpuPlan{.warm_up = 2, .min_reps = 30, .max_reps = 500, .max_seconds = 1.0, .spread = 0.002};
inline constexpr TimingPlan kHostPlan{.warm_up = 1, .min_reps = 5, .max_reps = 50, .max_seconds = 2.0, .spread = 0.005};
inline constexpr TimingPlan kTransferPlan{.warm_up = 1, .min_reps = 3, .max_reps = 10, .max_seconds = 2.0, .spread = 0.01};
/// The simulator's own time says little, so a few repetitions are enough.
inline constexpr TimingPlan kSimulatorPlan{.warm_up = 1, .min_reps = 2, .max_reps = 2, .max_seconds = 2.0, .spread = 0.0};

/// The plan with exactly `reps` repetitions, however long they take.
TimingPlan with_reps(TimingPlan plan, int reps);

/// Median (the mean of the middle two of an even number), minimum and maximum. `samples` must not be empty.
Timing summarize(std::vector<double> samples);

/// The standard error of the median relative to the median: 1.2533 · σ / √n, with σ taken as 1.4826 · the median absolute
/// deviation, which outliers do not move (Rousseeuw, Croux: Alternatives to the median absolute deviation, JASA 1993).
double median_uncertainty(const std::vector<double>& samples);

/// The repetitions of one measurement, as a plan asks for them. Others may be made in between: their time is not counted here.
class Repetitions {
 public:
  explicit Repetitions(const TimingPlan& plan) : plan_(plan), warm_up_left_(plan.warm_up) {}

  /// Makes the next one: calls `measure`, which returns milliseconds.
  void add(const std::function<double()>& measure);
  /// Whether the median is known well enough, or the plan's limits are used up.
  bool enough() const;
  /// Of the repetitions that count; call it when there are enough.
  Timing summary() const { return summarize(samples_); }

 private:
  TimingPlan plan_;
  int warm_up_left_;
  std::vector<double> samples_;
  double seconds_ = 0;  // by the host's clock, with all that measuring takes
};

/// Calls `measure`, which returns milliseconds, as often as the plan asks.
Timing repeat(const TimingPlan& plan, const std::function<double()>& measure);

/// Milliseconds that `work` takes by the host's clock.
double host_milliseconds_of(const std::function<void()>& work);

/// Times work on a stream by events.
class StreamTimer {
 public:
  /// @param flush_bytes  this many bytes are written before each measurement, so that its data are not in the cache
  explicit StreamTimer(cudaStream_t stream, std::size_t flush_bytes = 0) : stream_(stream), flush_(flush_bytes) {}

  /// Milliseconds that the stream takes for what `enqueue` queues. Waits for its end. @throws CudaError
  double milliseconds_of(const std::function<void()>& enqueue) const;

 private:
  cudaStream_t stream_;
  DeviceBuffer<std::byte> flush_;
  Event begin_, end_;
};

}  // namespace lockstep
