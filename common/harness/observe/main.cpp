/// @file
/// @brief `./lockstep profile` and `./lockstep check-program`: look into any program that `./lockstep cc` made.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "harness/plots/picture.hpp"
#include "harness/reports/launch_table.hpp"
#include "harness/reports/source_listing.hpp"
#include "harness/tracing/trace_words.hpp"
#include "lockstep/usage_error.hpp"
#include "observation/json.hpp"
#include "support/exit_status.hpp"
#include "support/output_file.hpp"
#include "support/processes/spawn.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

namespace {

using lockstep::ChildFiles;
using lockstep::is_standard_output;
using lockstep::LaunchCounters;
using lockstep::ProcessGroup;
using lockstep::read_file;
using lockstep::reap;
using lockstep::TemporaryFolder;
using lockstep::UsageError;
using enum lockstep::ExitStatus;
namespace fs = std::filesystem;

constexpr const char* kOlder = "--picture: the program was made by an older ./lockstep cc: compile it again";
constexpr int kSignalled = 128;  // what shells add to a signal's number

/// What was typed: the options, then the program with its own.
struct Request {
  bool lines = false, launches = false;
  std::string json, picture, trace;
  lockstep::TraceWords traced;  ///< which warps
  std::string kernel;           ///< whose first launch is pictured; empty: the program's first launch
  std::vector<char*> program;
};

/// The simulator in a program reads this variable; its name is in the program file.
constexpr std::string_view kMarkOfSimulator = "LOCKSTEP_PROFILE";

bool holds(const std::string& path, std::string_view mark) { return read_file(path).find(mark) != std::string::npos; }

/// A program is a path, like the shell's `./prog`; without a slash, it is in the current folder.
std::string find_program(const std::string& name) {
  std::string path = name.find('/') == name.npos ? "./" + name : name;
  if (!fs::is_regular_file(path)) throw UsageError(fmt::format("there is no program '{}'", name));
  if (!holds(path, kMarkOfSimulator))
    throw UsageError(fmt::format("{} was not made by ./lockstep cc: write ./lockstep cc FILE.cu -o PROGRAM", name));
  if (access(path.c_str(), X_OK) != 0) throw UsageError(fmt::format("{} cannot be run: {}", name, std::strerror(errno)));
  return path;
}

void check_picture(const Request& request) {
  if (!request.picture.empty() && !request.picture.ends_with(".svg"))
    throw UsageError(fmt::format("--picture {}: the name must end in .svg", request.picture));
  if (!request.kernel.empty() && request.picture.empty())
    throw UsageError(fmt::format("--kernel {} chooses what --picture FILE.svg draws: write both", request.kernel));
}

/// Where the value of an option goes; null if there is no such option.
std::string* value_of(std::string_view option, Request& request) {
  for (const lockstep::TraceWord& word : lockstep::kTraceWords)
    if (option == word.option) return &(request.traced.*word.value);
  if (option == "--json") return &request.json;
  if (option == "--trace") return &request.trace;
  if (option == "--picture") return &request.picture;
  return option == "--kernel" ? &request.kernel : nullptr;
}

Request parse(std::span<char*> words, bool profile) {
  Request request;
  std::size_t i = 0;
  for (; i < words.size() && words[i][0] == '-'; ++i) {
    const std::string_view word = words[i];
    std::string* const value = value_of(word, request);
    if (!profile || (value == nullptr && word != "--lines" && word != "--launches"))
      throw UsageError(
          fmt::format("{} is not an option of this command{}", word,
                      profile ? ": the options are --lines, --launches, --json FILE, --trace FILE, --picture FILE.svg and --kernel NAME"
                              : ", which has none"));
    if (value == nullptr) {
      (word == "--lines" ? request.lines : request.launches) = true;
      continue;
    }
    if (++i == words.size() || *words[i] == '\0') throw UsageError(fmt::format("{} needs a value", word));
    if (!value->empty()) throw UsageError(fmt::format("{} is given twice", word));
    *value = words[i];
  }
  check_picture(request);
  if (is_standard_output(request.trace)) throw UsageError("--trace -: it needs a file; --json - can be printed");
  static_cast<void>(parse_trace(request.traced, request.trace));
  request.program.assign(words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
  if (request.program.empty()) throw UsageError("which program? Write its name, and its own arguments after it");
  request.program.push_back(nullptr);
  return request;
}

/// Runs the program to its end, and returns its status as a shell would.
int run(const std::string& path, const Request& request) {
  ChildFiles files(ChildFiles::Input::ours);
  if (is_standard_output(request.json)) files.pass(STDERR_FILENO, STDOUT_FILENO);  // otherwise it would be mixed with the data
  std::vector<std::string> words{path};
  words.insert(words.end(), request.program.begin() + 1, request.program.end() - 1);
  try {
    const int status = reap(spawn(std::move(words), files, ProcessGroup::ours));
    return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
  } catch (const std::system_error& error) {
    throw UsageError(fmt::format("{} cannot be run: {}", path, error.code().message()));
  }
}

std::vector<LaunchCounters> launches_of(const std::string& profile) {
  try {
    return nlohmann::json::parse(profile).get<std::vector<LaunchCounters>>();
  } catch (const nlohmann::json::out_of_range&) {  // a key is missing
    throw UsageError(kOlder);
  }
}

std::string names_of(const std::vector<LaunchCounters>& launches) {
  std::vector<std::string> names;
  for (const LaunchCounters& launch : launches)
    if (std::ranges::find(names, launch.kernel) == names.end()) names.push_back(launch.kernel);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The launch to draw.
const LaunchCounters& find_launch(const std::vector<LaunchCounters>& launches, const std::string& kernel) {
  if (launches.empty()) throw UsageError("--picture: no kernel was launched: there is nothing to draw");
  if (kernel.empty()) return launches.front();
  const auto found = std::ranges::find(launches, kernel, &LaunchCounters::kernel);
  if (found == launches.end())
    throw UsageError(fmt::format("--kernel {}: the program does not launch it; it launches {}", kernel, names_of(launches)));
  return *found;
}

std::string picture_of(const std::vector<LaunchCounters>& launches, const Request& request) {
  const LaunchCounters& launch = find_launch(launches, request.kernel);
  if (!launch.requests) throw UsageError(kOlder);
  const std::string program = fs::path(request.program.front()).filename();
  return lockstep::picture_text(launch.kernel, program + " · " + launch_name(launch), *launch.requests);
}

/// The simulator in the program reads these.
void ask_for_trace(const Request& request, const std::string& program, const std::string& file) {
  if (!holds(program, "LOCKSTEP_TRACE_EVENTS"))
    throw UsageError("--trace: the program was made by an older ./lockstep cc: compile it again");
  setenv("LOCKSTEP_TRACE", file.c_str(), 1);
  for (const lockstep::TraceWord& word : lockstep::kTraceWords) setenv(word.variable, (request.traced.*word.value).c_str(), 1);
}

void write_trace(const std::string& target, const std::string& text) {
  lockstep::write_file(target, text);
  const nlohmann::json cut = nlohmann::json::parse(text).at("cut");
  if (!cut.is_null()) fmt::print(stderr, "lockstep profile: {}; --trace-events N allows more\n", cut.get<std::string>());
}

int profile(const Request& request) {
  const std::string path = find_program(request.program.front());
  for (const std::string& target : {request.json, request.picture, request.trace})
    if (!target.empty()) lockstep::require_writable(target);
  const TemporaryFolder folder;
  const std::string file = folder / "profile.json";
  setenv("LOCKSTEP_PROFILE", file.c_str(), 1);
  if (!request.picture.empty()) setenv("LOCKSTEP_PROFILE_REQUESTS", std::to_string(lockstep::kPicturedOfALine).c_str(), 1);
  if (!request.trace.empty()) ask_for_trace(request, path, folder / "trace.json");
  const int status = run(path, request);
  const std::string text = read_file(file);
  if (text.empty()) {
    fmt::print(stderr, "lockstep profile: {} ended with status {} before it could write its profile\n", request.program.front(), status);
    return status != 0 ? status : kFailed;
  }
  const std::vector<LaunchCounters> launches = launches_of(text);
  if (!is_standard_output(request.json)) {
    fmt::print("\n{}", launches.empty() ? "no kernel was launched\n"
                                        : lockstep::launches_text(
                                              launches, request.launches ? lockstep::LaunchRows::each : lockstep::LaunchRows::alike));
    if (request.lines) fmt::print("{}{}", lockstep::listing_text(merge_lines(launches)), lockstep::listing_legend());
  }
  if (!request.json.empty()) lockstep::write_file(request.json, text);
  if (!request.trace.empty()) write_trace(request.trace, read_file(folder / "trace.json"));
  if (!request.picture.empty()) lockstep::write_file(request.picture, picture_of(launches, request));
  lockstep::flush_output();
  return status;
}

/// Becomes the program, which prints its own reports.
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
    return kFailed;
  }
}
