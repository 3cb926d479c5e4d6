/// @file
/// @brief The file that a program leaves at its end, because a variable of the environment asks for it.
#pragma once

#include <fstream>
#include <string>

namespace lockstep::sim {

/// A file that is there whole or not at all: a reader never sees half of it.
class WholeFile {
 public:
  /// Ends the program where the file cannot be: better at once than after an hour.
  /// @param variable  that names it, for messages
  WholeFile(const char* variable, std::string path);
  void finish(const std::string& text);

 private:
  const char* variable_;
  std::string path_, part_;
  std::ofstream file_;
};

}  // namespace lockstep::sim
