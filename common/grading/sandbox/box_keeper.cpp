/// @file
/// @brief Between fork() and exec() in a program that may have threads: system calls only, and nothing allocated.
#include "grading/sandbox/box_keeper.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <system_error>

namespace lockstep::grading {
namespace {

[[noreturn]] void fail(std::string_view what) {
  for (const std::string_view part :
       {std::string_view("bwrap: "), what, std::string_view(": "), std::string_view(::strerrordesc_np(errno))})
    if (::write(STDERR_FILENO, part.data(), part.size()) < 0) break;
  ::_exit(127);
}

void limit(__rlimit_resource resource, rlim_t most) {
  rlimit now{};
  ::getrlimit(resource, &now);
  const rlim_t lower = most < now.rlim_max ? most : now.rlim_max;
  const rlimit both{lower, lower};
  if (::setrlimit(resource, &both) != 0) fail("setrlimit");
}

/// If the machine runs out of memory, the kernel should end the box first.
void volunteer_for_lack_of_memory() {
  const Descriptor file(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
  if (::write(file.get(), "1000", 4) < 0) return;  // no harm: an aid to others
}

void pass_on_only(const std::vector<int>& files) {
  constexpr unsigned kCloseOnExec = 1u << 2;  // CLOSE_RANGE_CLOEXEC, which older headers do not name
  if (::syscall(SYS_close_range, 3u, ~0u, kCloseOnExec) != 0) fail("close_range");
  for (const int file : files) ::fcntl(file, F_SETFD, 0);
}

/// Waits for the last of the children, its own and adopted ones.
[[noreturn]] void keep(pid_t bwrap, const sigset_t& signals) {
  bool is_there = true;
  for (;;) {
    int signal = 0;
    ::sigwait(&signals, &signal);
    if (signal == SIGTERM && is_there) ::kill(bwrap, SIGKILL);  // whose death the kernel passes on to the box (--die-with-parent)
    pid_t ended = 0;
    while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0)
      if (ended == bwrap) is_there = false;
    if (ended < 0 && errno == ECHILD) ::_exit(0);
  }
}

}  // namespace

pid_t start_keeper(const std::vector<std::string>& command, const OutputPipes& pipes, const std::vector<int>& passed_on,
                   std::uint64_t most_file_bytes) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  sigset_t all, watched, before;
  ::sigfillset(&all);
  ::sigemptyset(&watched);
  ::sigaddset(&watched, SIGTERM);
  ::sigaddset(&watched, SIGCHLD);

  ::pthread_sigmask(SIG_SETMASK, &all, &before);  // no handler of ours may run in the child
  const pid_t parent = ::getpid();
  const pid_t keeper = ::fork();
  const int error = errno;
  if (keeper != 0) {
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (keeper < 0) throw std::system_error(error, std::generic_category(), "fork");
    return keeper;
  }

  ::setpgid(0, 0);  // Ctrl-C is for us: if it ends us, the box ends too
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  ::dup2(nothing.get(), STDIN_FILENO);
  ::dup2(pipes.out(), STDOUT_FILENO);
  ::dup2(pipes.err(), STDERR_FILENO);
  volunteer_for_lack_of_memory();
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, 256);
  limit(RLIMIT_FSIZE, most_file_bytes);
  pass_on_only(passed_on);
  const pid_t keeper_itself = ::getpid();
  const pid_t bwrap = ::fork();
  if (bwrap < 0) fail("fork");
  if (bwrap > 0) {
    ::syscall(SYS_close_range, 0u, ~0u, 0u);  // only the box holds its pipes
    keep(bwrap, watched);
  }
  // bwrap asks for the same, but a keeper that is killed before would leave it behind.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != keeper_itself) ::_exit(127);
  ::sigemptyset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
  char* const no_environment[] = {nullptr};  // that of bwrap can be read in the box: it is the first process there
  ::execve(argv[0], argv.data(), no_environment);
  fail(argv[0]);
}

}  // namespace lockstep::grading
