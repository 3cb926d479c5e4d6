/// @file
/// @brief The tree is the architecture: every lesson has its parts, and every kernel file its order.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "course_files.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"
#include "support/text/version_names.hpp"

using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

// Of a version and the lesson's headers that it includes: a limit on the file alone would push the kernel into a header.
constexpr std::size_t kMostLines = 170;

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

// The versions' kernel files in the ladder's order: v1_naive.cu …
std::vector<fs::path> kernels(const fs::path& lesson) {
  std::vector<fs::path> found = files(lesson, ".cu");
  std::erase_if(found, [](const fs::path& path) { return !path.filename().string().starts_with('v'); });
  std::ranges::sort(found, lockstep::comes_before_name, [](const fs::path& path) { return path.filename().string(); });
  return found;
}

/// What a version declares, `Stage::shared_memory`, or else what its name says after the number: "shared_memory".
std::string stage_of(const fs::path& kernel) {
  const std::string text = read(kernel), stem = kernel.stem().string();
  std::smatch declared;
  if (std::regex_search(text, declared, std::regex(R"(Stage::(\w+))"))) return declared[1];
  return stem.substr(stem.find('_') + 1);
}

/// The lesson's headers that a version includes, those of headers too; problem.hpp is every version's.
std::set<fs::path> own_headers(const fs::path& source) {
  std::set<fs::path> found;
  const std::string text = read(source);
  const std::regex include(R"re(#include "(\w+\.hpp)")re");
  for (std::sregex_iterator match(text.begin(), text.end(), include), none; match != none; ++match) {
    const fs::path header = source.parent_path() / (*match)[1].str();
    if (header.filename() == "problem.hpp" || !fs::exists(header)) continue;
    found.merge(own_headers(header));
    found.insert(header);
  }
  return found;
}

std::size_t lines_of(const fs::path& file) { return static_cast<std::size_t>(std::ranges::count(read(file), '\n')); }

std::size_t lines_to_read(const fs::path& kernel) {
  std::size_t lines = lines_of(kernel);
  if (kernel.parent_path().filename() >= "06") return lines;  // their kernels are still in headers
  for (const fs::path& header : own_headers(kernel)) lines += lines_of(header);
  return lines;
}

/// The folder of a lesson that a file lies in, as a path from `lessons`: "04_dot_product". Empty for a file elsewhere.
fs::path lesson_of(const fs::path& file, const fs::path& lessons) {
  const fs::path from_lessons = file.lexically_normal().lexically_relative(lessons);
  return from_lessons.empty() || *from_lessons.begin() == ".." ? fs::path() : *from_lessons.begin();
}

/// Includes of another lesson's files: "09_conjugate_gradient/v7_half_matrix.cu includes ../05_matrix_vector/triangle_tile.hpp".
std::vector<std::string> foreign_includes(const fs::path& lessons) {
  static const std::regex kInclude("^\\s*#\\s*include\\s*\"([^\"]+)\"");
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(lessons)) {
    if (!entry.is_regular_file()) continue;
    const fs::path file = entry.path(), lesson = lesson_of(file, lessons);
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      std::smatch match;
      if (!std::regex_search(line, match, kInclude)) continue;
      for (const fs::path& from : {file.parent_path(), lessons, lessons.parent_path()}) {
        const fs::path other = from / match[1].str();
        if (!fs::is_regular_file(other)) continue;
        if (const fs::path owner = lesson_of(other, lessons); !owner.empty() && owner != lesson)
          found.push_back(file.lexically_relative(lessons).string() + " includes " + match[1].str());
        break;
      }
    }
  }
  std::sort(found.begin(), found.end());
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
  }
}

