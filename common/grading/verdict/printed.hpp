/// @file
/// @brief What a judged program printed: by `printf` in a kernel, most often.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace lockstep::grading {

/// What one run of the program left on its standard output.
struct Printed {
  std::string run;   ///< its options, such as "--size 256"
  std::string text;  ///< as it was printed; empty where nothing was
};

/// The last run of each test case, by the case's name.
using PrintedByCase = std::map<std::string, Printed>;

/// Writes and reads the file in which the tests leave it for the judge. It is empty where there is no such file.
/// @{
void write_printed(const PrintedByCase& printed, const std::filesystem::path& path);
PrintedByCase read_printed(const std::filesystem::path& path);
/// @}

/// For people: a heading with the run's options, and the first lines of the text; empty where nothing was printed.
std::string to_string(const Printed& printed);

}  // namespace lockstep::grading
