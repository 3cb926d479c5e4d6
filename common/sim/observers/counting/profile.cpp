/// @file
/// @brief The profile for the harness, and for any program by LOCKSTEP_PROFILE.
#include "lockstep/sim/profile.hpp"

#include <cstdlib>
#include <memory>
#include <utility>

#include "cuda_runtime_api.h"
#include "observation/json.hpp"
#include "sim/engine/environment.hpp"
#include "sim/observers/counting/profiler.hpp"
#include "sim/observers/counting/whole_file.hpp"

namespace lockstep::sim {

namespace {

std::unique_ptr<Profiler>& current_profiler() {
  static std::unique_ptr<Profiler> profiler;
  return profiler;
}

// Profiles the whole program where the environment asks for it.
class WholeProgram {
 public:
  WholeProgram(const char* path, unsigned requests_to_keep) : file_("LOCKSTEP_PROFILE", path), profiler_(requests_to_keep, false) {
    add_observer(profiler_);
  }
  ~WholeProgram() {
    remove_observer(profiler_);
    file_.finish(nlohmann::json(profiler_.take().launches).dump(1));
  }
  WholeProgram(const WholeProgram&) = delete;
  WholeProgram& operator=(const WholeProgram&) = delete;

 private:
  WholeFile file_;
  Profiler profiler_;
};

const std::unique_ptr<WholeProgram> whole_program = [] {
  const char* const path = std::getenv("LOCKSTEP_PROFILE");
  const auto requests = static_cast<unsigned>(number_from_environment("LOCKSTEP_PROFILE_REQUESTS", 0));
  return path == nullptr || *path == '\0' ? nullptr : std::make_unique<WholeProgram>(path, requests);
}();

}  // namespace

// Work that was launched before this runs first, and is not counted.
void start_profile(unsigned requests_to_keep, bool shares) {
  cudaDeviceSynchronize();
  if (current_profiler() != nullptr) remove_observer(*current_profiler());
  current_profiler() = std::make_unique<Profiler>(requests_to_keep, shares);
  add_observer(*current_profiler());
}

Observation stop_profile() {
  cudaDeviceSynchronize();
  if (current_profiler() == nullptr) return {};
  remove_observer(*current_profiler());
  const std::unique_ptr<Profiler> profiler = std::move(current_profiler());
  return profiler->take();
}

}  // namespace lockstep::sim
