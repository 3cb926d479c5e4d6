/// @file
/// @brief Asks the kernel for a folder's changes by inotify.
#include "front/verbs/saves.hpp"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "support/processes/interruption.hpp"
#include "support/read_file.hpp"

namespace lockstep::front {
namespace {

// On network mounts and folders shared with a virtual machine, a save on the other side raises no event here.
constexpr int kLongestSleep = 1000;  // ms

// An editor may empty a file before it writes it, or remove it for a moment.
constexpr int kQuiet = 50;  // ms

}  // namespace

Saves::Saves(const std::filesystem::path& file) : file_(file), events_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  const std::string folder = file.parent_path();
  if (events_.get() < 0 || ::inotify_add_watch(events_.get(), folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE) < 0)
    throw std::system_error(errno, std::generic_category(), "cannot watch " + folder);
}

void Saves::look() { seen_ = read_file(file_); }

void Saves::wait() {
  while (interruption() == 0) {
    wait_for_event();
    const std::string now = read_file(file_);
    if (now.empty() || now == seen_) continue;
    ::poll(nullptr, 0, kQuiet);
    if (read_file(file_) == now) return;
  }
}

void Saves::wait_for_event() const {
  pollfd events{.fd = events_.get(), .events = POLLIN, .revents = 0};
  ::poll(&events, 1, kLongestSleep);
  std::array<char, 4096> read_away{};
  while (::read(events_.get(), read_away.data(), read_away.size()) > 0) {
  }
}

}  // namespace lockstep::front
