/// @file
/// @brief What a submission's object may use, tried on objects of this machine's compiler.
#include "grading/intake/symbols.hpp"

#include <fstream>

#include "catch.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;

namespace {

const SimulatorNames& simulator() {
  static const SimulatorNames names(LOCKSTEP_SOURCE_DIR "/common/sim/include");
  return names;
}

// What objdump says of the object of a C++ source, made as build_submission.sh makes it.
std::string objdump_of(const std::string& source) {
  const TemporaryFolder folder;
  std::ofstream(folder / "unit.cpp") << source;
  const std::string object = folder / "unit.o";
  const Outcome outcome = run_shell("c++ -std=c++20 -O1 -w -fno-gnu-unique -c " + (folder / "unit.cpp") + " -o " + (folder / "one.o") +
                                    " && c++ -r -nostdlib -Wl,--force-group-allocation " + (folder / "one.o") + " -o " + object +
                                    " && objdump -w -h -t " + object);
  CAPTURE(source, outcome.err);
  REQUIRE(outcome.succeeded());
  return outcome.out;
}

std::string refusal_of(const std::string& source) { return why_refused(objdump_of(source), simulator()).value_or(""); }

std::string refusal_of_call(const std::string& headers, const std::string& call) {
  return refusal_of(headers + "\nvoid f() {\n" + call + "\n}\n");
}

}  // namespace

TEST_CASE("symbols: what students write is allowed", "[symbols]") {
  const auto [headers, call] = GENERATE(table<std::string, std::string>({
      {"#include <cstdio>", R"(std::printf("%d\n", 1); std::puts("x"); std::fprintf(stderr, "x%d", 2); std::fflush(stdout);)"},
      {"#include <iostream>", R"(std::cout << "n = " << 3 << ' ' << 2.5 << std::endl; std::cerr << 'x' << std::hex << 255u << "\n";)"},
      {"#include <iomanip>\n#include <iostream>", R"(std::cout << std::setprecision(3) << std::setw(8) << 1.5f << std::fixed;)"},
      {"#include <sstream>", R"(std::ostringstream s; s << 1 << "x"; volatile auto n = s.str().size();)"},
      {"#include <sstream>", R"(std::stringstream s; s << 1 << "x"; volatile auto n = s.str().size();)"},
      {"#include <iostream>", R"(std::clog << 3 << std::endl; std::ios::sync_with_stdio(false);)"},
      {"#include <cerrno>\n#include <cstdio>\n#include <cstring>",
       R"(char s[9]; std::sprintf(s, "%d", 3); std::perror(s); std::puts(std::strerror(errno));)"},
      {"#include <cstdarg>\n#include <cstdio>\nstatic void say(const char* format, ...) {\nva_list a; va_start(a, format); "
       "std::vprintf(format, a); std::vfprintf(stderr, format, a); va_end(a);\n}",
       R"(say("%d", 3);)"},
      {"#include <cctype>", "volatile int c = 'x'; c = std::isdigit(c) + std::isspace(c) + std::isalpha(c) + std::toupper(c);"},
      {"#include <sys/time.h>\n#include <ctime>",
       "timeval t; gettimeofday(&t, nullptr); timespec s; clock_gettime(CLOCK_MONOTONIC, &s); volatile double d = std::difftime(3, 1);"},
      {"#include <vector>", "std::vector<float> v(100); v.push_back(1); v.at(3) = 2; v.resize(1000); v.insert(v.begin(), 3.f);"},
      {"#include <string>", R"(std::string s = "a" + std::to_string(12); s += 'x'; s.insert(0, "y"); volatile int n = std::stoi(s);)"},
      {"#include <cstdlib>",
       R"(volatile long n = std::strtol("1", nullptr, 10) + std::strtoull("2", nullptr, 10) + std::atoi("3") + std::atof("4");)"},
      {"#include <map>", "std::map<int, double> m; m[3] = 1; m.erase(3);"},
      {"#include <unordered_map>", "std::unordered_map<int, double> m; m[3] = 1; m.erase(3);"},
      {"#include <set>\n#include <deque>\n#include <list>\n#include <queue>",
       "std::set<int> s{1}; std::deque<int> d{1}; d.push_front(2); std::list<int> l{1}; l.push_back(2); std::queue<int> q; q.push(1);"},
      {"#include <algorithm>\n#include <numeric>\n#include <vector>",
       "std::vector<int> v(99); std::iota(v.begin(), v.end(), std::min(1, 2)); std::sort(v.begin(), v.end(), [](int a, int b) { return a > "
       "b; }); "
       "std::stable_sort(v.begin(), v.end()); volatile int sum = std::accumulate(v.begin(), v.end(), std::clamp(3, 1, 2));"},
      {"#include <memory>", "auto p = std::make_unique<int[]>(10); p[2] = 1; auto q = std::make_shared<int>(3);"},
      {"#include <functional>", "int n = 2; std::function<int(int)> g = [n](int k) { return n + k; }; volatile int r = g(1);"},
      {"#include <cassert>", "volatile int n = 1; assert(n == 1);"},
      {"#include <cmath>",
       "volatile double x = 2; volatile float y = 3; x = std::sqrt(x) + std::pow(x, 0.3) + std::exp(x) + std::hypot(x, x) + std::fmod(x, "
       "2); "
       "y = std::sin(y) + std::fabs(y) + std::log2(y) + sqrtf(y) + std::lround(y) + std::isnan(y) + std::ceil(y); x = std::lgamma(x);"},
      {"#include <stdexcept>\n#include <string>",
       R"(try { throw std::runtime_error("x" + std::to_string(1)); } catch (const std::exception& e) { volatile char c = *e.what(); })"},
      {"", "throw 3;"},
      {"", "throw \"text\";"},
      {"#include <stdexcept>", R"(throw std::invalid_argument("x");)"},
      {"#include <stdexcept>", R"(throw std::domain_error("x");)"},
      {"#include <stdexcept>", R"(throw std::overflow_error("x");)"},
      {"#include <new>", "int* n = new int[100]; n[3] = 1; delete[] n; int* m = new (std::nothrow) int; delete m;"},
      {"#include <cstdlib>", "void* p = std::malloc(10); p = std::realloc(p, 20); std::free(p); volatile int n = std::abs(-3);"},
      {"#include <cstring>",
       R"(volatile char a[10]; char b[10]; std::memset(b, 1, 10); std::strcpy(b, "x"); volatile auto n = std::strlen(b) + std::strcmp(b, "y");)"},
      {"#include <chrono>",
       "const auto t = std::chrono::steady_clock::now(); volatile long d = (std::chrono::steady_clock::now() - t).count();"},
      {"#include <random>", "std::mt19937 g(1); std::uniform_real_distribution<float> d; volatile float x = d(g);"},
      {"struct S { S(); ~S(); }; S::S() {} S::~S() {}", "static S once; thread_local int n = 0; volatile int k = ++n;"},
      {"#include <array>\n#include <limits>\n#include <tuple>\n#include <optional>\n#include <utility>",
       "std::array<int, 3> a{}; volatile int k = 2; a.at(k) = std::numeric_limits<int>::max(); std::optional<int> o; if (k) o = 3; "
       "volatile int v = o.value();"},
      {"#include <complex>", "volatile double x = 1; std::complex<double> c(x, x); c = c * c / std::abs(c); x = c.real();"},
      {"#include <bit>\n#include <cstdint>",
       "volatile std::uint64_t n = 12; n = std::popcount(n) + std::countl_zero(n) + std::bit_ceil(n);"},
      {"#include <variant>\n#include <string_view>",
       "std::variant<int, double> v = 3; volatile int n = std::get<int>(v); std::string_view s = \"abc\"; n = s.find('b');"},
      {"struct B { virtual ~B() = default; virtual int f() = 0; }; struct D : B { int f() override { return 1; } };",
       "B* b = new D; volatile int n = b->f(); if (auto* d = dynamic_cast<D*>(b)) n = d->f(); delete b;"},
      {"__extension__ typedef __int128 wide;",
       "volatile wide n = 3; n = n / 7 % 5; volatile double d = n; volatile long double e = 1; e = e * e;"},
  }));
  CAPTURE(headers, call);
  CHECK(refusal_of_call(headers, call) == "");
}

