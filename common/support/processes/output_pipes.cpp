/// @file
/// @brief Reads pipes without waiting on any of them.
#include "support/processes/output_pipes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace lockstep {
namespace {

constexpr int kMostWait = 10;  // ms

/// Becomes readable once the child has ended. By its number, because it has a name only since glibc 2.36.
Descriptor end_of(pid_t child) { return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, child, 0U))); }

bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

}  // namespace

void Descriptor::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Pipe::Pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
  read.reset(ends[0]);
  write.reset(ends[1]);
  ::fcntl(read.get(), F_SETFL, O_NONBLOCK);
}

void KeptText::append(std::string_view text) {
  const std::size_t first = std::min(text.size(), half_ - head_.size());
  head_.append(text.substr(0, first));
  tail_.append(text.substr(first));
  if (tail_.size() <= half_) return;
  const std::size_t old = tail_.size() - half_;
  tail_.erase(0, old);
  left_out_ += old;
}

std::string KeptText::text() const {
  if (left_out_ == 0) return head_ + tail_;
  return fmt::format("{}\n[{} bytes are left out here]\n{}", head_, left_out_, tail_);
}

void drain(Descriptor& pipe, KeptText& kept) {
  std::array<char, 64 * 1024> buffer;
  constexpr int kMostReads = 16;  // what a pipe can hold; a flood must not keep us from looking at the clock
  for (int i = 0; i < kMostReads && pipe.get() >= 0; ++i) {
    const ssize_t count = ::read(pipe.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) return pipe.close();
    kept.append({buffer.data(), static_cast<std::size_t>(count)});
  }
}

void OutputPipes::close_writing_ends() {
  out_.write.close();
  err_.write.close();
}

bool OutputPipes::read_until_end(pid_t child, const std::function<bool()>& must_stop) {
  const Descriptor end = end_of(child);
  bool ended = false;
  while (!(ended = has_ended(child)) && !must_stop()) {
    std::array<pollfd, 3> files{{{out_.read.get(), POLLIN, 0}, {err_.read.get(), POLLIN, 0}, {end.get(), POLLIN, 0}}};  // poll skips -1
    ::poll(files.data(), files.size(), kMostWait);
    read();
  }
  return ended;
}

void OutputPipes::read() {
  drain(out_.read, out_text_);
  drain(err_.read, err_text_);
}

}  // namespace lockstep
