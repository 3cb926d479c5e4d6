/// @file
/// @brief `./lockstep cc` takes nvcc's options, as build files pass them: those that mean something here mean it, and the others are
/// silent.
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string>
#include <utility>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

/// A folder with sources, in which the compiler is started.
class Project {
 public:
  Project(std::initializer_list<std::pair<std::string, std::string>> files) {
    for (const auto& [name, text] : files) std::ofstream(folder_ / name) << text;
  }
  std::string operator/(const std::string& name) const { return folder_ / name; }
  bool has(const std::string& name) const { return fs::exists(folder_ / name); }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }
  /// `line`: for the shell, with cc for the compiler.
  Outcome shell(const std::string& line) const {
    return run_shell("cd '" + folder_.path().string() +
                     "' && cc() { env LOCKSTEP_CC_SETTINGS='" LOCKSTEP_BINARY_DIR "/cc.settings' sh '" LOCKSTEP_SOURCE_DIR
                     "/common/sim/cc.sh' \"$@\"; } && " +
                     line);
  }

 private:
  TemporaryFolder folder_;
};

constexpr const char* kAnswer =
    "__global__ void k(int* p) { *p = ANSWER; }\nint main() {\n  int* p;\n  cudaMallocManaged(&p, 4);\n"
    "  k<<<1, 1>>>(p);\n  cudaDeviceSynchronize();\n  return *p;\n}\n";

/// How the compiler and then the program end; what the compiler says is checked to be nothing.
int answer(const Project& project, const std::string& options) {
  const Outcome compiled = project.shell("cc " + options + " a.cu -o a");
  CAPTURE(options, compiled.err);
  CHECK(compiled.succeeded());
  CHECK(compiled.err.empty());
  return project.shell("./a").code;
}

}  // namespace

TEST_CASE("nvcc's options about code of a GPU are taken in all their spellings, and silent") {
  const Project project{{"a.cu", kAnswer}};
  CHECK(answer(project,
               "-DANSWER=7 -arch=sm_90 -arch sm_80 --gpu-architecture=sm_75 -gencode arch=compute_90,code=sm_90 "
               "--generate-code=arch=compute_80,code=[compute_80,sm_80] -code=sm_90 --ptxas-options=-v -Xptxas -O3,-v -Xnvlink -v "
               "-Xcudafe --diag_suppress=177 -maxrregcount=32 --maxrregcount 64 -use_fast_math --ftz=true -prec-div=false "
               "-prec-sqrt=false -fmad=false -lineinfo -m64 -ccbin g++ --compiler-bindir=g++ -cudart shared --cudart=static "
               "--expt-relaxed-constexpr --extended-lambda -diag-suppress 20012,177 --threads 4 -t=2 -allow-unsupported-compiler "
               "-Wno-deprecated-gpu-targets --resource-usage -O3 --optimize=2 -w --disable-warnings -g -split-compile=0") == 7);
}

TEST_CASE("shuffles and votes without a mask are of the lanes that are here, and refused for devices from 7.0, as by nvcc") {
  const Project project{{"a.cu",
                         "__global__ void k(int* p) {\n  int x = threadIdx.x;\n"
                         "  for (int d = 16; d > 0; d /= 2) x += __shfl_down(x, d);\n"
                         "  if (threadIdx.x == 0) p[0] = x;\n"
                         "  if (threadIdx.x >= 8) return;\n"
                         "  p[1] = __shfl_xor(2.0f * threadIdx.x, 1, 2) == 2.0f * (threadIdx.x ^ 1);\n"
                         "  const int up = __shfl_up(threadIdx.x, 1u) + (__shfl(7ll, 3) == 7);\n  if (threadIdx.x == 7) p[2] = up;\n"
                         "  p[3] = __ballot(threadIdx.x & 1);\n  p[4] = 10 * __any(threadIdx.x == 3) + __all(threadIdx.x < 8);\n}\n"
                         "int main() {\n  int* p;\n  cudaMallocManaged(&p, 20);\n  k<<<1, 32>>>(p);\n  cudaDeviceSynchronize();\n"
                         "  return p[0] == 496 && p[1] == 1 && p[2] == 7 && p[3] == 0xaa && p[4] == 11 ? 3 : 4;\n}\n"}};
  for (const char* architecture : {"", "-arch=sm_52 ", "-gencode arch=compute_61,code=sm_61 "}) {
    const Outcome compiled = project.shell("cc " + std::string(architecture) + "a.cu -o a");
    CAPTURE(architecture, compiled.err);
    REQUIRE(compiled.succeeded());
    CHECK(compiled.err.find("a.cu:3:51: warning: ") != std::string::npos);
    CHECK(compiled.err.find("need not be together; use __shfl_down_sync()") != std::string::npos);
    CHECK(project.shell("./a").code == 3);
  }
  for (const char* architecture :
       {"-arch=sm_70", "-gencode arch=compute_61,code=sm_61 -gencode arch=compute_80,code=sm_80", "-arch native"}) {
    const Outcome refused = project.shell("cc " + std::string(architecture) + " a.cu -o a");
    CAPTURE(architecture, refused.err);
    CHECK(refused.code == 1);
    CHECK(refused.err.find("__any() is not valid on compute_70 and above, and should be replaced with __any_sync()") != std::string::npos);
  }
}

