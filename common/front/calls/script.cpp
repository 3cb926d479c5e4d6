/// @file
/// @brief Calls the script, and starts programs.
#include "front/calls/script.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "support/processes/spawn.hpp"

namespace lockstep::front {
namespace {

void call_script(const Setting& setting, std::vector<std::string> words) {
  words.insert(words.begin(), {"LOCKSTEP_BACKEND=" + setting.backend, setting.root / "lockstep"});
  if (const int status = start("/usr/bin/env", words); status != 0) throw Ended{status};
}

}  // namespace

void build(const Setting& setting, const std::string& what, const std::vector<std::string>& targets, Warnings warnings) {
  std::vector<std::string> words{"_build", warnings == Warnings::refused ? "ON" : "OFF", what};
  words.insert(words.end(), targets.begin(), targets.end());
  call_script(setting, words);
}

void set_up(const Setting& setting, const std::string& which) { call_script(setting, {"setup", which}); }

int start(const std::filesystem::path& program, std::vector<std::string> words) {
  words.insert(words.begin(), program);
  std::fflush(stdout);  // what we printed comes first
  const int status = reap(spawn(words, ChildFiles(ChildFiles::Input::ours), ProcessGroup::ours));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void become(const std::filesystem::path& program, std::vector<std::string> words) {
  words.insert(words.begin(), program);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  ::execv(argv[0], argv.data());
  throw std::system_error(errno, std::generic_category(), program);
}

void say(const std::string& line) { fmt::print(stderr, "lockstep: {}\n", line); }

}  // namespace lockstep::front
