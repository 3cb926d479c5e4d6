/// @file
/// @brief The progress of long work.
#pragma once

#include <string_view>

namespace lockstep {

/// Whether the open file is a terminal that obeys escape sequences.
bool obeys_escapes(int file);

/// A line on standard error while it lives, if that is such a terminal; nothing otherwise.
class StatusLine {
 public:
  explicit StatusLine(std::string_view text);
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  ~StatusLine();

  /// Says something else from now on.
  void show(std::string_view text);
};

/// A bar on standard error where that is such a terminal; nothing otherwise.
class Progress {
 public:
  /// @param steps  how many calls of step() there will be
  explicit Progress(int steps);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();  ///< wipes the bar

  /// Names the step that begins now.
  void step(std::string_view what);

  /// Writes a line of its own to standard error, terminal or not; the bar goes on below it.
  void note(std::string_view line) const;

 private:
  int steps_, done_ = 0;
  bool visible_;
};

}  // namespace lockstep