TEST_CASE("what is for compute capability 9.0 alone has nvcc's macros, and -E writes into a file") {
  const Project project{{"a.cu",
                         "#ifdef __CUDA_ARCH_FEAT_SM90_ALL\n"
                         "static_assert(__CUDA_ARCH_SPECIFIC__ == 900 && __CUDA_ARCH_FAMILY_SPECIFIC__ == 900, \"\");\n"
                         "int special;\n#else\nint usual;\n#endif\n"}};
  const auto has = [&](const std::string& options, const char* word) {
    const Outcome outcome = cc({"-E", project / "a.cu", "-o", project / "a.i", options});
    return outcome.succeeded() && lockstep::read_file(project / "a.i").find(word) != std::string::npos;
  };
  CHECK(has("-arch=sm_90a", "int special;"));
  CHECK(has("--gpu-architecture=compute_90a", "int special;"));
  CHECK(has("-gencode=arch=compute_90a,code=sm_90a", "int special;"));
  CHECK(has("-arch=sm_90", "int usual;"));
}

TEST_CASE("macros, folders and options for g++ arrive") {
  const Project project{{"a.cu", std::string("#include \"said.h\"\n") + kAnswer}, {"said.h", "#define ANSWER SAID + 1\n"}};
  fs::create_directory(project / "include dir");
  fs::rename(project / "said.h", project / "include dir/said.h");
  CHECK(answer(project, "-DSAID=3 '-Iinclude dir'") == 4);
  CHECK(answer(project, "--define-macro SAID=4 --include-path 'include dir'") == 5);
  CHECK(answer(project, "-D SAID=9 -U SAID -D SAID=5 -isystem 'include dir'") == 6);
  CHECK(answer(project, "-Xcompiler -DSAID=6,-Wall -Xcompiler=-fno-strict-aliasing -I=include\\ dir") == 7);
  CHECK(answer(project, "-Xcompiler '-DSAID=7 -Wextra' --system-include 'include dir'") == 8);
  CHECK(answer(project, "--compiler-options \\\"-DSAID=8\\\" -I 'include dir'") == 9);
}

TEST_CASE("a program's macros do not reach into CUDA's headers, which come first") {
  const Project project{{"a.cu", std::string("#ifndef T\n#error T\n#endif\n") + kAnswer}};
  CHECK(answer(project, "-DANSWER=N -DN=11 -DT=float -DA -DB='x y' '-DF(x)=x+1'") == 11);
}

TEST_CASE("a folder of NVIDIA's headers is left out: they need its compiler") {
  const Project project{{"a.cu", kAnswer}};
  fs::create_directory(project / "toolkit");
  for (const char* header : {"cuda_runtime.h", "cuda_runtime_api.h"}) std::ofstream(project / "toolkit/" + header) << "#error NVIDIA's\n";
  CHECK(answer(project, "-DANSWER=3 -Itoolkit -I toolkit -isystem toolkit -L/usr/local/cuda/lib64") == 3);
}

TEST_CASE("OpenMP reaches the host code and the link by way of -Xcompiler") {
  const Project project{{"a.cu",
                         "#include <omp.h>\n#ifndef _OPENMP\n#error no\n#endif\nint main() {\n  int n = 0;\n"
                         "#pragma omp parallel num_threads(3) reduction(+ : n)\n  n += 1;\n  return n;\n}\n"}};
  CHECK(answer(project, "-Xcompiler -fopenmp") == 3);
}

