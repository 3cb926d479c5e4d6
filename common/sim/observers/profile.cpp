/// @file
/// @brief The profile for the harness, and for any program by LOCKSTEP_PROFILE.
#include "lockstep/sim/profile.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cuda_runtime_api.h"
#include "observers/profiler.hpp"

namespace lockstep::sim {

namespace {

std::unique_ptr<Profiler>& running() {
  static std::unique_ptr<Profiler> profiler;
  return profiler;
}

nlohmann::json to_json(const LaunchProfile& launch) {
  nlohmann::json lines = nlohmann::json::array();
  for (const LineProfile& line : launch.lines) lines.push_back({{"file", line.file}, {"line", line.line}, {"counters", line.counters}});
  return {{"kernel", launch.kernel},
          {"grid", {launch.grid.x, launch.grid.y, launch.grid.z}},
          {"block", {launch.block.x, launch.block.y, launch.block.z}},
          {"counters", launch.counters},
          {"lines", std::move(lines)}};
}

// Whole or not at all: a reader never sees half a file.
void write_whole(const std::string& path, const std::string& text) {
  const std::string part = path + ".part";
  std::ofstream file(part);
  file << text << '\n';
  file.close();
  if (!file.fail() && std::rename(part.c_str(), path.c_str()) == 0) return;
  std::remove(part.c_str());
  std::fprintf(stderr, "LOCKSTEP_PROFILE: cannot write %s\n", path.c_str());
}

// Profiles the whole program where the environment asks for it.
class WholeProgram {
 public:
  WholeProgram() {
    const char* const path = std::getenv("LOCKSTEP_PROFILE");
    if (path == nullptr || *path == '\0') return;
    path_ = path;
    add_observer(profiler_);
  }
  ~WholeProgram() {
    if (path_.empty()) return;
    remove_observer(profiler_);
    nlohmann::json launches = nlohmann::json::array();
    for (const LaunchProfile& launch : profiler_.take().launches) launches.push_back(to_json(launch));
    write_whole(path_, launches.dump(1));
  }
  WholeProgram(const WholeProgram&) = delete;
  WholeProgram& operator=(const WholeProgram&) = delete;

 private:
  std::string path_;
  Profiler profiler_{0};
};

const WholeProgram whole_program;

}  // namespace

// What was launched before is run before, and not counted.
void start_profile(unsigned requests_to_keep) {
  cudaDeviceSynchronize();
  if (running() != nullptr) remove_observer(*running());
  running() = std::make_unique<Profiler>(requests_to_keep);
  add_observer(*running());
}

Profile stop_profile() {
  cudaDeviceSynchronize();
  if (running() == nullptr) return {};
  remove_observer(*running());
  const std::unique_ptr<Profiler> profiler = std::move(running());
  return profiler->take();
}

}  // namespace lockstep::sim
