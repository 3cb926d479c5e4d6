/// @file
/// @brief Starts a program by posix_spawn().
#include "support/processes/spawn.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace lockstep {

ChildFiles::ChildFiles(Input input) {
  ::posix_spawn_file_actions_init(&actions_);
  if (input == Input::none) ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
}

ChildFiles::~ChildFiles() { ::posix_spawn_file_actions_destroy(&actions_); }

void ChildFiles::append_to(const std::string& path, int descriptor) {
  ::posix_spawn_file_actions_addopen(&actions_, descriptor, path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
}

void ChildFiles::pass(int own, int descriptor) { ::posix_spawn_file_actions_adddup2(&actions_, own, descriptor); }

pid_t spawn(std::vector<std::string> words, const ChildFiles& files, ProcessGroup group) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  if (group == ProcessGroup::own) ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, argv[0], files.actions(), &attributes, argv.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) throw std::system_error(error, std::generic_category(), words[0]);
  return child;
}

int reap(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace lockstep