TEST_CASE("CUDA's own libraries are the simulator, the system's are linked, and others are named") {
  const Project project{{"a.cu", kAnswer}};
  CHECK(answer(project, "-DANSWER=2 -lcudart -lcudart_static -lcudadevrt -lcuda -l nvToolsExt -lm -lpthread -ldl -lrt --library stdc++") ==
        2);
  const Outcome missing = project.shell("cc -DANSWER=1 a.cu -lcufft");
  CHECK(missing.code == 2);
  CHECK(lines(missing.err) == 1);
  CHECK(missing.err.find("-lcufft") != std::string::npos);
}

TEST_CASE("options may stand in a file, and in nvcc's variables of the environment") {
  const Project project{{"a.cu", kAnswer}, {"options.txt", "-DANSWER=5\n-Xcompiler \"-Wall,-Wextra\"\n"}};
  CHECK(answer(project, "@options.txt") == 5);
  CHECK(answer(project, "--options-file options.txt") == 5);
  CHECK(project.shell("export NVCC_APPEND_FLAGS='-DANSWER=6' && cc a.cu && ./a.out").code == 6);
}

TEST_CASE("the option -run runs the program with its arguments, and ends as that does") {
  const Project project(
      {{"a.cu", "#include <cstdio>\nint main(int, char** words) { std::printf(\"%s %s\", words[1], words[2]); return 4; }\n"}});
  const Outcome outcome = project.shell("cc -run --run-args one,two a.cu");
  CHECK(outcome.out == "one two");
  CHECK(outcome.code == 4);
}

TEST_CASE("the option -v shows the commands, and -dryrun nothing else") {
  const Project project{{"a.cu", kAnswer}};
  const Outcome dry = project.shell("cc --dryrun -DANSWER=1 a.cu -o a");
  CHECK(dry.succeeded());
  CHECK(dry.err.find("-DANSWER") == std::string::npos);  // in a file, after CUDA's headers
  CHECK(dry.err.find("lockstep-translate") != std::string::npos);
  CHECK_FALSE(project.has("a"));
  const Outcome loud = project.shell("cc -v -DANSWER=1 a.cu -o a");
  CHECK(lines(loud.err) == lines(dry.err));
  CHECK(project.has("a"));
}

TEST_CASE("dependencies are written as make wants them") {
  const Project project{{"a.cu", std::string("#include \"said.h\"\n") + kAnswer}, {"said.h", "#define ANSWER 1\n"}};
  CHECK(project.shell("cc -MM a.cu").out == "a.o: a.cu said.h\n");
  CHECK(project.shell("cc -MD -MT x/a.o -MF a.dep -x cu -c a.cu -o a.o").succeeded());
  CHECK(project.read("a.dep").starts_with("x/a.o: a.cu "));
  CHECK(project.read("a.dep").find("said.h") != std::string::npos);
  CHECK(project.has("a.o"));
  CHECK(project.shell("cc -MMD -c a.cu -o b.o").succeeded());
  CHECK(project.read("b.d") == "b.o: a.cu said.h\n");
  CHECK(project.shell("cc -E -DHERE=1 a.cu").out.find("*p = 1;") != std::string::npos);
}

TEST_CASE("a library of objects, a device link, and files of other suffixes") {
  const Project project{{"part.cu", "__device__ int twice(int x) { return 2 * x; }\n__device__ int total;\n"},
                        {"main.cpp",
                         "__device__ int twice(int);\nextern __device__ int total;\n__global__ void k() { total = twice(9); }\n"
                         "int main() {\n  k<<<1, 1>>>();\n  int t;\n  cudaMemcpyFromSymbol(&t, total, 4);\n  return t;\n}\n"}};
  CHECK(project.shell("cc -rdc=true -lib part.cu -o libpart.a && cc -rdc=true -x cu -c main.cpp -odir . && cc main.o libpart.a -o a && ./a")
            .code == 18);
  CHECK(project.shell("cc -dc part.cu && cc -dc -x cu main.cpp && cc -dlink part.o main.o -o link.o && cc part.o main.o link.o && ./a.out")
            .code == 18);
  const Outcome apart = project.shell("cc -x cu part.cu main.cpp");
  CHECK(apart.code == 1);
  CHECK(apart.err.find("-rdc=true") != std::string::npos);
}

TEST_CASE("a function that is nowhere is no variable of another file") {
  const Project project{{"a.cu", "void nowhere(int);\nint main() { nowhere(1); }\n"}};
  const Outcome linked = project.shell("cc a.cu");
  CHECK(linked.code == 1);
  CHECK(linked.err.find("nowhere(int)") != std::string::npos);
  CHECK(linked.err.find("-rdc") == std::string::npos);
}

