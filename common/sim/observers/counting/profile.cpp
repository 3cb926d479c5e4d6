/// @file
/// @brief The profile for the harness, and for any program by LOCKSTEP_PROFILE.
#include "lockstep/sim/profile.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "cuda_runtime_api.h"
#include "observation/json.hpp"
#include "sim/engine/environment.hpp"
#include "sim/observers/counting/profiler.hpp"

namespace lockstep::sim {

namespace {

std::unique_ptr<Profiler>& current_profiler() {
  static std::unique_ptr<Profiler> profiler;
  return profiler;
}

// A file that is there whole or not at all: a reader never sees half of it.
class WholeFile {
 public:
  // Ends the program where the file cannot be: better at once than after an hour.
  explicit WholeFile(std::string path) : path_(std::move(path)), part_(path_ + ".part"), file_(part_) {
    if (file_.good() && !std::filesystem::is_directory(path_)) return;
    fmt::print(stderr, "lockstep: LOCKSTEP_PROFILE={}: cannot write there; name a file in a folder that exists\n", path_);
    std::remove(part_.c_str());
    _exit(2);
  }
  void finish(const std::string& text) {
    file_ << text << '\n';
    file_.close();
    if (!file_.fail() && std::rename(part_.c_str(), path_.c_str()) == 0) return;
    std::remove(part_.c_str());
    fmt::print(stderr, "lockstep: LOCKSTEP_PROFILE={}: the disk is full, or the folder is gone\n", path_);
    _exit(2);
  }

 private:
  std::string path_, part_;
  std::ofstream file_;
};

// Profiles the whole program where the environment asks for it.
class WholeProgram {
 public:
  WholeProgram(const char* path, unsigned requests_to_keep) : file_(path), profiler_(requests_to_keep) { add_observer(profiler_); }
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

// What was launched before is run before, and not counted.
void start_profile(unsigned requests_to_keep) {
  cudaDeviceSynchronize();
  if (current_profiler() != nullptr) remove_observer(*current_profiler());
  current_profiler() = std::make_unique<Profiler>(requests_to_keep);
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
