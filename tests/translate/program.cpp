/// @file
/// @brief The program `lockstep-translate`: where it reads and writes, and its exit status.
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "cases.hpp"
#include "catch.hpp"

namespace {

/// A folder of its own for each test, removed at its end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "lockstep-translate-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }
  std::string read(const std::string& name) const { return contents(path_ / name); }

  /// Runs the program in this folder; what it prints goes to the files `out` and `err`.
  int run(const std::string& arguments) const {
    const int status =
        std::system(("cd " + path_.string() + " && " LOCKSTEP_BINARY_DIR "/lockstep-translate " + arguments + " >out 2>err").c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  std::filesystem::path path_;
};

const std::string kLaunch = "void f() { k<<<1, 2>>>(x); }\n";
const std::string kTranslated = "void f() {  (::lockstep::sim::configure(1, 2), k(x)); }\n";
const std::string kUsage = "; usage: lockstep-translate [INPUT] [-o OUTPUT] [--options FILE] [--relaxed-constexpr] [--foreign]\n";

/// Without the linemarkers that keep columns, and the spaces after them.
std::string joined(const std::string& text) { return std::regex_replace(text, std::regex("\n# 1 \"[a-z.<>]+\"\n +"), ""); }

}  // namespace

TEST_CASE("the program reads a file or standard input, and writes a file or standard output") {
  const Folder folder;
  folder.write("a.ii", kLaunch);
  SECTION("file to standard output") {
    CHECK(folder.run("a.ii") == 0);
    CHECK(joined(folder.read("out")) == kTranslated);
  }
  SECTION("standard input to standard output") {
    CHECK(folder.run("<a.ii") == 0);
    CHECK(joined(folder.read("out")) == kTranslated);
  }
  SECTION("file to file") {
    CHECK(folder.run("a.ii -o b.ii") == 0);
    CHECK(joined(folder.read("b.ii")) == kTranslated);
    CHECK(folder.read("out").empty());
  }
  SECTION("standard input to file") {
    CHECK(folder.run("--output b.ii <a.ii") == 0);
    CHECK(joined(folder.read("b.ii")) == kTranslated);
  }
  CHECK(folder.read("err").empty());
}

TEST_CASE("a refused program is not written") {
  const Folder folder;
  folder.write("a.ii", "__shared__ int a = 1;\n# 7 \"real.cu\"\n__global__ int k();\n");
  folder.write("b.ii", "as it was");
  CHECK(folder.run("a.ii -o b.ii") == 1);
  CHECK(folder.read("b.ii") == "as it was");
  CHECK(folder.read("err") ==
        "a.ii:1: error: a __shared__ variable cannot be initialised; let one thread assign to it, then call __syncthreads()\n"
        "real.cu:7: error: a __global__ function must return void\n");
  CHECK(folder.run("<a.ii") == 1);
  CHECK(folder.read("out").empty());
  CHECK(folder.read("err").starts_with("<stdin>:1: error: "));
}

TEST_CASE("wrong usage gets one line and status 2") {
  const Folder folder;
  folder.write("a.ii", kLaunch);
  const auto complaint = [&folder](const std::string& arguments) {
    INFO(arguments);
    CHECK(folder.run(arguments) == 2);
    CHECK(folder.read("out").empty());
    const std::string text = folder.read("err");
    CHECK(text.starts_with("lockstep-translate: "));
    CHECK(text.find('\n') == text.size() - 1);
    return text;
  };
  CHECK(complaint("missing.ii") == "lockstep-translate: cannot read 'missing.ii'\n");
  CHECK(complaint(".") == "lockstep-translate: cannot read '.'\n");
  CHECK(complaint("a.ii -o nowhere/b.ii") == "lockstep-translate: cannot write 'nowhere/b.ii'\n");
  CHECK(complaint("a.ii -o /dev/full") == "lockstep-translate: cannot write '/dev/full'\n");
  CHECK(complaint("a.ii b.ii").ends_with(kUsage));
  CHECK(complaint("--unknown").ends_with(kUsage));
  CHECK(complaint("a.ii -o").ends_with(kUsage));
}

TEST_CASE("--help explains itself") {
  const Folder folder;
  CHECK(folder.run("--help") == 0);
  CHECK(folder.read("out").find("--output") != std::string::npos);
}

TEST_CASE("units with arrays in device code ask the compiler to check indices, others do not") {
  const Folder folder;
  const auto options_of = [&](const std::string& text) {
    folder.write("a.ii", text);
    REQUIRE(folder.run("a.ii -o b.ii --options c") == 0);
    return folder.read("c");
  };
  for (const char* text :
       {"__global__ void k(int i) { int a[4]; a[i] = 1; }", "__device__ float f(int i) { const float a[] = {1, 2}; return a[i]; }",
        "__global__ void k() { if (true) { float2 a[2][3]; use(a); } }", "__device__ auto f() { std::array<int, 3> a[2]; return a; }",
        "template <class T> __device__ T f() { T a[8]; return a[7]; }"}) {
    CAPTURE(text);
    CHECK(options_of(text) == "-fsanitize=bounds\n");
  }
  for (const char* text : {"__global__ void k(int i) { __shared__ int a[4]; a[i] = 1; }", "int f(int i) { int a[4]; return a[i]; }",
                           "__device__ int a[4];\n__global__ void k(int* p, int i) { p[i] = a[i] + p[0]; }", "__constant__ float c[9];"}) {
    CAPTURE(text);
    CHECK(options_of(text).empty());
  }
}

TEST_CASE("units that return an object with a destructor by its name have it made where the caller wants it") {
  const Folder folder;
  const auto elides = [&](const std::string& body) {
    folder.write("a.ii",
                 "struct Stream { Stream(); ~Stream(); }; template <class T> struct Held { ~Held(); }; struct Plain { int x; };\n" + body);
    REQUIRE(folder.run("a.ii -o b.ii --options c --foreign") == 0);
    return folder.read("c").find("-felide-constructors") != std::string::npos;
  };
  for (const char* body : {"Stream f() { Stream s; use(s); return s; }", "Stream f() { Stream s{1}, t; if (t) { return t; } return s; }",
                           "auto f() { Held<int> h(3); return h; }", "Stream f() { auto s = Stream(); return s; }",
                           "struct F { Stream f() { Stream s; return s; } };"}) {
    CAPTURE(body);
    CHECK(elides(body));
  }
  for (const char* body :
       {"Plain f() { Plain p; return p; }", "Stream f() { return Stream(); }", "int f() { Stream s; int n = 1; return n; }",
        "Stream s; int f(int n) { return n; } void g() { Stream t; }", "Stream& f(Stream& s) { return s; }"}) {
    CAPTURE(body);
    CHECK_FALSE(elides(body));
  }
}

TEST_CASE("lanes that exchange numbers without a barrier are kept in step where that is asked for") {
  const Folder folder;
  const auto kernel_of = [&](const std::string& body) {
    folder.write("a.ii", "__global__ void k(int t, float* p) {\n__shared__ float a[64], b[64]; float* c = a;\n" + body + "\n}\n");
    REQUIRE(folder.run("a.ii -o b.ii --foreign") == 0);
    return folder.read("b.ii");
  };
  for (const char* body :
       {"for (int s = 16; s > 0; s /= 2) if (t < s) a[t] += a[t + s];", "int s = 32; while (s /= 2) { if (t < s) { a[t] += a[t + s]; } }",
        "__syncthreads(); for (int s = 16; s > 0; s /= 2) c[t] = c[t] + c[t ^ s];", "a[t] += a[t + 2]; a[t] += a[t + 1];",
        "if (t < 2) a[t] += a[t + 2];\nif (t < 1) a[t] += a[t + 1];"}) {
    CAPTURE(body);
    CHECK(kernel_of(body).find("::lockstep::sim::in_step(") != std::string::npos);
  }
  for (const char* body :
       {"for (int s = 16; s > 0; s /= 2) { __syncthreads(); if (t < s) a[t] += a[t + s]; }", "a[t] += a[t + 2];",
        "a[t] += a[t + 2]; __syncwarp(); a[t] += a[t + 1];", "for (int i = 0; i < 9; ++i) a[t] += b[t + i];",
        "a[t] += a[t + 2]; b[t] += b[t + 1];", "volatile float* v = a; for (int s = 16; s > 0; s /= 2) v[t] += v[t + s];"}) {
    CAPTURE(body);
    CHECK(kernel_of(body).find("in_step") == std::string::npos);
  }
}

TEST_CASE("options that cannot be written are one line and status 2") {
  const Folder folder;
  folder.write("a.ii", kLaunch);
  CHECK(folder.run("a.ii -o b.ii --options none/c") == 2);
  CHECK(folder.read("err") == "lockstep-translate: cannot write 'none/c'\n");
}
