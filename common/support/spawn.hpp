/// @file
/// @brief Starts a program with the files that it is given, in a process group of its own.
#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace lockstep::grading {

/// What a child's descriptors are.
class ChildFiles {
 public:
  /// Nothing comes from its standard input.
  ChildFiles();
  ChildFiles(const ChildFiles&) = delete;
  ChildFiles& operator=(const ChildFiles&) = delete;
  ~ChildFiles();

  /// `descriptor` is a file that grows at its end.
  void append_to(const std::string& path, int descriptor);
  /// `descriptor` is what `own` is here.
  void pass(int own, int descriptor);

  const posix_spawn_file_actions_t* actions() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

/// Starts words[0] with the others as its arguments; the group's id is the child's.
/// @throws std::system_error where it cannot be started
pid_t spawn(std::vector<std::string> words, const ChildFiles& files);

}  // namespace lockstep::grading
