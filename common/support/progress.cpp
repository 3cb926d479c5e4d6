/// @file
/// @brief Draws progress, and wipes it out again.
#include "support/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "support/text/text.hpp"

namespace lockstep {
namespace {

constexpr int kBarWidth = 24;

/// One column is left free: a full line may begin the next.
std::size_t room() {
  winsize screen{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &screen) == 0 && screen.ws_col > 0;
  return (known ? screen.ws_col : kScreenWidth) - 1;
}

}  // namespace

bool obeys_escapes(int file) {
  const char* const terminal = std::getenv("TERM");
  return isatty(file) == 1 && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

StatusLine::StatusLine(std::string_view text) { show(text); }

void StatusLine::show(std::string_view text) {
  if (obeys_escapes(STDERR_FILENO)) fmt::print(stderr, "\r\x1b[K{}", cut_to(std::string(text), room()));
}

StatusLine::~StatusLine() {
  if (obeys_escapes(STDERR_FILENO)) fmt::print(stderr, "\r\x1b[K");
}

Progress::Progress(int steps) : steps_(steps), visible_(obeys_escapes(STDERR_FILENO)) {}

Progress::~Progress() {
  if (visible_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::step(std::string_view what) {
  if (!visible_) return;
  const int filled = steps_ > 0 ? kBarWidth * done_ / steps_ : 0;
  const std::string line = fmt::format("[{:#>{}}{: >{}}] {}/{} {}", "", filled, "", kBarWidth - filled, done_, steps_, what);
  fmt::print(stderr, "\r\x1b[K{}", cut_to(line, room()));  // a second line could not be wiped out
  std::fflush(stderr);
  ++done_;
}

void Progress::note(std::string_view line) const { fmt::print(stderr, "{}{}\n", visible_ ? "\r\x1b[K" : "", line); }

}  // namespace lockstep
