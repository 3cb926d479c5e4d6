/// @file
/// @brief Waits until a file is saved.
#pragma once

#include <filesystem>
#include <string>

#include "support/processes/output_pipes.hpp"

namespace lockstep::front {

/// The saves of one file. Editors write into it or replace it, so its folder is watched.
class Saves {
 public:
  /// @throws std::system_error when inotify has no watches left
  explicit Saves(const std::filesystem::path& file);

  /// Remembers what the file holds now.
  void look();
  /// Returns when the file's content has changed, or an interruption was recorded.
  void wait();

 private:
  void wait_for_event() const;

  std::filesystem::path file_;
  std::string seen_;
  Descriptor events_;
};

}  // namespace lockstep::front
