/// @file
/// @brief Starts a program with the files that it is given, in a process group of its own or in ours.
#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace lockstep {

/// What a child's descriptors are.
class ChildFiles {
 public:
  enum class Input { none, ours };
  explicit ChildFiles(Input input = Input::none);
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

/// Own: its id is the child's, and all of it can be ended at once. Ours: Ctrl-C ends it with us, and it may read from the terminal.
enum class ProcessGroup { own, ours };

/// Starts words[0] with the others as its arguments.
/// @throws std::system_error where it cannot be started
pid_t spawn(std::vector<std::string> words, const ChildFiles& files, ProcessGroup group = ProcessGroup::own);

/// Waits for the child's end. @return its status, as waitpid() tells it
int reap(pid_t child);

}  // namespace lockstep
