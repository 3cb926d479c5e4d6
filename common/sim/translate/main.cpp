/// @file
/// @brief `lockstep-translate`: reads what `g++ -E` made of a `.cu` file, writes C++ for the simulator.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

#include "translate.hpp"

namespace {

enum Status : int { kDone = 0, kRefused = 1, kUsage = 2 };

int complain(const std::string& message) {
  fmt::print(stderr, "lockstep-translate: {}\n", message);
  return kUsage;
}

bool read(std::istream& in, std::string& text) {
  std::array<char, 1 << 16> part;
  while (in.read(part.data(), part.size()) || in.gcount() > 0) text.append(part.data(), static_cast<std::size_t>(in.gcount()));
  return !in.bad();  // as it is for a folder
}

bool write(std::ostream& out, const std::string& text) {
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  return static_cast<bool>(out.flush());
}

int write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  return file && write(file, text) ? kDone : complain(fmt::format("cannot write '{}'", path));
}

int run(const std::string& input, const std::string& output, const std::string& options) {
  std::string text;
  if (input.empty()) {
    if (!read(std::cin, text)) return complain("cannot read standard input");
  } else {
    std::ifstream file(input, std::ios::binary);
    if (!file || !read(file, text)) return complain(fmt::format("cannot read '{}'", input));
  }

  const lockstep::translate::Translation result = lockstep::translate::translate(text, input.empty() ? "<stdin>" : input);
  for (const std::string& error : result.errors) fmt::print(stderr, "{}\n", error);
  if (!result.errors.empty()) return kRefused;  // and nothing is written

  if (!options.empty())
    if (const int status = write_file(options, result.options); status != kDone) return status;
  if (output.empty()) return write(std::cout, result.text) ? kDone : complain("cannot write to standard output");
  return write_file(output, result.text);
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  CLI::App app("Turns a preprocessed CUDA translation unit into C++ for the Lockstep simulator.", "lockstep-translate");
  std::string input;
  std::string output;
  std::string options;
  app.add_option("input", input, "Output of g++ -E (standard input if left out)");
  app.add_option("-o,--output", output, "Where to write (standard output if left out)");
  app.add_option("--options", options, "Where to write the compiler's options that this unit needs");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help
    return complain(fmt::format("{}; usage: lockstep-translate [INPUT] [-o OUTPUT] [--options FILE]", error.what()));
  }
  return run(input, output, options);
}
