/// @file
/// @brief Runs the commands of a page as a reader would type them.
#pragma once

#include <filesystem>
#include <string>

#include "site/numbers/text.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::site {

/// What commands find in their environment. Pages are made in parallel on all cores, so a waiting thread of a CPU version must not keep a
/// core busy.
inline constexpr const char* kPageSettings = "COLUMNS=80 LOCKSTEP_BACKEND=sim LOCKSTEP_WORKERS=1 OMP_WAIT_POLICY=passive";

/// A temporary folder with the tree's folders in it, and a `./lockstep` that builds nothing: its verbs
/// start what is built.
class Scratch {
 public:
  /// @param root   of the tree  @param build  of the simulator
  Scratch(const std::filesystem::path& root, const std::filesystem::path& build);

  /// What a line of shell prints, started in the folder, with one worker: atomics then come in the same order each time. @throws UsageError
  /// where its status is neither 0 nor, of a program that is shown to fail, 1, or where it takes more than two minutes
  std::string run(const std::string& command) const;

  /// Whether the file exists, in the tree or made by a command.
  bool has(const std::string& name) const { return std::filesystem::exists(path_of(name)); }

  std::filesystem::path path_of(const std::string& name) const { return folder_.path() / name; }

  /// What a line has written into the file `name`. @throws UsageError where there is no such file
  std::string file(const std::string& name) const { return read_file(folder_.path() / name); }

  /// Runs the line, and returns what it writes into that file. @throws UsageError where there is no such file afterwards
  std::string file_of(const std::string& command, const std::string& name) const;

 private:
  std::filesystem::path build_;
  TemporaryFolder folder_;
};

}  // namespace lockstep::site
