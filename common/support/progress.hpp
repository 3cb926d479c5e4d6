/// @file
/// @brief How far long work has come.
#pragma once

#include <string_view>

namespace lockstep {

/// Is the open file a terminal that obeys escape sequences?
bool obeys_escapes(int file);

/// A line on standard error, for as long as it lives, where that is such a terminal; nothing otherwise.
class StatusLine {
 public:
  explicit StatusLine(std::string_view text);
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  ~StatusLine();
};

/// A bar on standard error where that is such a terminal; nothing otherwise.
class Progress {
 public:
  /// @param steps  how many calls of step() there will be
  explicit Progress(int steps);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();  ///< wipes the bar

  /// Says what begins now.
  void step(std::string_view what);

  /// Writes a line of its own to standard error, terminal or not; the bar goes on below it.
  void note(std::string_view line) const;

 private:
  int steps_, done_ = 0;
  bool visible_;
};

}  // namespace lockstep
