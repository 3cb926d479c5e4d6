/// @file
/// @brief Lessons and versions in the tree, and the names that a lesson answers to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::course {

/// The folders lessons/NN_name below `root`, in order. A folder is a lesson if it has a problem.hpp.
std::vector<std::string> lesson_names(const std::filesystem::path& root);

/// The lesson that a word means: 4, 04, dot_product and 04_dot_product are the same, and so are paths to its folder, to a file in it, or to
/// a file in its folder of solutions.
std::optional<std::string> find_lesson(const std::filesystem::path& root, const std::string& word);

/// "# 04 · Dot product", at the head of a walkthrough, without what makes it a heading; empty where there is none.
std::string heading_of(std::string_view readme);

/// One way of solving a lesson's problem, as its file registers it.
struct RegisteredVersion {
  std::string suffix{};  ///< distinguishes versions registered in one file; usually empty
  std::string stage{};   ///< as declared, "shared-memory"; empty where the file's name is the stage
  std::string idea{};
};

/// Each `const Version version{__FILE__, "idea", run, "suffix"};`, with or without a stage, of a source.
std::vector<RegisteredVersion> registered_versions(const std::string& source);

/// A version as `./lockstep list` shows it.
struct ListedVersion {
  std::string name{};   ///< v0_cpu_openmp
  std::string stage{};  ///< as RegisteredVersion has it
  std::string idea{};
};

/// What the files v*.cu and v*.cpp of a lesson register, in the order of their names; then its asides, whose stage is "aside".
std::vector<ListedVersion> versions_of(const std::filesystem::path& root, const std::string& lesson);

}  // namespace lockstep::course