TEST_CASE("symbols: what reaches the system is refused, by its name", "[symbols]") {
  const auto [headers, call, name] = GENERATE(table<std::string, std::string, std::string>({
      {"#include <cstdlib>", "std::_Exit(0);", "_Exit"},
      {"#include <cstdlib>", "std::atexit([] {});", "atexit"},
      {"#include <cstdlib>", "std::system(\"x\");", "system"},
      {"#include <cstdlib>", "std::getenv(\"x\");", "getenv"},
      {"#include <unistd.h>", "fork();", "fork"},
      {"#include <unistd.h>", "syscall(57);", "syscall"},
      {"#include <unistd.h>", "char b; if (read(0, &b, 1)) return;", "read"},
      {"#include <cstdio>", "std::fopen(\"x\", \"w\");", "fopen"},
      {"#include <cstdio>", "std::remove(\"x\");", "remove"},
      {"#include <sys/mman.h>", "mmap(nullptr, 1, 0, 0, 0, 0);", "mmap"},
      {"#include <dlfcn.h>", "dlsym(nullptr, \"x\");", "dlsym"},
      {"#include <csignal>", "std::raise(9);", "raise"},
      {"#include <csetjmp>\nstd::jmp_buf b;", "std::longjmp(b, 1);", "longjmp"},
      {"extern char** environ;", "*environ = nullptr;", "environ"},
      {"#include <stdexcept>\nextern \"C\" int __tsan_mine(); extern void foreign(int);", "foreign(3);", "foreign(int)"},
      {"extern \"C\" void* __memcpy_chk(void*, const void*, unsigned long, unsigned long);", "int n = 0; __memcpy_chk(&n, &n, 4, -1);",
       "__memcpy_chk"},
      {"extern \"C\" long __getdelim(char**, unsigned long*, int, void*);", "__getdelim(nullptr, nullptr, 0, nullptr);", "__getdelim"},
      {"extern \"C\" char* __cxa_demangle(const char*, char*, unsigned long*, int*);", "__cxa_demangle(\"\", nullptr, nullptr, nullptr);",
       "__cxa_demangle"},
      {"extern \"C\" int _Unwind_Backtrace(void*, void*);", "_Unwind_Backtrace(nullptr, nullptr);", "_Unwind_Backtrace"},
      {"extern \"C\" int cudaHostRegister(void*, unsigned long, unsigned);", "cudaHostRegister(nullptr, 0, 0);", "cudaHostRegister"},
      {"extern \"C\" int cudaLaunchHostFunc(void*, void*, void*);", "cudaLaunchHostFunc(nullptr, nullptr, nullptr);", "cudaLaunchHostFunc"},
      {"namespace lockstep::sim { int observers(); }", "lockstep::sim::observers();", "lockstep::sim::observers()"},
      {"namespace lockstep::sim { int stop_trace(); }", "lockstep::sim::stop_trace();", "lockstep::sim::stop_trace()"},
      {"namespace lockstep::sim { void stop_check(); }", "lockstep::sim::stop_check();", "lockstep::sim::stop_check()"},
      {"namespace lockstep::sim { void start_profile(unsigned); }", "lockstep::sim::start_profile(0);",
       "lockstep::sim::start_profile(unsigned int)"},
      {"namespace lockstep { void write_file(int); }", "lockstep::write_file(0);", "lockstep::write_file(int)"},
  }));
  CAPTURE(headers, call);
  CHECK(refusal_of_call(headers, call) ==
        "it uses " + name + ", which a submission may not: kernels and their launch need no such function");
}

