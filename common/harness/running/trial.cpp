/// @file
/// @brief Words for failures.
#include "harness/running/trial.hpp"

#include <fmt/format.h>

#include <exception>

#include "harness/running/verdict_text.hpp"
#include "lockstep/cuda_error.hpp"
#include "lockstep/machine_error.hpp"
#include "lockstep/usage_error.hpp"

namespace lockstep {
namespace {

bool device_still_works() {
  static_cast<void>(cudaGetLastError());  // clears an error that only affected one call; a sticky one stays
  return cudaDeviceSynchronize() == cudaSuccess;
}

}  // namespace

void Trial::attempt(VersionResult& result, const Instance& instance, std::string_view when, const std::function<void()>& work) {
  try {
    work();
  } catch (const UsageError& error) {
    result.skipped = error.what();
  } catch (const MachineError& error) {
    result.failure = fmt::format("{} was not run: {}", result.version.name, error.what());
    result.machine_lacks = true;
  } catch (const std::exception& error) {
    result.failure = fmt::format("{} failed on {}{}: {}", result.version.name, describe(instance), when, error.what());
    if (!result.version.on_host() && !device_still_works()) device_killer_ = result.version.name;
  }
  if (!result.failure.empty() || !result.skipped.empty())
    result.time = result.end_to_end = std::nullopt;  // the time of a wrong answer means nothing
}

void Trial::judge(VersionResult& result, const Instance& instance, std::string_view when) const {
  const Verdict verdict = instance.problem->check();
  result.error = verdict.error;
  result.bound = verdict.bound;
  if (verdict.passed) return;
  result.failure = fmt::format("{} is wrong on {}{}: {}", result.version.name, describe(instance), when, comparison_text(verdict));
}

std::string Trial::describe(const Instance& instance) const {
  const std::string size = to_string(instance.size, lesson_.info().dimensions);
  if (instance.kind == InputKind::real && instance.size == request_.size && !request_.input.empty())
    return fmt::format("{}, size {}", request_.input, size);
  return fmt::format("{} inputs, size {}, seed {}", instance.kind == InputKind::exact ? "exact" : "real", size, request_.seed);
}

}  // namespace lockstep
