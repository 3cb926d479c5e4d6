/// @file
/// @brief Tells of refused calls, each place once.
#include "sim/runtime/context/refusal.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <mutex>
#include <set>
#include <string>

#include "sim/engine/immortal.hpp"
#include "sim/engine/program/source_lines.hpp"

namespace lockstep::sim {

cudaError_t refuse(cudaError_t error, const void* pc, std::string_view what, std::string_view why) {
  static std::mutex mutex;  // not the API's, which a kernel that calls cannot get
  const std::lock_guard lock(mutex);
  static auto& told = immortal<std::set<std::string>>();
  const std::string place = pc != nullptr ? source_line(pc) + ": " : "";
  if (!told.insert(place.empty() ? fmt::format("{}: {}", what, why) : place).second) return error;
  std::fflush(stdout);
  fmt::print(stderr, "lockstep: {}{}: {}\n", place, what, why);
  return error;
}

cudaError_t refuse(cudaError_t error, const Call& call, std::string_view why) { return refuse(error, call.pc, call.name, why); }

}  // namespace lockstep::sim