TEST_CASE("symbols: files, threads and the environment of C++ are refused", "[symbols]") {
  const auto [headers, call] = GENERATE(table<std::string, std::string>({
      {"#include <fstream>", "std::ofstream file(\"x\"); file << 1;"},
      {"#include <fstream>", "std::ifstream file(\"x\"); int n; file >> n;"},
      {"#include <filesystem>", "std::filesystem::remove_all(\"x\");"},
      {"#include <thread>", "std::thread([] {}).join();"},
      {"#include <thread>", "std::jthread([] {}).join();"},
      {"#include <future>", "std::async(std::launch::async, [] {}).wait();"},
      {"#include <iostream>", "int n; std::cin >> n;"},
      {"#include <streambuf>\nstruct B : std::streambuf { char c[9]; B() { setg(c, c, c + 9); } };", "B b; char c[9]; b.sgetn(c, 9);"},
      {"#include <iostream>", "std::cout.register_callback([](std::ios_base::event, std::ios_base&, int) {}, 0);"},
      {"#include <locale>", "std::locale::global(std::locale(\"C\"));"},
      {"#include <sstream>", "std::stringstream s; int n; s >> n;"},
      {"#include <cstdlib>", "std::quick_exit(0);"},
      {"#include <random>", "std::random_device d; volatile auto n = d();"},
  }));
  CAPTURE(headers, call);
  CHECK(refusal_of_call(headers, call).starts_with("it uses "));
}

TEST_CASE("symbols: what is defined is looked at as well", "[symbols]") {
  CHECK(refusal_of("int main() {}") == "it defines main: the course has its own; an exercise ends with run() and its registration");
  CHECK(refusal_of("int own() asm(\"main\"); int own() { return 0; }").starts_with("it defines main"));
  CHECK(refusal_of("extern \"C\" void __tsan_write4(void*) {}").starts_with("it defines __tsan_write4"));
  CHECK(refusal_of("extern \"C\" void __sanitizer_cov_trace_pc() {}").starts_with("it defines __sanitizer_cov_trace_pc"));
  CHECK(refusal_of("void hook(void*) asm(\"__tsan_read1\"); void hook(void*) {}").starts_with("it defines __tsan_read1"));
  CHECK(refusal_of("__attribute__((section(\".text\"))) extern const int code[] = {1, 2};") == "code is data among the instructions");
  CHECK(refusal_of(
            "static void f() {} static void (*pick())() { return f; } extern \"C\" { void g() __attribute__((ifunc(\"_ZL4pickv\"))); }") ==
        "g is resolved by a function of the submission's");
  CHECK(refusal_of("__attribute__((section(\".preinit_array\"), used)) static void (*const p)() = nullptr;") ==
        "it has a section .preinit_array: only the compiler's own are allowed");
  CHECK(refusal_of("__attribute__((section(\".interp\"))) extern const char p[] = \"/x\";") ==
        "it has a section .interp: only the compiler's own are allowed");
  CHECK(refusal_of("extern \"C\" void* memcpy(void* a, const void*, unsigned long) { return a; } void* operator new(unsigned long) { "
                   "return nullptr; }") == "");
}

TEST_CASE("symbols: what is no list of symbols is refused", "[symbols]") {
  CHECK(why_refused("", simulator()) == "its object cannot be read");
  CHECK(why_refused("hello\n", simulator()) == "its object cannot be read");
}
