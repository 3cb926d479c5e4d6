/// @file
/// @brief Starts a program, reads both of its outputs until it ends or its time is up, and ends what is left of it.
#include "process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

namespace lockstep::grading {
namespace {

void require(int error, const std::string& what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  int get() const { return fd_; }
  void reset(int fd) {
    close();
    fd_ = fd;
  }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_ = -1;
};

/// The reading and the writing end; neither is passed on to programs.
struct Pipe {
  Descriptor read, write;
  Pipe() {
    std::array<int, 2> ends{};
    require(::pipe2(ends.data(), O_CLOEXEC) == 0 ? 0 : errno, "pipe2");
    read.reset(ends[0]);
    write.reset(ends[1]);
    ::fcntl(read.get(), F_SETFL, O_NONBLOCK);
  }
};

pid_t start(const std::filesystem::path& program, const std::vector<std::string>& arguments, const Pipe& out, const Pipe& err) {
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, err.write.get(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // a group of its own, whose id is the child's

  pid_t child = 0;
  const int error = ::posix_spawn(&child, program.c_str(), &actions, &attributes, argv.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  require(error, program.string());
  return child;
}

/// Reads what is there; closes the pipe at its end.
void drain(Descriptor& pipe, std::string& kept, std::size_t limit) {
  std::array<char, 4096> buffer;
  while (pipe.get() >= 0) {
    const ssize_t count = ::read(pipe.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) return pipe.close();
    kept.append(buffer.data(), std::min(static_cast<std::size_t>(count), limit - kept.size()));
    if (static_cast<std::size_t>(count) < buffer.size()) return;  // a flood must not keep us from looking at the clock
  }
}

bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

}  // namespace

Outcome run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments, const Limits& limits) {
  Pipe out, err;
  const pid_t child = start(program, arguments, out, err);
  out.write.close();
  err.write.close();

  Outcome outcome;
  const auto deadline = std::chrono::steady_clock::now() + limits.wall;
  const auto read_both = [&] {
    drain(out.read, outcome.out, limits.kept_bytes);
    drain(err.read, outcome.err, limits.kept_bytes);
  };
  bool ended = false;
  while (!(ended = has_ended(child)) && std::chrono::steady_clock::now() < deadline) {
    std::array<pollfd, 2> pipes{{{out.read.get(), POLLIN, 0}, {err.read.get(), POLLIN, 0}}};  // poll skips the closed ones (-1)
    ::poll(pipes.data(), pipes.size(), 2);
    read_both();
  }
  ::kill(-child, SIGKILL);  // children that it left behind, too. The child is not reaped yet, so the group's id is still its own
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  read_both();

  outcome.end = !ended ? Outcome::End::stopped : WIFSIGNALED(status) ? Outcome::End::signalled : Outcome::End::exited;
  outcome.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return outcome;
}

std::string describe(const Outcome& outcome, const Limits& limits) {
  switch (outcome.end) {
    case Outcome::End::exited:
      return fmt::format("exited with status {}", outcome.code);
    case Outcome::End::signalled:
      return fmt::format("was ended by signal {} ({})", outcome.code, ::strsignal(outcome.code));
    case Outcome::End::stopped:
      return fmt::format("was still running after {} s, and was stopped", static_cast<double>(limits.wall.count()) / 1000);
  }
  return {};
}

}  // namespace lockstep::grading