TEST_CASE("without -rdc each unit has its own variables, as with nvcc") {
  const Project project(
      {{"one.cu",
        "__device__ int x = 1;\n__managed__ int m = 2;\n__global__ void k1(int* p) { *p += x + m; }\n"
        "void one(int* p) { k1<<<1, 1>>>(p); }\n"},
       {"two.cu",
        "__device__ int x = 10;\n__managed__ int m = 20;\n__global__ void k2(int* p) { *p += x + m; }\nvoid one(int* p);\n"
        "int main() {\n  int* p;\n  cudaMallocManaged(&p, 4);\n  *p = 0;\n  one(p);\n  k2<<<1, 1>>>(p);\n  cudaDeviceSynchronize();\n"
        "  return *p;\n}\n"}});
  CHECK(project.shell("cc one.cu two.cu && ./a.out").code == 33);
  CHECK(project.shell("cc -rdc=true one.cu two.cu").code == 1);
}

TEST_CASE("with per-thread default streams a launch does not wait for other streams") {
  const Project project{{"a.cu",
                         "__global__ void k(int* p, int x) { *p = x; }\nint main() {\n  int* p;\n  cudaMalloc(&p, 4);\n  cudaStream_t s;\n"
                         "  cudaStreamCreate(&s);\n  k<<<1, 1, 0, s>>>(p, 1);\n  k<<<1, 1>>>(p, 2);\n  cudaDeviceSynchronize();\n"
                         "  cudaStreamDestroy(s);\n  cudaFree(p);\n}\n"}};
  const auto [option, ordered] =
      GENERATE(table<std::string, bool>({{"", true}, {"--default-stream=legacy", true}, {"-default-stream per-thread", false}}));
  const Outcome checked = project.shell("cc " + option + " a.cu -o a && LOCKSTEP_CHECK=1 ./a");
  CAPTURE(option, checked.err);
  CHECK(checked.succeeded() == ordered);
  CHECK((checked.err.find("race") != std::string::npos) == !ordered);
}

TEST_CASE("options that make code of a GPU, and those that are unknown, are refused by name") {
  const Project project{{"a.cu", "int main() {}\n"}, {"b.ptx", ""}};
  const auto [option, named] = GENERATE(table<std::string, std::string>({{"-ptx", "-ptx"},
                                                                         {"--cubin", "-cubin"},
                                                                         {"-shared", "-lib"},
                                                                         {"b.ptx", "b.ptx"},
                                                                         {"-Xcompiler -fsanitize=address", "-fsanitize=address"},
                                                                         {"-default-stream nothing", "per-thread"},
                                                                         {"-c -o x.o b.cu", "b.cu"},
                                                                         {"--frobnicate", "--frobnicate"}}));
  const Outcome outcome = project.shell("cc a.cu " + option);
  CAPTURE(outcome.err);
  CHECK(outcome.code == 2);
  CHECK(lines(outcome.err) == 1);
  CHECK(outcome.err.starts_with("lockstep cc: "));
  CHECK(outcome.err.find(named) != std::string::npos);
}

TEST_CASE("with -forward-unknown-to-host-compiler, as CMake has it, unknown options are g++'s") {
  const Project project{{"a.cu", kAnswer}};
  CHECK(answer(project, "-forward-unknown-to-host-compiler --param=max-inline-insns-single=100 -DANSWER=8") == 8);
}

TEST_CASE("scripts learn the release, and people the options") {
  const Project project{};
  CHECK(project.shell("cc --version").out.find("release 13.0, V13.0") != std::string::npos);
  CHECK(project.shell("cc -V").succeeded());
  CHECK(project.shell("cc -h").out.find("-Xcompiler") != std::string::npos);
}

TEST_CASE("a header that is not there is told with what would help") {
  const Project project{};
  const auto [header, advice] = GENERATE(table<std::string, std::string>({{"helper_cuda.h", "CUDA samples"},
                                                                          {"own.h", "-I FOLDER"},
                                                                          {"cufft.h", "not this library"},
                                                                          {"cuda_gl_interop.h", "the simulator has no"}}));
  const Outcome outcome = project.shell("echo '#include <" + header + ">' > a.cu && cc a.cu");
  CAPTURE(outcome.err);
  CHECK(outcome.code == 1);
  CHECK(lines(outcome.err) == 1);
  CHECK(outcome.err.starts_with("a.cu:1: error: "));
  CHECK(outcome.err.find(header) != std::string::npos);
  CHECK(outcome.err.find(advice) != std::string::npos);
}
