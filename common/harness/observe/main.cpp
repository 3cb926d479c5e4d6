/// @file
/// @brief `./lockstep profile` and `./lockstep check-program`: look into any program that `./lockstep cc` made.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "launch_table.hpp"
#include "lockstep/usage_error.hpp"
#include "output_file.hpp"
#include "source_listing.hpp"

namespace {

using lockstep::LaunchCounters;
using lockstep::UsageError;
namespace fs = std::filesystem;

constexpr int kWrongUsage = 2;
constexpr int kSignalled = 128;  // what shells add to a signal's number

/// What was typed: the options, and then the program with its own.
struct Request {
  bool lines = false;
  std::string json;
  std::vector<char*> program;
};

/// The simulator in a program reads this variable; the name is in its file.
constexpr std::string_view kMarkOfSimulator = "LOCKSTEP_PROFILE";

bool holds(const std::string& path, std::string_view mark) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return bytes.find(mark) != bytes.npos;
}

/// A program is a path, as the shell's `./prog` is; one without a slash is of the current folder.
std::string find_program(const std::string& name) {
  std::string path = name.find('/') == name.npos ? "./" + name : name;
  if (!fs::is_regular_file(path)) throw UsageError(fmt::format("there is no program {}", name));
  if (!holds(path, kMarkOfSimulator))
    throw UsageError(fmt::format("{} was not made by ./lockstep cc: write ./lockstep cc FILE.cu -o PROGRAM", name));
  if (access(path.c_str(), X_OK) != 0) throw UsageError(fmt::format("{} cannot be run: {}", name, std::strerror(errno)));
  return path;
}

Request parse(std::span<char*> words, bool profile) {
  Request request;
  std::size_t i = 0;
  for (; i < words.size() && words[i][0] == '-'; ++i) {
    const std::string_view word = words[i];
    if (profile && word == "--lines")
      request.lines = true;
    else if (profile && word == "--json" && i + 1 < words.size())
      request.json = words[++i];
    else
      throw UsageError(fmt::format("{} is no option of this verb{}", word, profile ? ": there are --lines and --json FILE" : ""));
  }
  request.program.assign(words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
  if (request.program.empty()) throw UsageError("which program? Write its name, and its own arguments after it");
  request.program.push_back(nullptr);
  return request;
}

/// Runs the program to its end, and returns its status as a shell would.
int run(const std::string& path, const Request& request) {
  pid_t child = 0;
  if (const int error = posix_spawn(&child, path.c_str(), nullptr, nullptr, request.program.data(), environ); error != 0)
    throw UsageError(fmt::format("{} cannot be run: {}", path, std::strerror(error)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
}

std::vector<LaunchCounters> launches_of(const nlohmann::json& profile) {
  std::vector<LaunchCounters> launches;
  for (const auto& json : profile) {
    LaunchCounters launch{.kernel = json.at("kernel"), .grid = json.at("grid"), .block = json.at("block"), .counters = json.at("counters")};
    for (const auto& line : json.at("lines"))
      launch.lines.push_back({.file = line.at("file"), .line = line.at("line"), .counters = line.at("counters")});
    launches.push_back(std::move(launch));
  }
  return launches;
}

/// A file that is not there after this.
class TemporaryFile {
 public:
  TemporaryFile() : path_((fs::temp_directory_path() / "lockstep-profile-XXXXXX").string()) {
    const int file = mkstemp(path_.data());
    if (file < 0) throw std::system_error(errno, std::generic_category(), path_);
    close(file);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    std::error_code gone;
    fs::remove(path_, gone);
  }
  const std::string& path() const { return path_; }
  std::string read() const {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::string path_;
};

int profile(const Request& request) {
  const std::string path = find_program(request.program.front());
  if (!request.json.empty()) lockstep::require_writable(request.json);
  const TemporaryFile file;
  setenv("LOCKSTEP_PROFILE", file.path().c_str(), 1);
  const int status = run(path, request);
  const std::string text = file.read();
  if (text.empty()) {
    fmt::print(stderr, "lockstep profile: {} ended with status {} before it could write its profile\n", request.program.front(), status);
    return status;
  }
  const std::vector<LaunchCounters> launches = launches_of(nlohmann::json::parse(text));
  fmt::print("\n{}", launches.empty() ? "no kernel was launched\n" : lockstep::launches_text(launches));
  if (request.lines) fmt::print("{}{}", lockstep::listing_text(merge_lines(launches)), lockstep::listing_legend());
  if (!request.json.empty()) lockstep::write_file(request.json, text);
  return status;
}

/// Becomes the program, which reports by itself.
int check(const Request& request) {
  const std::string path = find_program(request.program.front());
  setenv("LOCKSTEP_CHECK", "1", 1);
  execv(path.c_str(), request.program.data());
  throw UsageError(fmt::format("{} cannot be run: {}", path, std::strerror(errno)));
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  const std::string_view verb = words.size() > 1 ? words[1] : "";
  try {
    if (verb == "profile") return profile(parse(words.subspan(2), true));
    if (verb == "check-program") return check(parse(words.subspan(2), false));
    throw UsageError("the verbs are profile and check-program");
  } catch (const UsageError& error) {
    fmt::print(stderr, "lockstep {}: {}\n", verb, error.what());
    return kWrongUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "lockstep {}: {}\n", verb, error.what());
    return 1;
  }
}
