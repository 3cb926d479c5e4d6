/// @file
/// @brief Answers of the kind that students give, which an exercise's tests have to reject.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::grading {

/// A file solutions/NN_name/wrong/NAME.cu.
struct WrongAnswer {
  std::filesystem::path source{};
  std::string rejected_by{};  ///< "part5", the first part that fails, as its own line says; empty where there is no such line
};

/// Those in a folder, by name; none where the solutions were taken out.
std::vector<WrongAnswer> wrong_answers(const std::filesystem::path& folder);

}  // namespace lockstep::grading
