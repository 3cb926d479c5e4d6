/// @file
/// @brief What holds for every input: lines stay lines, what is not CUDA stays as it is, and nothing makes the translator fall over.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <random>
#include <regex>
#include <string>

#include "cases.hpp"
#include "catch.hpp"
#include "sim/translate/translate.hpp"
#include "texts.hpp"

namespace {

using lockstep::testing::lines;
using lockstep::translate::Columns;

lockstep::translate::Translation translate(const std::string& text, const std::string& name) {
  return lockstep::translate::translate(text, name, Columns::free);
}

std::string output_of(const std::string& command) {
  const auto close = [](std::FILE* pipe) { pclose(pipe); };
  const std::unique_ptr<std::FILE, decltype(close)> pipe(popen(command.c_str(), "r"), close);
  std::string text;
  std::array<char, 65536> part;
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe.get())) text.append(part.data(), size);
  return text;
}

std::string with_crlf(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') result += '\r';
    result += c;
  }
  return result;
}

}  // namespace

TEST_CASE("nothing comes out as nothing") {
  CHECK(translate("", "empty.cu").text.empty());
  CHECK(translate("", "empty.cu").errors.empty());
  CHECK(translate("\n", "line.cu").text == "\n");
}

TEST_CASE("the standard library comes out byte for byte") {
  const std::string headers = output_of("echo '#include <bits/stdc++.h>' | g++ -std=c++20 -E -x c++ -");
  REQUIRE(lines(headers) > 50000);
  const auto result = translate(headers, "headers.cu");
  CHECK(result.errors.empty());
  CHECK((result.text == headers));  // in parentheses, so that a failure does not print megabytes
}

TEST_CASE("every case keeps its lines") {
  for (const auto& file : case_files()) {
    const std::string text = contents(file);
    INFO(file);
    CHECK(lines(translate(text, "case.cu").text) == lines(text));
  }
}

TEST_CASE("columns stay where they are, in statements of all kinds") {
  const std::string text =
      "# 1 \"columns.cu\"\n"
      "__device__ void f(int* p, int i) {\n"
      "  p[i] = a0; p[a1] = 2;\n"
      "  if (i > a2) p[i] = a3; else a4();\n"
      "  if (i)\n"
      "    a5;\n"
      "  else { a6; }  { a7; }\n"
      "  for (int j = a8; j < 4; ++j) while (a9) do p[j] = a10; while (a11);\n"
      "#pragma GCC unroll 4\n"
      "  for (int j = 0; j < a12; ++j) { p[j] = a13;\n"
      "\tp[j] = a14; }\n"
      "  switch (i) { case 1: a15; break; default: a16; }\n"
      "  const char* s = R\"(\n"
      "  )\"; a17;\n"
      "  [&](int q) { a18; return p[q] + a19; }(1); a20;\n"
      "again: if (a21) goto again; return a22();\n"
      "}\n"
      "# 70 \"other.h\" 1\n"
      "__device__ int g(int i) { return a23; } int h() { return a24; }\n"
      "# 17 \"columns.cu\" 2\n"
      "int x() { return a25; }";
  const auto mistakes = [](const std::string& source) {
    return output_of("g++ -std=c++20 -D__device__= -fsyntax-only -x c++ - 2>&1 <<'END' | grep -o '^[^ ]*: error: .a[0-9]*'\n" + source +
                     "\nEND");
  };
  const std::string plain = mistakes(text);
  REQUIRE(lines(plain) == 26);
  const auto kept = lockstep::translate::translate(text, "columns.cu", Columns::kept);
  CHECK(kept.errors.empty());
  const std::string step = "namespace lockstep::sim { void step(); }\n";
  CHECK(mistakes(step + kept.text) == plain);
  CHECK(mistakes(step + translate(text, "columns.cu").text) != plain);
}

TEST_CASE("where columns are kept, nothing but space and linemarkers is added") {
  const auto squeezed = [](std::string text) {
    text = std::regex_replace(text, std::regex("\n# [0-9]+ \"[^\n]*(?=\n)"), "");
    std::erase_if(text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
    return text;
  };
  for (const auto& file : case_files()) {
    const std::string text = contents(file);
    INFO(file);
    CHECK(squeezed(lockstep::translate::translate(text, "case.cu", Columns::kept).text) == squeezed(translate(text, "case.cu").text));
  }
}

TEST_CASE("lines may end in CR LF") {
  for (const auto& file : case_files()) {
    const std::string name = file.filename().string();
    const std::string text = contents(file);
    const auto plain = translate(text, name);
    const auto windows = translate(with_crlf(text), name);
    INFO(name);
    CHECK(windows.errors == plain.errors);
    if (plain.errors.empty()) CHECK(windows.text == with_crlf(plain.text));
  }
}

TEST_CASE("the last line needs no end") {
  CHECK(translate("void f() { k<<<1, 2>>>(x); }", "a.cu").text == "void f() { (::lockstep::sim::configure(1, 2), k(x)); }");
  CHECK(translate("int x; // comment", "a.cu").text == "int x; // comment");
  CHECK(translate("#pragma unroll", "a.cu").text.empty());
}

TEST_CASE("a file may end anywhere") {
  for (const auto& file : case_files()) {
    const std::string text = contents(file);
    for (std::size_t size = 0; size < text.size(); ++size) {
      const std::string part = text.substr(0, size);
      const auto result = translate(part, "part.cu");
      if (lines(result.text) != lines(part)) FAIL(file << " cut after " << size << " bytes");
    }
  }
}

TEST_CASE("any order of tokens is survived") {
  static constexpr std::array<const char*, 44> kTokens = {"__global__",
                                                          "__device__",
                                                          "__shared__",
                                                          "__constant__",
                                                          "__host__",
                                                          "__forceinline__",
                                                          "__launch_bounds__",
                                                          "__align__",
                                                          "extern",
                                                          "static",
                                                          "template",
                                                          "<",
                                                          ">",
                                                          ">>>",
                                                          "<<<",
                                                          "(",
                                                          ")",
                                                          "{",
                                                          "}",
                                                          "[",
                                                          "]",
                                                          ";",
                                                          ",",
                                                          "=",
                                                          "k",
                                                          "void",
                                                          "int",
                                                          "struct",
                                                          "::",
                                                          "->",
                                                          ".",
                                                          "*",
                                                          "&",
                                                          "1",
                                                          "\"C\"",
                                                          "requires",
                                                          "operator",
                                                          "namespace",
                                                          ":",
                                                          "asm",
                                                          "\n",
                                                          "\n#\n",
                                                          "alignas",
                                                          "enum"};
  std::mt19937 generator(4);
  const auto below = [&generator](std::size_t limit) { return static_cast<std::size_t>(generator()) % limit; };
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (std::size_t i = below(24); i > 0; --i) text += std::string(kTokens[below(kTokens.size())]) + (below(4) != 0 ? " " : "");
    const auto result = translate(text, "soup.cu");
    if (lines(result.text) != lines(text)) FAIL("lines were lost in: " << text);
  }
}
