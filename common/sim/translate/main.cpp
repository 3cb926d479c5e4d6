/// @file
/// @brief `lockstep-translate`: reads what `g++ -E` made of a `.cu` file, writes C++ for the simulator.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <span>
#include <string>
#include <string_view>

#include "sim/translate/translate.hpp"

namespace {

using lockstep::translate::Columns;
using lockstep::translate::Dialect;
using lockstep::translate::Translation;

enum Status : int { kDone = 0, kRefused = 1, kUsage = 2, kLacksPtx = 3 };

constexpr const char* kUsageLine = "lockstep-translate [INPUT] [-o OUTPUT] [--options FILE] [--relaxed-constexpr] [--foreign]";
constexpr const char* kHelp =
    "Turns a preprocessed CUDA translation unit into C++ for the Lockstep simulator.\n"
    "Usage: {}\n\n"
    "  INPUT                output of g++ -E (default: standard input)\n"
    "  -o,--output OUTPUT   where to write (default: standard output)\n"
    "  --options FILE       where to write the compiler options that this unit needs\n"
    "  --relaxed-constexpr  device code may call the host's constexpr functions\n"
    "  --foreign            the program was not written for the simulator: lanes of a warp stay in step where it counts on\n"
    "                       it, and objects are made where they are returned to\n"
    "Status 3: the unit has inline PTX, and does not include lockstep/sim/ptx/all.hpp.\n";

/// What was typed; empty where it was not.
struct Files {
  std::string input, output, options;
  Dialect dialect;
};

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

/// Where a word, or the value of an option, goes; null where there is no such option.
std::string* place_of(std::string_view word, Files& files) {
  if (word == "-o" || word == "--output") return &files.output;
  if (word == "--options") return &files.options;
  return word.starts_with('-') ? nullptr : &files.input;
}

/// What the word asks for; null where it is no such word.
bool* wanted_by(std::string_view word, Dialect& dialect) {
  if (word == "--relaxed-constexpr") return &dialect.relaxes_constexpr;
  return word == "--foreign" ? &dialect.is_foreign : nullptr;
}

/// Reads the command line: by hand, since CLI11 would take the first build five seconds more.
/// @return what is wrong with it; empty where nothing is
std::string parse(std::span<char*> words, Files& files) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (bool* const wanted = wanted_by(word, files.dialect)) {
      *wanted = true;
      continue;
    }
    std::string* const file = place_of(word, files);
    if (file == nullptr) return fmt::format("unknown option {}", word);
    if (file != &files.input && ++i == words.size()) return fmt::format("{} needs a value", word);
    if (!file->empty()) return fmt::format("unexpected file '{}'", words[i]);
    *file = words[i];
  }
  return {};
}

int run(const Files& files) {
  const auto& [input, output, options, dialect] = files;
  std::string text;
  if (input.empty()) {
    if (!read(std::cin, text)) return complain("cannot read standard input");
  } else {
    std::ifstream file(input, std::ios::binary);
    if (!file || !read(file, text)) return complain(fmt::format("cannot read '{}'", input));
  }

  const Translation result = lockstep::translate::translate(text, input.empty() ? "<stdin>" : input, Columns::kept, dialect);
  for (const std::string& error : result.errors) fmt::print(stderr, "{}\n", error);
  if (!result.errors.empty()) return result.lacks_ptx ? kLacksPtx : kRefused;  // and nothing is written

  if (!options.empty())
    if (const int status = write_file(options, result.options); status != kDone) return status;
  if (output.empty()) return write(std::cout, result.text) ? kDone : complain("cannot write to standard output");
  return write_file(output, result.text);
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  const std::span words(argv + 1, argv + argc);
  if (std::ranges::any_of(words, [](std::string_view word) { return word == "-h" || word == "--help"; })) {
    fmt::print(fmt::runtime(kHelp), kUsageLine);
    return kDone;
  }
  Files files;
  if (const std::string wrong = parse(words, files); !wrong.empty()) return complain(fmt::format("{}; usage: {}", wrong, kUsageLine));
  return run(files);
}
