/// @file
/// @brief Draws the progress bar.
#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace lockstep {

constexpr int kWidth = 24;

Progress::Progress(int steps) : steps_(steps), visible_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (visible_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::step(std::string_view what) {
  if (!visible_) return;
  const int filled = steps_ > 0 ? kWidth * done_ / steps_ : 0;
  fmt::print(stderr, "\r\x1b[K[{:#>{}}{: >{}}] {}/{} {:.40}", "", filled, "", kWidth - filled, done_, steps_, what);
  std::fflush(stderr);
  ++done_;
}

void Progress::note(std::string_view line) const { fmt::print(stderr, "{}{}\n", visible_ ? "\r\x1b[K" : "", line); }

}  // namespace lockstep
