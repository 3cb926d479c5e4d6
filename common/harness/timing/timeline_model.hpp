/// @file
/// @brief Schedules operations like a device with an engine for each direction of copies and one for kernels.
#pragma once

#include <cstdint>
#include <vector>

namespace lockstep {

/// What can do one operation at a time.
enum class Engine { none, copy_to_device, copy_to_host, kernels };

struct ModelOperation {
  std::uint64_t id = 0;
  std::vector<std::uint64_t> after{};  ///< ids of operations that must have ended before; unknown ids count as ended
  Engine engine = Engine::none;        ///< none: takes no turn, as an event does
  double milliseconds = 0;
};

struct Span {
  double begin = 0, end = 0;  ///< milliseconds
};

/// An operation begins when all that it waits for has ended and its engine is free; of several, the one that can begin first, and of those
/// the one that was issued first. `operations` are in the order of issue: none waits for a later one. The spans are in the same order.
std::vector<Span> lay_out(const std::vector<ModelOperation>& operations);

}  // namespace lockstep
