/// @file
/// @brief What becomes of sources: programs where students wrote plain CUDA, one line with its place where they did not.
#include "grading/intake/build.hpp"

#include <sstream>

#include "box_trial.hpp"
#include "catch.hpp"
#include "course_kit.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::read_file;
using lockstep::run_program;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

// As the grader would build it, but without the box, which has tests of its own. `folder` is to hold the program.
Built built(const std::string& source, const TemporaryFolder& folder, bool boxed = false) {
  static const SimulatorNames simulator(LOCKSTEP_SOURCE_DIR "/common/sim/include");
  return build_submission(source, kKit, simulator, Place(boxed), folder.path());
}

std::string complaint_of_build(const std::string& source) { return built(source, TemporaryFolder()).complaint; }

// A whole exercise.cu of what stands before its run(), and in it.
std::string exercise(const std::string& before, const std::string& in_run) {
  return "#include \"exercise.hpp\"\n#include \"lockstep/cuda.hpp\"\n" + before +
         "\nnamespace {\nvoid run([[maybe_unused]] const Norm::Device& p, [[maybe_unused]] const Launch& launch) {\n" + in_run +
         "\n}\nconst Version version{__FILE__, \"mine\", run};\n}\n";
}

}  // namespace

TEST_CASE("build: the solution becomes a program, in the box too", "[build]") {
  const bool boxed = GENERATE(false, true);
  if (boxed && there_is_no_box()) return;
  const TemporaryFolder folder;
  const Built program = built(read_file(kKit.solution().string()), folder, boxed);
  REQUIRE(program.complaint == "");
  const Outcome listed = run_program(program.program, {"--list"});
  CHECK(listed.succeeded());
  CHECK(listed.out.starts_with("exercise"));
  for (const auto& entry : fs::directory_iterator(folder.path()))
    CHECK((entry.path().filename() == "exercise.cu" || entry.path().filename() == "program" || entry.path().filename() == "symbols"));
}

