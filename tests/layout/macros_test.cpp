/// @file
/// @brief A student may define `N` or `n` above the includes: the harness's headers have no names of one letter, and those of exercises put
/// such macros aside.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "course_files.hpp"
#include "support/output_file.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

constexpr const char* kMembers = "xyzw";  // threadIdx.x and float4's: a kernel could not name them either

/// The headers that exercises include. cublas.hpp is for peers.
std::vector<fs::path> headers() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(kRoot / "common" / "harness" / "lockstep"))
    if (entry.path().extension() == ".hpp" && entry.path().filename() != "cublas.hpp" &&
        !entry.path().stem().string().starts_with("macros_"))
      found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

/// The standard library's headers and CUDA's that these include. They come first: some of them have names of one letter.
std::string system_includes() {
  std::set<std::string> lines;
  for (const fs::path& header : headers()) {
    std::istringstream text(read(header));
    for (std::string line; std::getline(text, line);)
      if (line.starts_with("#include <")) lines.insert(line);
  }
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

/// For each letter a line of this text, in which `?` stands for the letter.
std::string for_each_letter(const std::string& line, const std::string& except = "") {
  std::string all;
  for (char letter = 'A'; letter <= 'z'; ++letter) {
    if (std::isalpha(static_cast<unsigned char>(letter)) == 0 || except.find(letter) != std::string::npos) continue;
    std::string one = line;
    std::ranges::replace(one, '?', letter);
    all += one + "\n";
  }
  return all;
}

const std::string kMacro = "#define ? (no name)";

/// @param lesson  the folder of a lesson whose headers it includes; may be empty
lockstep::Outcome compiled(const std::string& text, const fs::path& lesson = {}) {
  const TemporaryFolder folder;
  const std::string source = folder / "source.cpp";
  lockstep::write_file(source, text);
  const std::string root = kRoot.string() + "/common/";
  return lockstep::run_program("/usr/bin/env", {"g++", "-std=c++20", "-fsyntax-only", "-D__CUDACC__", "-D__LOCKSTEP_SIM__",
                                                "-D__device__=", "-D__host__=", "-D__global__=", "-D__shared__=", "-I" + root + "harness",
                                                "-I" + root + "harness/sim", "-I" + root + "sim/include", "-I" + root,
                                                "-I" + (lesson.empty() ? root : lesson.string()), "-include", "cuda_runtime.h", source});
}

}  // namespace

TEST_CASE("the harness's headers bear macros of one letter above them") {
  std::string text = system_includes() + for_each_letter(kMacro, kMembers);
  for (const fs::path& header : headers()) text += "#include \"lockstep/" + header.filename().string() + "\"\n";
  const lockstep::Outcome outcome = compiled(text);
  CAPTURE(outcome.err.substr(0, 2000));
  CHECK(outcome.succeeded());
}

TEST_CASE("the exercises' headers bear macros of one letter above them, and leave them defined") {
  int exercises = 0;
  for (const auto& lesson : fs::directory_iterator(kRoot / "lessons")) {
    if (!fs::exists(lesson.path() / "exercise.hpp")) continue;
    ++exercises;
    const lockstep::Outcome outcome =
        compiled(for_each_letter(kMacro) + "#include \"exercise.hpp\"\n" + for_each_letter("#ifndef ?\n#error ? is lost\n#endif"), lesson);
    CAPTURE(lesson.path(), outcome.err.substr(0, 2000));
    CHECK(outcome.succeeded());
  }
  CHECK(exercises >= 12);
}
