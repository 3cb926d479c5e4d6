/// @file
/// @brief The box: what is mounted in it, the watch over it, and how it ended.
#include "grading/sandbox/box.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "grading/sandbox/box_keeper.hpp"
#include "grading/sandbox/box_usage.hpp"
#include "grading/sandbox/system_calls.hpp"
#include "support/processes/interruption.hpp"
#include "support/processes/output_pipes.hpp"
#include "support/processes/path_lookup.hpp"
#include "support/processes/spawn.hpp"
#include "support/text/clean_text.hpp"

namespace lockstep::grading {
namespace {

using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string>;
constexpr auto kBetweenLooks = std::chrono::milliseconds(10);
const char* const kNice = "/usr/bin/nice";
constexpr auto kPatience = std::chrono::seconds(10);  // for the kernel to clear away a box that was ended

std::filesystem::path find_bubblewrap() {
  if (const auto found = find_in_path("bwrap")) return *found;
  throw std::runtime_error("bubblewrap (bwrap) is not installed; ./lockstep setup installs it");
}

void append(Words& words, std::initializer_list<std::string> more) { words.insert(words.end(), more); }

/// A folder of the system; on most systems /lib and /bin are links into /usr.
void add_system_folder(Words& words, const std::filesystem::path& folder) {
  if (std::filesystem::is_symlink(folder) && folder.parent_path() == "/")
    append(words, {"--symlink", std::filesystem::read_symlink(folder).string(), folder.string()});
  else
    append(words, {"--ro-bind-try", folder.string(), folder.string()});
}

/// Not all of /usr: a course may have been installed there, with its solutions.
const std::vector<std::filesystem::path> kLibraries = {"/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib",    "/usr/local/lib64",
                                                       "/lib",     "/lib32",     "/lib64",     "/etc/alternatives", "/etc/ld.so.cache"};
const std::vector<std::filesystem::path> kCompilers = {"/usr/bin",           "/usr/include",       "/usr/libexec", "/usr/local/bin",
                                                       "/usr/local/include", "/usr/local/libexec", "/bin"};

std::vector<std::filesystem::path> system_folders(const Box& box) {
  auto folders = kLibraries;
  if (box.may_start_programs) folders.insert(folders.end(), kCompilers.begin(), kCompilers.end());
  return folders;
}

bool is_seen_anyway(const Box& box, const std::filesystem::path& program) {
  const auto folders = system_folders(box);
  return std::any_of(folders.begin(), folders.end(),
                     [&](const auto& folder) { return program.string().starts_with(folder.string() + '/'); });
}

std::filesystem::path full(const std::filesystem::path& path) { return std::filesystem::absolute(path).lexically_normal(); }

void add_given(Words& words, const char* how, const std::filesystem::path& path) {
  if (!std::filesystem::exists(path))
    throw std::runtime_error(fmt::format("{} should be visible in the box, but does not exist", path.string()));
  const std::string folder = path.parent_path().string();
  // A program that may write to the folder makes a file beside the given one and renames it, which cannot replace a mount.
  if (folder.starts_with("/tmp/")) append(words, {"--perms", "0555", "--dir", folder});
  append(words, {how, path.string(), path.string()});
}

Words box_command(const Box& box, const std::filesystem::path& program, int status_file, int filter_file) {
  Words words{find_bubblewrap().string()};
  append(words, {"--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "box"});
  append(words,
         {"--uid", "65534", "--gid", "65534", "--json-status-fd", std::to_string(status_file), "--seccomp", std::to_string(filter_file)});
  append(words,
         {"--clearenv", "--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "HOME", "/tmp", "--setenv", "LC_ALL", "C.UTF-8"});
  for (const auto& [name, value] : box.variables) append(words, {"--setenv", name, value});
  for (const auto& folder : system_folders(box)) add_system_folder(words, folder);
  append(words, {"--proc", "/proc", "--dev", "/dev", "--size", std::to_string(box.limits.scratch_bytes), "--tmpfs", "/tmp"});
  // The first process, bwrap's own, is under no filter: nobody may write into its memory.
  append(words, {"--size", "4096", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1"});
  append(words, {"--remount-ro", "/proc"});  // where the machine's root runs the box, its settings could otherwise be written
  for (const auto& path : box.readable) add_given(words, "--ro-bind", full(path));
  if (!is_seen_anyway(box, kNice)) add_given(words, "--ro-bind", kNice);
  if (!is_seen_anyway(box, full(program))) add_given(words, "--ro-bind", full(program));
  for (const auto& path : box.writable) add_given(words, "--bind", full(path));
  append(words, {"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp", "--"});
  append(words, {kNice, "-n", "10"});  // so that neither we nor the box's first process, which takes the others with it, wait behind a bomb
  words.push_back(full(program).string());
  return words;
}

/// What bwrap says about the box: a JSON object on each line.
class Status {
 public:
  explicit Status(Descriptor& pipe) : pipe_(pipe) {}
  void read() {
    drain(pipe_, text_);
    std::istringstream lines(text_.text());
    for (std::string line; std::getline(lines, line) && !lines.eof();) {  // a line without its end is not all there yet
      const auto json = nlohmann::json::parse(line);
      if (json.contains("child-pid")) first_process = json["child-pid"].get<pid_t>();
      if (json.contains("exit-code")) exit_code = json["exit-code"].get<int>();
    }
  }

  std::optional<pid_t> first_process;
  std::optional<int> exit_code;  ///< of the program; nothing where it was not started

 private:
  Descriptor& pipe_;
  KeptText text_{4096};
};

/// The limit that the box exceeds; nothing while there is none.
class Guard {
 public:
  Guard(const BoxLimits& limits, Status& status) : limits_(limits), status_(status) {}

  std::optional<BoxOutcome::Limit> check() {
    const auto now = Clock::now();
    if (now >= deadline_) return BoxOutcome::Limit::wall;
    if (now < next_look_) return {};
    next_look_ = now + kBetweenLooks;
    status_.read();
    if (!status_.first_process) return {};
    if (!watch_) watch_.emplace(*status_.first_process);
    const BoxUsage usage = watch_->look(limits_.threads);
    if (usage.memory_bytes > limits_.memory_bytes) return BoxOutcome::Limit::memory;
    if (usage.threads > limits_.threads) return BoxOutcome::Limit::threads;
    if (usage.cpu > limits_.cpu) return BoxOutcome::Limit::cpu;
    return {};
  }

 private:
  BoxLimits limits_;
  Status& status_;
  std::optional<BoxWatch> watch_;
  Clock::time_point deadline_ = Clock::now() + limits_.wall;
  Clock::time_point next_look_ = Clock::now() + kBetweenLooks;
};

void end_box(pid_t keeper, OutputPipes& pipes) {
  ::kill(keeper, SIGTERM);
  const auto deadline = Clock::now() + kPatience;
  if (pipes.read_until_end(keeper, [&] { return Clock::now() >= deadline; })) return;
  ::kill(keeper, SIGKILL);
}

void set_end(BoxOutcome& outcome, int exit_code) {
  constexpr int kSignalled = 128;  // how bwrap, like a shell, says that a signal ended the program
  outcome.code = exit_code;
  if (exit_code <= kSignalled || exit_code >= kSignalled + NSIG) return;
  outcome.end = Outcome::End::signalled;
  outcome.code = exit_code - kSignalled;
  if (outcome.code != SIGXFSZ) return;
  outcome.end = Outcome::End::stopped;
  outcome.over = BoxOutcome::Limit::file;
}

std::string bytes_for_people(std::uint64_t bytes) {
  constexpr double kStep = 1024;
  double value = static_cast<double>(bytes);
  const char* const units[] = {"bytes", "KB", "MB", "GB"};
  std::size_t unit = 0;
  for (; value >= kStep && unit + 1 < std::size(units); ++unit) value /= kStep;
  return fmt::format("{:.4g} {}", value, units[unit]);
}

}  // namespace

BoxOutcome run_in_box(const Box& box, const std::filesystem::path& program, const std::vector<std::string>& arguments) {
  const Descriptor filter(::memfd_create("filter", MFD_CLOEXEC));
  if (filter.get() < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  write_system_call_filter(filter.get(), box.may_start_programs);
  ::lseek(filter.get(), 0, SEEK_SET);

  Pipe status_pipe;
  OutputPipes pipes(box.limits.kept_bytes);
  Words command = box_command(box, program, status_pipe.write.get(), filter.get());
  command.insert(command.end(), arguments.begin(), arguments.end());
  const pid_t keeper = start_keeper(command, pipes, {status_pipe.write.get(), filter.get()}, box.limits.file_bytes);
  pipes.close_writing_ends();
  status_pipe.write.close();

  Status status(status_pipe.read);
  Guard guard(box.limits, status);
  std::optional<BoxOutcome::Limit> over;
  if (!pipes.read_until_end(keeper, [&] { return interruption() != 0 || (over = guard.check()).has_value(); })) end_box(keeper, pipes);
  reap(keeper);
  throw_if_interrupted();
  pipes.read();
  status.read();

  BoxOutcome outcome;
  outcome.out = pipes.out_text();
  outcome.err = pipes.err_text();
  if (over) {
    outcome.end = Outcome::End::stopped;
    outcome.over = *over;
  } else if (status.exit_code) {
    set_end(outcome, *status.exit_code);
  } else {
    throw std::runtime_error(fmt::format("the box cannot be created: {}", clean_line(outcome.err)));
  }
  return outcome;
}

std::string describe(const BoxOutcome& outcome, const BoxLimits& limits) {
  if (outcome.end != Outcome::End::stopped) return describe(static_cast<const Outcome&>(outcome), {});
  switch (outcome.over) {
    case BoxOutcome::Limit::wall:
      return describe(outcome, ProcessLimits{.wall = limits.wall});
    case BoxOutcome::Limit::cpu:
      return fmt::format("used more than {} s of processor time, and was stopped", static_cast<double>(limits.cpu.count()) / 1000);
    case BoxOutcome::Limit::memory:
      return fmt::format("used more than {} of memory, and was stopped", bytes_for_people(limits.memory_bytes));
    case BoxOutcome::Limit::threads:
      return fmt::format("had more than {} threads, and was stopped", limits.threads);
    case BoxOutcome::Limit::file:
      return fmt::format("wrote more than {} to a file, and was stopped", bytes_for_people(limits.file_bytes));
  }
  return {};
}

std::optional<std::string> why_no_box() {
  static const std::optional<std::string> why = []() -> std::optional<std::string> {
    try {
      const BoxOutcome outcome = run_in_box({}, "/usr/bin/true", {});
      if (outcome.succeeded()) return std::nullopt;
      return fmt::format("a trial run of the box {}: {}", describe(outcome, BoxLimits{}), clean_line(outcome.err));
    } catch (const std::exception& error) {
      return clean_line(error.what());
    }
  }();
  return why;
}

}  // namespace lockstep::grading