TEST_CASE("build: what students write in kernels and in run() is allowed", "[build]") {
  const auto [before, in_run] = GENERATE(table<std::string, std::string>({
      {"#include <cassert>\n#include <cstdio>\n"
       "__global__ void k(float* y) { printf(\"%d %f\\n\", threadIdx.x, 2.0 * y[0]); assert(y != nullptr); if (y[0] > 3) __trap(); }",
       "k<<<1, 32, 0, launch.stream>>>(p.norm); std::printf(\"done\\n\"); lockstep::check_launch();"},
      {"__global__ void k(const float* x, double* y, int* n) {\n"
       "  double sum = x[threadIdx.x];\n"
       "  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);\n"
       "  if (__any_sync(~0u, sum > 1) && __ballot_sync(~0u, 1) == ~0u) atomicAdd(y, sum);\n"
       "  atomicMax(n, 3); atomicCAS(n, 1, 2); atomicExch(n, __popc(7)); __threadfence(); __syncwarp();\n"
       "  y[1] = rsqrt(sum) + __fsqrt_rn(2.0f) + __expf(1.0f) + fmaf(1.0f, 2.0f, 3.0f) + __ldg(x) + __double2int_rn(sum) + "
       "__int_as_float(3);\n"
       "}",
       "int* n = launch.scratch<int>(1); k<<<1, 32>>>(p.x, launch.scratch<double>(2), n);"},
      {"#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\nnamespace cg = cooperative_groups;\n"
       "__global__ void k(float* y) {\n"
       "  auto block = cg::this_thread_block(); auto warp = cg::tiled_partition<32>(block);\n"
       "  const float sum = cg::reduce(warp, y[block.thread_rank()], cg::plus<float>()); block.sync();\n"
       "  cg::this_grid().sync(); if (warp.thread_rank() == 0) y[0] = sum + warp.shfl_down(sum, 1);\n"
       "}",
       "float* y = p.norm; void* arguments[] = {&y}; cudaLaunchCooperativeKernel(reinterpret_cast<void*>(k), 1, 32, arguments, 0, "
       "launch.stream);"},
      {"__constant__ float factors[4]; __device__ int counter;\n"
       "__global__ void k(float* y) { extern __shared__ double dynamic_sums[]; dynamic_sums[threadIdx.x] = factors[1]; __syncthreads(); "
       "y[0] = dynamic_sums[0]; ++counter; }",
       "const float f[4] = {1}; cudaMemcpyToSymbol(factors, f, sizeof f); k<<<1, 32, 256, launch.stream>>>(p.norm);"},
      {"#include <vector>\n#include <algorithm>\n#include <stdexcept>\n#include <iostream>\n",
       "float* mine = nullptr; if (cudaMalloc(&mine, 1024) != cudaSuccess) throw std::runtime_error(\"no memory\");\n"
       "cudaMemset(mine, 0, 1024); cudaEvent_t start, stop; cudaEventCreate(&start); cudaEventCreate(&stop); cudaEventRecord(start, "
       "launch.stream);\n"
       "cudaEventRecord(stop); cudaEventSynchronize(stop); float ms = 0; cudaEventElapsedTime(&ms, start, stop); cudaEventDestroy(start);\n"
       "std::vector<float> host(256); cudaMemcpyAsync(host.data(), mine, 1024, cudaMemcpyDeviceToHost, launch.stream); "
       "cudaStreamSynchronize(launch.stream);\n"
       "std::sort(host.begin(), host.end()); std::cout << host.at(0) << ' ' << ms << std::endl; std::cerr << "
       "cudaGetErrorString(cudaGetLastError()) << '\\n';\n"
       "cudaStream_t more; cudaStreamCreate(&more); cudaStreamDestroy(more); cudaDeviceProp what; cudaGetDeviceProperties(&what, 0);\n"
       "int most = 0; cudaDeviceGetAttribute(&most, cudaDevAttrMultiProcessorCount, 0); cudaDeviceSynchronize(); cudaFree(mine);"},
      {"#include <cstring>\n#include <vector>\n"
       "__host__ __device__ unsigned bits_of(float x) { unsigned bits; std::memcpy(&bits, &x, sizeof bits); return bits; }\n"
       "__global__ void k(float* y, const float* x, int n) { memcpy(y, x, n); std::memset(y, 0, n); __builtin_memcpy(y, x, 16); "
       "atomicAdd(y, bits_of(x[1])); }",
       "std::vector<float> host(256); std::memset(host.data(), 0, 1024); memcpy(host.data(), &host[bits_of(0)], launch.grid_or(4)); "
       "memmove(&host[1], &host[0], 8); k<<<1, 32, 0, launch.stream>>>(p.norm, p.x, 4);"},
      {"template <int kBlock, class T> struct BlockSum { struct Storage { T sums[kBlock]; }; Storage& s;\n"
       "  __device__ T sum(T x) { s.sums[threadIdx.x] = x; __syncthreads(); for (int h = kBlock / 2; h > 0; h /= 2) { if (threadIdx.x < h) "
       "s.sums[threadIdx.x] += "
       "s.sums[threadIdx.x + h]; __syncthreads(); } return s.sums[0]; } };\n"
       "template <int kBlock> __global__ void k(const float* x, float* y) { __shared__ typename BlockSum<kBlock, double>::Storage s; *y = "
       "BlockSum<kBlock, double>{s}.sum(x[threadIdx.x]); }",
       "const auto go = [&](auto kernel) { kernel<<<1, 256, 0, launch.stream>>>(p.x, p.norm); }; go(k<256>); static int times = 0; "
       "++times; "
       "thread_local double last = 1; last *= times;"},
      {"#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, \"%s:%d %s\\n\", __FILE__, __LINE__, "
       "cudaGetErrorString(e)); "
       "abort(); } } while (0)\n#include <cstdio>\n#include <cstdlib>\n__global__ void k(float4* x) { float4 v = x[0]; v.x += 1; x[1] = "
       "make_float4(v.x, 0, 0, 0); }",
       "lockstep::DeviceBuffer<float4> buffer(2); CHECK(cudaDeviceSynchronize()); k<<<dim3(1, 1), dim3(1)>>>(buffer.data());"},
  }));
  CAPTURE(before, in_run);
  CHECK(complaint_of_build(exercise(before, in_run)) == "");
}

TEST_CASE("build: every header of the standard library may be included", "[build]") {
  const std::string headers =
      "algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits clocale cmath "
      "codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime "
      "cuchar cwchar cwctype deque exception execution filesystem format forward_list fstream functional future initializer_list iomanip "
      "ios iosfwd iostream istream iterator latch limits list locale map memory memory_resource mutex new numbers numeric optional "
      "ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span sstream stack stdexcept "
      "stop_token streambuf string string_view syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map "
      "unordered_set utility valarray variant vector version assert.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h "
      "setjmp.h signal.h stdarg.h stddef.h stdint.h stdio.h stdlib.h string.h time.h uchar.h wchar.h wctype.h bits/stdc++.h";
  std::istringstream words(headers);
  std::string before;
  for (std::string header; words >> header;)
    before += "#if __has_include(<" + header + ">)\n#include <" + header + ">\n#endif\n";  // g++ 12 has no <format>
  CHECK(complaint_of_build(exercise(before, "")) == "");
}

TEST_CASE("build: what of the standard library only computes and prints may be used", "[build]") {
  const std::string headers =
      "#include <algorithm>\n#include <any>\n#include <bitset>\n#include <complex>\n#include <cstdio>\n#include <cstdlib>\n#include "
      "<functional>\n#include <iomanip>\n#include <iostream>\n"
      "#include <memory>\n#include <numbers>\n#include <optional>\n#include <random>\n#include <sstream>\n#include <string>\n"
      "#include <unordered_map>\n#include <valarray>\n#include <variant>\n";
  CHECK(complaint_of_build(
            exercise(headers,
                     "std::ostringstream text; text << std::setw(9) << std::setprecision(3) << 2.5 << std::hex << 255;\n"
                     "std::cout << text.str() << std::stoi(\"12\") + std::stod(\"1.5\") + std::strtol(\"3\", nullptr, 10) << "
                     "std::endl;\n"
                     "std::mt19937 random(std::atoi(\"7\")); std::vector<double> numbers(99);\n"
                     "std::generate(numbers.begin(), numbers.end(), [&] { return std::normal_distribution<>()(random); });\n"
                     "std::ranges::sort(numbers); std::valarray<double> powers(numbers.data(), numbers.size());\n"
                     "std::cerr << std::complex(powers.sum(), std::numbers::pi) << std::bitset<8>(5) << '\\n';\n"
                     "std::unordered_map<std::string, std::shared_ptr<int>> map; map[\"a\"] = std::make_shared<int>(3);\n"
                     "std::optional<int> some; std::variant<int, double> either = 3; std::any any = 3; std::function<void()> f;\n"
                     "try { some.value(); std::get<double>(either); std::any_cast<float>(any); f(); } catch (const "
                     "std::exception& e) { std::printf(\"%s\\n\", e.what()); }")) == "");
}

