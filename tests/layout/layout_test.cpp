/// @file
/// @brief The tree is the architecture: every lesson has its parts, and every kernel file its order.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"

namespace fs = std::filesystem;

namespace {

const fs::path kRoot = LOCKSTEP_SOURCE_DIR;
constexpr std::size_t kMostLines = 90;  // "about 80"
constexpr std::size_t kMostVersions = 9;

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<fs::path> lessons() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(kRoot / "lessons"))
    if (entry.is_directory()) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<fs::path> files(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == extension) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

// The versions' kernel files: v1_naive.cu …
std::vector<fs::path> kernels(const fs::path& lesson) {
  std::vector<fs::path> found = files(lesson, ".cu");
  std::erase_if(found, [](const fs::path& path) { return !path.filename().string().starts_with('v'); });
  return found;
}

}  // namespace

TEST_CASE("every lesson has its problem, its walkthrough and its CPU version") {
  REQUIRE_FALSE(lessons().empty());
  for (const fs::path& lesson : lessons()) {
    CAPTURE(lesson.filename().string());
    for (const char* part : {"problem.hpp", "README.md", "v0_cpu.cpp", "bench.txt"}) {
      CAPTURE(part);
      REQUIRE(fs::is_regular_file(lesson / part));
    }
    const std::string problem = read(lesson / "problem.hpp");
    REQUIRE(problem.find("cuda") == problem.find("cudaMalloc"));  // plain C++: only named in words
    REQUIRE(kernels(lesson).size() <= kMostVersions);
  }
}

TEST_CASE("every lesson has the five stages of the ladder") {
  for (const fs::path& lesson : lessons()) {
    if (lesson.filename() == "00_hello_gpu") continue;  // not an algorithm
    CAPTURE(lesson.filename().string());
    for (const char* stage : {"naive", "coalesced", "shared_memory", "reduction_optimized", "atomic_combine"}) {
      CAPTURE(stage);
      const auto versions = kernels(lesson);
      REQUIRE(std::any_of(versions.begin(), versions.end(), [&](const fs::path& path) { return path.stem().string().substr(3) == stage; }));
    }
  }
}

TEST_CASE("versions are numbered without a gap") {
  for (const fs::path& lesson : lessons()) {
    CAPTURE(lesson.filename().string());
    char next = '1';
    for (const fs::path& kernel : kernels(lesson)) REQUIRE(kernel.filename().string()[1] == next++);
  }
}

TEST_CASE("every kernel file is short, and has its parts in their order") {
  for (const fs::path& lesson : lessons())
    for (const fs::path& kernel : kernels(lesson)) {
      CAPTURE(kernel.string());
      const std::string text = read(kernel);
      REQUIRE(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) <= kMostLines);
      // The head's parts begin a line each: so the site finds them.
      std::vector<std::string> parts{"/// @file",   "\n/// @brief ", "\n/// Look at: ", "\n#include",
                                     "namespace {", "__global__",    "void run(",       "const Version version{__FILE__,"};
      if (kernel.filename().string()[1] != '1') parts.insert(parts.begin() + 2, "\n/// Change from v");
      std::size_t at = 0;
      for (const std::string& part : parts) {
        CAPTURE(part);
        const std::size_t found = text.find(part, at);
        REQUIRE(found != std::string::npos);
        at = found;
      }
    }
}

TEST_CASE("nothing in a lesson knows that the simulator exists") {
  for (const fs::path& lesson : lessons())
    for (const fs::path& kernel : kernels(lesson)) {
      CAPTURE(kernel.string());
      REQUIRE(read(kernel).find("sim::") == std::string::npos);
      REQUIRE(read(kernel).find("LOCKSTEP_") == std::string::npos);
    }
}

TEST_CASE("the source is free of what only one machine has") {
  for (const char* folder : {"common", "lessons", "tests", "cmake", "docs"}) {
    if (!fs::exists(kRoot / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (!entry.is_regular_file() || entry.path().filename() == "layout_test.cpp") continue;
      if (entry.path().string().find("tests/grading/") != std::string::npos) continue;  // its programs look for a machine's own on purpose
      CAPTURE(entry.path().string());
      const std::string text = read(entry.path());
      for (const std::string word : {"/home", "/work", "/root"}) REQUIRE(text.find(word + "/") == std::string::npos);
    }
  }
}
