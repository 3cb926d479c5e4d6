/// @file
/// @brief Compiles a lesson's version with nvcc, as far as PTX.
#include "ptx.hpp"

#include <regex>
#include <sstream>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "skipped.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::testing {

std::optional<std::string> ptx_of(const std::string& version) {
  const Outcome found = run_shell("command -v \"${CUDACXX:-nvcc}\" || command -v nvcc || command -v /usr/local/cuda/bin/nvcc");
  if (!found.succeeded()) {
    note_skipped("nvcc is not installed: the PTX of " + version);
    return {};
  }
  const std::string nvcc = found.out.substr(0, found.out.find('\n')), root = LOCKSTEP_SOURCE_DIR;
  const std::string lesson = root + "/lessons/" + version.substr(0, version.find('/'));  // asides include its headers
  const TemporaryFolder folder;
  const std::string ptx = folder / "version.ptx";
  const Outcome made = run_program(nvcc,
                                   {"-std=c++20", "-O3", "-ptx", "-arch=sm_90", "-w", "-I" + root + "/common/harness", "-I" + lesson,
                                    "-DLOCKSTEP_BACKEND_NAME=\"cuda\"", root + "/lessons/" + version + ".cu", "-o", ptx},
                                   kCompiling);
  CAPTURE(made.err);
  REQUIRE(made.succeeded());
  return read_file(ptx);
}

std::string kernel_in(const std::string& ptx, const std::string& name) {
  const std::string begin = ".entry ";
  for (std::size_t at = ptx.find(begin); at != std::string::npos; at = ptx.find(begin, at + 1)) {
    const std::string kernel = ptx.substr(at, ptx.find(begin, at + 1) - at);
    if (kernel.substr(0, kernel.find('(')).find(name) != std::string::npos) return kernel;
  }
  return {};
}

std::size_t occurrences(const std::string& ptx, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = ptx.find(text); at != std::string::npos; at = ptx.find(text, at + text.size())) ++count;
  return count;
}

std::vector<std::string> instructions_in(const std::string& kernel) {
  static const std::regex instruction("\\s+(?:@!?%\\w+\\s+)?([a-z][a-z0-9_.:]*)\\s.*;");
  std::vector<std::string> opcodes;
  std::istringstream lines(kernel);
  std::smatch match;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, match, instruction)) opcodes.push_back(match[1]);
  return opcodes;
}

std::vector<std::string> accesses_in(const std::string& kernel) {
  static const std::regex access("(ld|st)\\.(global|shared)(?:\\.\\w+)*?(?:\\.v([24]))?\\.[a-z]([0-9]+)");
  std::vector<std::string> accesses;
  std::smatch match;
  for (const std::string& opcode : instructions_in(kernel)) {
    if (!std::regex_match(opcode, match, access)) continue;
    const int parts = match[3].matched ? std::stoi(match[3]) : 1;
    accesses.push_back(match[1].str() + '.' + match[2].str() + ' ' + std::to_string(parts * std::stoi(match[4]) / 8));
  }
  return accesses;
}

}  // namespace lockstep::testing
