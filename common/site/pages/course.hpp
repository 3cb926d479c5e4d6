/// @file
/// @brief What the tree holds: lessons, their versions, and how they build on each other.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "grading/intake/wrong_answers.hpp"

namespace lockstep::site {

/// How a version's player begins: `<!-- player: v5 | --size 16 --block 8 | at 9 | What is to be seen there. -->` in the lesson's README.
/// Without it the player has what `./lockstep step` shows, up to a number of events that a page can handle.
struct Scene {
  std::string options = "--size 64 --trace-events 1000";  ///< of the run that is traced
  std::size_t step = 1;
  std::string words{};  ///< also for readers without scripts
};

/// A file vN_idea.cu or vN_idea.cpp of a lesson.
struct VersionFile {
  std::string name{};         ///< v3_shared_memory
  std::string number{};       ///< v3
  std::string path{};         ///< from the root
  std::string brief{};        ///< one sentence
  std::string change_from{};  ///< v2; empty where there is none
  std::string change{};
  std::string look_at{};
  std::string stage{};               ///< of the ladder: "shared-memory"
  std::vector<std::string> ideas{};  ///< what `./lockstep list` shows: one per registered version
  Scene scene{};                     ///< of its player, where it is a kernel
};

/// A folder lessons/NN_name.
struct Lesson {
  std::string name{};                                 ///< 04_dot_product
  std::string number{};                               ///< 04
  std::string title{};                                ///< Dot product
  std::string summary{};                              ///< the first paragraph of its README
  std::vector<std::string> builds_on{};               ///< numbers of lessons
  std::vector<VersionFile> versions{};                ///< v0 first
  std::vector<grading::WrongAnswer> wrong_answers{};  ///< by name; none where the solutions were taken out
};

/// The sentence after @brief at the head of a source; empty if there is none.
std::string brief_of(const std::string& source);

/// The lessons below `root`, in order. @throws UsageError where one does not have the layout that the tests require
std::vector<Lesson> read_lessons(const std::filesystem::path& root);

}  // namespace lockstep::site
