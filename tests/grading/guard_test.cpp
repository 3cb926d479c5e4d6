/// @file
/// @brief Where the guard puts checks, and what it does not take for assembly of the compiler's.
#include "grading/guard/guard.hpp"

#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using lockstep::grading::guard;

namespace {

struct Guarded {
  std::string refusal, text;
};

Guarded guarded(const std::string& assembly) {
  std::istringstream in(assembly);
  std::ostringstream out;
  const auto refusal = guard(in, out);
  return {refusal.value_or(""), out.str()};
}

std::string of_code(const std::string& code) {
  const Guarded result = guarded("\t.text\n" + code + "\n");
  CAPTURE(code);
  REQUIRE(result.refusal.empty());
  return result.text;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

bool has_check(const std::string& code) { return has(of_code(code), "call lockstep_guard_"); }

bool is_refused(const std::string& code) { return !guarded("\t.text\n" + code + "\n").refusal.empty(); }

}  // namespace

TEST_CASE("guard: an access through a pointer is checked, with its size and direction", "[guard]") {
  CHECK(has(of_code("\tmovl 8(%rbx), %eax"), "\tleaq 8(%rbx), %rdi\n\tcall lockstep_guard_load4\n"));
  CHECK(has(of_code("\tmovq %rax, (%rcx,%rdx,8)"), "\tleaq (%rcx,%rdx,8), %rdi\n\tcall lockstep_guard_store8\n"));
  CHECK(has(of_code("\tmovzbl (%rax), %eax"), "load1\n"));
  CHECK(has(of_code("\tmovss (%rax), %xmm1"), "load4\n"));
  CHECK(has(of_code("\taddsd 16(%rax), %xmm1"), "load8\n"));
  CHECK(has(of_code("\tmovups %xmm0, (%rax)"), "store16\n"));
  CHECK(has(of_code("\tfldt (%rax)"), "load10\n"));
  CHECK(has(of_code("\tfstps (%rax)"), "store4\n"));
  CHECK(has(of_code("\tsete (%rax)"), "store1\n"));
  const std::string both = of_code("\tlock addl %eax, (%rdi)");
  CHECK(has(both, "load4\n"));
  CHECK(has(both, "store4\n"));
  const std::string fill = of_code("\trep stosq");
  CHECK(has(fill, "fill8\n"));
  CHECK_FALSE(has(fill, "copy8\n"));
  CHECK(has(of_code("\trep movsb"), "copy1\n"));
}

TEST_CASE("guard: an access to the frame, or to a variable by its name, needs no check, and past its end it does", "[guard]") {
  CHECK_FALSE(has_check("\tmovl 24(%rsp), %eax"));
  CHECK(has_check("\tmovl 24000(%rsp), %eax"));
  CHECK(has_check("\tmovl -24(%rsp), %eax"));
  CHECK(has(of_code("\tmovl 24(%rsp,%rax,4), %eax"), "\tleaq 32(%rsp,%rax,4), %rdi\n"));
  const std::string table = "\t.type table, @object\n\t.size table, 16\n";
  CHECK_FALSE(has_check(table + "\tmovl 12+table(%rip), %eax\n\tmovl table(%rip), %eax\n\tmovl %eax, table+8(%rip)"));
  CHECK(has_check(table + "\tmovl table+16(%rip), %eax"));
  CHECK(has_check(table + "\tmovl table-4(%rip), %eax"));
  CHECK(has_check(table + "\tmovl table(,%rax,4), %eax"));
  CHECK_FALSE(has_check("\tmovq stdout(%rip), %rax"));
  CHECK(has_check("\tmovq %rax, stdout(%rip)"));
  CHECK_FALSE(has_check("\tleaq (%rax,%rbx), %rcx\n\tnopw 0(%rax,%rax)"));
}

TEST_CASE("guard: variables of the thread are read where another file says they are", "[guard]") {
  CHECK_FALSE(has_check("\tmovq threadIdx@gottpoff(%rip), %rax\n\tmovl %fs:(%rax), %ebx"));
  CHECK(has_check("\tmovq threadIdx@gottpoff(%rip), %rax\n\tmovl %ebx, %fs:(%rax)"));
  CHECK(has_check("\tmovq threadIdx@gottpoff(%rip), %rax\n\taddq $8, %rax\n\tmovl %fs:(%rax), %ebx"));
  CHECK(has_check("\tmovq threadIdx@gottpoff(%rip), %rax\n.L3:\n\tmovl %fs:(%rax), %ebx"));
  CHECK(has_check("\tmovl %fs:(%rax,%rcx,4), %ebx"));
}

TEST_CASE("guard: flags that are read later are kept", "[guard]") {
  CHECK(has(of_code("\tcmpl %eax, %ebx\n\tmovl (%rcx), %eax\n\tjne .L2\n.L2:"), "pushfq"));
  CHECK(has(of_code("\tcmovne (%rcx), %eax"), "pushfq"));
  CHECK_FALSE(has(of_code("\tmovl (%rcx), %eax\n\tcmpl %eax, %ebx\n\tjne .L2\n.L2:"), "pushfq"));
  CHECK_FALSE(has(of_code("\tmovl (%rcx), %eax\n\tcall f"), "pushfq"));
  CHECK(has(of_code("\tcmpl %eax, %ebx\n\tmovl 4(%rsp,%rcx), %eax\n\tjne .L2\n.L2:"), "leaq 20(%rsp,%rcx), %rdi"));
}

TEST_CASE("guard: what a hook tells of is known at the access that follows", "[guard]") {
  const std::string slot = "%fs:lockstep_guard_";
  CHECK(has(of_code("\tcall __tsan_read4@PLT"), "\tmovq %rdi, " + slot + "loaded@tpoff\n\tmovq $4, " + slot + "loaded@tpoff+8\n\tcall"));
  CHECK(has(of_code("\tcall __tsan_unaligned_write16@PLT"), "movq $16, " + slot + "stored@tpoff+8"));
  CHECK(has(of_code("\tcall __tsan_write_range@PLT"), "movq %rsi, " + slot + "stored@tpoff+8"));
  // It may let other threads run.
  CHECK(has(of_code("\tcall __tsan_volatile_read4@PLT"), "__tsan_volatile_read4@PLT\n\tpopq %rdi\n\tpopq %rdi\n\tmovq %rdi, " + slot));
  CHECK_FALSE(has(of_code("\tcall __tsan_func_entry@PLT"), slot));
}

TEST_CASE("guard: a jump through a pointer goes to a function whose address was taken", "[guard]") {
  CHECK(has(of_code("\tcall *%rax"), "\tmovq %rax, %rdi\n\tcall lockstep_guard_target\n"));
  const std::string through_memory = of_code("\tjmp *16(%rax)");
  CHECK(has(through_memory, "\tleaq 16(%rax), %rdi\n\tcall lockstep_guard_load8\n"));
  CHECK(has(through_memory, "\tmovq 16(%rax), %rdi\n\tcall lockstep_guard_target\n"));
  const auto is_target = [](const std::string& code, const std::string& name) {
    const std::string text = of_code(code);
    return has(text.substr(text.find("lockstep_guard_targets")), "\t.quad " + name + "\n");
  };
  CHECK(is_target("\t.type f, @function\nf:\n\tret", "f"));
  CHECK(is_target("\tmovq puts@GOTPCREL(%rip), %rax", "puts"));
  CHECK(is_target("\tleaq g(%rip), %rax", "g"));
  CHECK(is_target("\t.data\n\t.quad h\n\t.text", "h"));
  CHECK_FALSE(is_target("\tcall k", "k"));
}

TEST_CASE("guard: a stack pointer that goes far is looked at", "[guard]") {
  CHECK(has_check("\tsubq %rax, %rsp"));
  CHECK(has_check("\tmovq %rbp, %rsp"));
  CHECK(has_check("\tleave"));
  CHECK(has_check("\tsubq $100000, %rsp"));
  CHECK_FALSE(has_check("\tsubq $100, %rsp\n\tandq $-32, %rsp\n\taddq $100, %rsp"));
}

TEST_CASE("guard: the C library's copies are the guard's own", "[guard]") {
  CHECK(has(of_code("\tcall memcpy@PLT"), "\tcall lockstep_guard_memcpy\n"));
  CHECK(has(of_code("\tjmp memset@PLT"), "\tjmp lockstep_guard_memset\n"));
  CHECK(has(of_code("\tcall strcpy@PLT"), "\tcall lockstep_guard_given1\n\tcall lockstep_guard_given2\n\tcall strcpy@PLT\n"));
  CHECK(has(of_code("\tcall gettimeofday@PLT"), "\tcall lockstep_guard_given1\n\tcall gettimeofday@PLT\n"));
  CHECK(has(of_code("\tcall clock_gettime@PLT"), "\tcall lockstep_guard_given2\n\tcall clock_gettime@PLT\n"));
}

TEST_CASE("guard: only lines that the compiler writes are taken", "[guard]") {
  for (const char* const line : {"\tsyscall",
                                 "\tsysenter",
                                 "\tint $128",
                                 "\thlt",
                                 "\tin %dx, %al",
                                 "\trdfsbase %rax",
                                 "\twrpkru",
                                 "\tpopfq",
                                 "\txsave (%rax)",
                                 "\tstosq",
                                 "\tmovsl",
                                 "\tmovl %eax, %gs:(%rax)",
                                 "\tmovw %ax, %fs",
                                 "\tmovq %cr0, %rax",
                                 "\tljmp *(%rax)",
                                 "\tvmovaps (%rax), %ymm0",
                                 "\tbtl %eax, (%rcx)",
                                 "\tmaskmovdqu %xmm0, %xmm1",
                                 "\tjmp f+3",
                                 "\tcall 1f",
                                 "\tjmp 0x1234",
                                 "\tcall *%rax; syscall",
                                 "\tnop; syscall",
                                 "f: syscall",
                                 "\t.byte 0x0f,0x05",
                                 "\t.long 5",
                                 "\t.string \"x\"",
                                 "\t.quad f",
                                 "\t.incbin \"/etc/passwd\"",
                                 "\t.include \"x.s\"",
                                 "\t.macro m",
                                 "\t.rept 3",
                                 "\t.org 5",
                                 "\t.set f, g+3",
                                 "\tpush %rax /* here */ ; syscall",
                                 "\"f\":",
                                 "lockstep_guard_load4:",
                                 "\t.set lockstep_guard_load4, f",
                                 "\t.globl lockstep_guard_load4",
                                 "\tcall lockstep_guard_load4",
                                 "\tmovq %rdi, %fs:lockstep_guard_loaded@tpoff",
                                 "\t.section lockstep_guard_targets,\"aw\"",
                                 "\t.section .text,\"ax\";.byte 5",
                                 "\t.popsection",
                                 "\tmovl $1, %eax # ; syscall"}) {
    CAPTURE(line);
    CHECK(is_refused(line));
  }
  CHECK(guarded("\t.data\n\tmovl %eax, %ebx\n").refusal == "'\tmovl %eax, %ebx' is not what the compiler writes for plain CUDA");
}

TEST_CASE("guard: what this machine's compiler makes of the standard library is taken, and can be assembled", "[guard]") {
  const TemporaryFolder folder;
  std::ofstream(folder / "unit.cpp") << R"(
#include <algorithm>
#include <bitset>
#include <chrono>
#include <cmath>
#include <complex>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>
struct Large { double of[100]; };
Large made(int k) { Large all{}; for (double& x : all.of) x = std::pow(k, x) + std::lround(x); return all; }
long double longest(long double x) { return std::sqrt(x) * static_cast<long long>(x) + std::floor(x); }
thread_local std::map<std::string, std::vector<int>> words;
int kinds(int k) { switch (k) { case 0: return 7; case 1: return 5; case 2: return 1; case 3: return 77; case 4: return 12; case 5: return 3; } return k; }
int main(int count, char** all) {
  std::variant<int, std::string> either = count > 1 ? std::variant<int, std::string>(count) : std::string(all[0]);
  std::regex pattern("(a|b)*c");
  std::mt19937_64 random(count);
  std::normal_distribution<double> normal;
  std::vector<double> numbers(1000);
  for (double& x : numbers) x = normal(random);
  std::sort(numbers.begin(), numbers.end(), std::greater<>());
  std::unordered_map<std::string, std::unique_ptr<std::set<int>>> sets;
  sets["x"] = std::make_unique<std::set<int>>();
  words["w"].push_back(kinds(count));
  const std::complex<float> z = std::exp(std::complex<float>(1, 2)) / std::complex<float>(3, 4);
  std::bitset<200> bits(std::hash<std::string>()(all[0]));
  unsigned __int128 wide = static_cast<unsigned __int128>(count) * 0x123456789abcdefULL;
  char variable[count * 20];
  variable[0] = static_cast<char>(__builtin_ctz(count) + __builtin_popcount(count) + static_cast<int>(wide >> 70));
  try { if (either.index() == 0) throw std::runtime_error("x"); } catch (const std::exception& e) { std::cerr << e.what() << variable[0]; }
  std::ostringstream text;
  text << std::setprecision(3) << made(count).of[7] << longest(count) << z << bits << std::regex_match(std::string(all[0]), pattern);
  return static_cast<int>(text.str().size()) + std::atomic_ref<int>(count).fetch_add(1);
}
)";
  const std::string flags =
      " -std=c++20 -w -g -O1 -mno-red-zone -fno-jump-tables -mmemcpy-strategy=libcall:-1:noalign -mmemset-strategy=libcall:-1:noalign ";
  const Outcome compiled = run_shell("c++ -include atomic" + flags + " -S " + (folder / "unit.cpp") + " -o " + (folder / "unit.s"));
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  {
    std::ifstream assembly(folder / "unit.s");
    std::ofstream out(folder / "guarded.s");
    CHECK(guard(assembly, out).value_or("") == "");
  }
  const Outcome assembled = run_shell("c++ -c " + (folder / "guarded.s") + " -o " + (folder / "unit.o"));
  CAPTURE(assembled.err);
  CHECK(assembled.succeeded());
}