TEST_CASE("build: assembly does not pass for a header's", "[build]") {
  const std::string assembly = "inline assembly is not allowed in a submission: write plain CUDA";
  const auto code = GENERATE(
      as<std::string>{},  //
      "# 1 \"/usr/include/x.h\" 1 3\nvoid f() { __asm (\"nop\"); }",
      "# 1 \"/usr/include/x.h\" 1 3\n__asm (\".globl x\\n.incbin \\\"/etc/passwd\\\"\");",
      "# 1 \"/usr/include/x.h\" 1 3\n__asm (\".globl x; .incbin /etc/passwd\");",
      "# 1 \"/usr/include/x.h\" 1 3\n__asm (\".globl x\" \"\\nnop\");",
      "# 1 \"/usr/include/x.h\" 1 3\n__asm (\".globl x\"); void f() { asm(\"nop\"); }",
      "# 1 \"/usr/include/x.h\" 1 3\nvoid f() { a__asm (\".globl x\")sm(\"nop\"); }",
      "# 1 \"/usr/include/x.h\" 1 3\nvoid f() { asm(\"#NO_APP\\nnop\\n#APP\"); }",
      "# 1 \"/usr/include/x.h\" 1 3 4\nvoid f() { asm(\"nop\"); }", "%: 1 \"/usr/include/x.h\" 1 3\nvoid f() { asm(\"nop\"); }",
      "?\?=line 1 \"/usr/include/x.h\"\nvoid f() { asm(\"nop\"); }", "#line 1 \"/usr/include/x.h\"\nvoid f() { __asm (\".globl x\"); }",
      "#pragma GCC system_header\nvoid f() { __asm__(\"nop\"); }", "_Pragma(\"GCC system_header\") void f() { __asm__ volatile(\"nop\"); }",
      "#include <iostream>\nvoid f() { __asm (\".globl x\"); }",
      "#include <iostream>\n#define PASTE(a, b) a##b\nvoid f() { PASTE(as, m)(R\"(nop)\"); }", "void f() { a\\u0073m(\"nop\"); }",
      "#include <iostream>\nvoid f() { asm goto(\"nop\" :::: l); l:; }", "#include <sys/cdefs.h>\nvoid f() { asm(__STRING(nop)); }",
      "#include <sys/io.h>\nvoid f() { outb(1, 2); }");
  CAPTURE(code);
  const std::string complaint = complaint_of_build(code);
  CHECK((complaint == assembly || complaint.starts_with("it does not compile: ")));
}

TEST_CASE("build: the first error is told with its line", "[build]") {
  const TemporaryFolder folder;
  const Built wrong =
      built("#include \"exercise.hpp\"\n\nint f() {\n  int unused;\n  return lenght;\n}\nint g() { return other; }\n", folder);
  CHECK(wrong.complaint.starts_with("it does not compile: exercise.cu:5:10: error: "));
  CHECK(wrong.complaint.find("lenght") != std::string::npos);
  CHECK(wrong.details.find("exercise.cu:7:18: error: ") != std::string::npos);
  CHECK(wrong.details.find(folder.path().string()) == std::string::npos);
  CHECK(complaint_of_build("#include \"nowhere.hpp\"\n") ==
        "it does not compile: exercise.cu:1:10: fatal error: nowhere.hpp: No such file or directory");
  CHECK(complaint_of_build("__global__ void k() {}\nvoid f() { k<<<1, 1>>(); }\n").starts_with("it does not compile: exercise.cu:2"));
  CHECK(complaint_of_build("#error my own\n") == "it does not compile: exercise.cu:1:2: error: #error my own");
}

TEST_CASE("build: what cannot be linked is told by its name", "[build]") {
  CHECK(complaint_of_build("void forgotten(); void f() { forgotten(); }").find("forgotten()") != std::string::npos);
  CHECK(complaint_of_build("int main() {}").starts_with("it is refused: it defines main"));
  CHECK(complaint_of_build("void f() { asm(\"nop\"); }") == "inline assembly is not allowed in a submission: write plain CUDA");
  CHECK(complaint_of_build("#warning first\nvoid f() { asm(\"nop\"); }") ==
        "inline assembly is not allowed in a submission: write plain CUDA");
}