TEST_CASE("every lesson has the five stages of the ladder") {
  for (const fs::path& lesson : lessons()) {
    if (lesson.filename() == "00_hello_gpu") continue;  // not an algorithm
    CAPTURE(lesson.filename().string());
    for (const char* stage : {"naive", "coalesced", "shared_memory", "reduction_optimized", "atomic_combine"}) {
      CAPTURE(stage);
      const auto versions = kernels(lesson);
      REQUIRE(std::ranges::any_of(versions, [&](const fs::path& path) { return stage_of(path) == stage; }));
    }
  }
}

TEST_CASE("versions are numbered without a gap") {
  for (const fs::path& lesson : lessons()) {
    CAPTURE(lesson.filename().string());
    std::size_t next = 1;
    for (const fs::path& kernel : kernels(lesson)) {
      CAPTURE(kernel.filename().string());
      REQUIRE(kernel.filename().string().starts_with("v" + std::to_string(next++) + "_"));
    }
  }
}

TEST_CASE("every kernel file is short, and has its parts in their order") {
  for (const fs::path& lesson : lessons())
    for (const fs::path& kernel : kernels(lesson)) {
      CAPTURE(kernel.string());
      const std::string text = read(kernel);
      REQUIRE(lines_to_read(kernel) <= kMostLines);
      // The head's parts begin a line each: so the site finds them.
      std::vector<std::string> parts{"/// @file",   "\n/// @brief ", "\n/// Look at: ", "\n#include",
                                     "namespace {", "__global__",    "void run(",       "const Version version{__FILE__,"};
      if (!kernel.filename().string().starts_with("v1_")) parts.insert(parts.begin() + 2, "\n/// Change from v");
      std::size_t at = 0;
      for (const std::string& part : parts) {
        CAPTURE(part);
        const std::size_t found = text.find(part, at);
        REQUIRE(found != std::string::npos);
        at = found;
      }
    }
}

TEST_CASE("no lesson includes another one's files: what two of them need is in the device kit") {
  REQUIRE(foreign_includes(kRoot / "lessons") == std::vector<std::string>{});
}

TEST_CASE("an include of another lesson's file is found") {
  const lockstep::TemporaryFolder folder;
  const fs::path lessons = folder.path() / "lessons";
  const auto write = [&](const fs::path& file, const std::string& text) {
    fs::create_directories((lessons / file).parent_path());
    std::ofstream(lessons / file) << text;
  };
  write("01_one/quad.hpp", "#include <cstdint>\n");
  write("01_one/v1_naive.cu", "#include \"quad.hpp\"\n#include \"lockstep/cuda.hpp\"\n");
  write("01_one/programs/main.cu", "#include \"../quad.hpp\"\n");
  write("02_two/quad.hpp", "");
  write("02_two/v1_naive.cu", "#include \"quad.hpp\"\n");
  REQUIRE(foreign_includes(lessons).empty());

  write("02_two/quad.hpp", "#include \"../01_one/quad.hpp\"\n");
  write("02_two/v1_naive.cu", " #  include \"lessons/01_one/quad.hpp\"\n#include \"01_one/quad.hpp\"\n");
  REQUIRE(foreign_includes(lessons) == std::vector<std::string>{"02_two/quad.hpp includes ../01_one/quad.hpp",
                                                                "02_two/v1_naive.cu includes 01_one/quad.hpp",
                                                                "02_two/v1_naive.cu includes lessons/01_one/quad.hpp"});
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

// What a page's `./lockstep cc … -o hello` leaves in the root is easily added with everything else.
TEST_CASE("no program is among the course's files") {
  const lockstep::Outcome list = lockstep::run_shell("git -C '" + kRoot.string() + "' ls-files");
  if (!list.succeeded()) {
    std::cout << "skipped here: this is not a clone" << std::endl;
    return;
  }
  std::istringstream names(list.out);
  std::size_t files = 0;
  for (std::string name; std::getline(names, name); ++files) {
    CAPTURE(name);
    REQUIRE_FALSE(read(kRoot / name).starts_with("\177ELF"));
  }
  REQUIRE(files > 1000);
}
