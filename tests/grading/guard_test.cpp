/// @file
/// @brief Where the guard puts checks, and what it does not take for assembly of the compiler's.
#include "grading/guard/guard.hpp"

#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "grading/guard/library.hpp"
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

/// As the body of a function, whose beginning has been written.
Guarded guarded_code(const std::string& code) {
  const std::string head = "\t.text\n\t.type w, @function\nw:\n\t.cfi_startproc\n";
  Guarded result = guarded(head + code + "\n");
  const std::string entry = "call lockstep_guard_enter\n";
  if (const auto at = result.text.find(entry); at != result.text.npos) result.text.erase(0, at + entry.size());
  return result;
}

std::string of_code(const std::string& code) {
  const Guarded result = guarded_code(code);
  CAPTURE(code);
  REQUIRE(result.refusal.empty());
  return result.text;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

bool has_check(const std::string& code) { return has(of_code(code), "call lockstep_guard_"); }

bool is_refused(const std::string& code) { return !guarded_code(code).refusal.empty(); }

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

TEST_CASE("guard: an access to the frame, and a read of a variable by its name, needs no check, and past its end it does", "[guard]") {
  CHECK_FALSE(has_check("\tmovl 24(%rsp), %eax"));
  CHECK(has_check("\tmovl 24000(%rsp), %eax"));
  CHECK(has_check("\tmovl -24(%rsp), %eax"));
  CHECK(has(of_code("\tmovl 24(%rsp,%rax,4), %eax"), "\tleaq 32(%rsp,%rax,4), %rdi\n"));
  const std::string table = "\t.type table, @object\n\t.size table, 16\n";
  CHECK_FALSE(has_check(table + "\tmovl 12+table(%rip), %eax\n\tmovl table(%rip), %eax"));
  CHECK(has_check(table + "\tmovl %eax, table+8(%rip)"));  // a kernel's must be counted
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
  CHECK_FALSE(is_target("\t.type f.cold, @function\nf.cold:\n\tret", "f.cold"));
  // Of functions outside, those that only compute or free, and the runtime's.
  for (const std::string name : {"sqrt", "sinf", "free", "cudaFree"}) {
    CAPTURE(name);
    CHECK(is_target("\tmovq " + name + "@GOTPCREL(%rip), %rax", name));
    CHECK(is_target("\tleaq " + name + "(%rip), %rax", name));
    CHECK(is_target("\t.data\n\t.quad " + name + "\n\t.text", name));
    CHECK_FALSE(is_target("\tcall " + name, name));
  }
  for (const std::string name : {"puts", "modf", "system", "lockstep_heap_free", "_ZN8lockstep3sim6submitEv"}) {
    CAPTURE(name);
    CHECK_FALSE(is_target("\tmovq " + name + "@GOTPCREL(%rip), %rax", name));
    CHECK_FALSE(is_target("\t.data\n\t.quad " + name + "\n\t.text", name));
  }
}

TEST_CASE("guard: a function keeps its return address aside, and looks at it where it leaves", "[guard]") {
  const std::string head = "\t.text\n\t.type f, @function\n";
  const auto all = [&](const std::string& code) { return guarded(head + code).text; };
  CHECK(has(all("f:\n.LFB0:\n\t.cfi_startproc\n.L2:\n\tjmp .L2\n"), "\t.cfi_startproc\n\tcall lockstep_guard_enter\n.L2:\n\tjmp .L2\n"));
  CHECK_FALSE(has(all("\t.cfi_startproc\n\t.type f.cold, @function\nf.cold:\n\tjmp .L2\n"), "enter"));
  const std::string leave = "\tcall lockstep_guard_leave\n";
  CHECK(has(of_code("\tret"), leave + "\tret\n"));
  CHECK(has(of_code("\tjmp f@PLT"), leave + "\tjmp f@PLT\n"));
  CHECK(has(of_code("\tjmp memset@PLT"), leave + "\tjmp lockstep_guard_memset\n"));
  CHECK(has(of_code("\tjmp *%rax"), "call lockstep_guard_target\n\tpopq %rdi\n" + leave + "\tjmp *%rax\n"));
  CHECK_FALSE(has(of_code("\tjne .L2\n\tjmp .L2\n\tjmp f.cold"), leave));
  CHECK(is_refused("\tjne f"));
  for (const std::string outside : {"\tmovl %eax, %ebx\n", "f:\n\tret\n", "f:\n\t.cfi_startproc\n\t.cfi_endproc\n\tret\n",
                                    "f:\n\t.cfi_startproc\ng:\n\t.cfi_startproc\n"})
    CHECK_FALSE(guarded(head + outside).refusal.empty());
}

TEST_CASE("guard: what is written by its distance from the stack pointer is the function's own", "[guard]") {
  const std::string frame = "\tsubq $32, %rsp\n\t.cfi_def_cfa_offset 40\n";
  CHECK_FALSE(has_check(frame + "\tmovl %eax, 28(%rsp)"));
  CHECK(has_check(frame + "\tmovl %eax, 32(%rsp)"));
  CHECK_FALSE(has_check(frame + "\tmovl 40(%rsp), %eax"));  // an argument
  CHECK_FALSE(has_check("\tpushq $1\n\t.cfi_adjust_cfa_offset 8\n\tmovl %eax, (%rsp)"));
  CHECK(has_check(frame + "\t.cfi_remember_state\n\t.cfi_def_cfa_offset 8\n\tmovl %eax, (%rsp)"));
  CHECK_FALSE(has_check(frame + "\t.cfi_remember_state\n\t.cfi_def_cfa_offset 8\n\t.cfi_restore_state\n\tmovl %eax, (%rsp)"));
  CHECK(has_check(frame + "\t.cfi_def_cfa_register 6\n\tmovl %eax, (%rsp)"));
  CHECK_FALSE(has_check("\t.cfi_def_cfa_register 6\n\t.cfi_def_cfa 7, 40\n\tmovl %eax, 16(%rsp)"));
  CHECK(has_check("\t.cfi_escape 0xf,0x3\n\tmovl %eax, (%rsp)"));
}

TEST_CASE("guard: a stack pointer that goes far is looked at", "[guard]") {
  CHECK(has_check("\tsubq %rax, %rsp"));
  CHECK(has_check("\tmovq %rbp, %rsp"));
  CHECK(has_check("\tleave"));
  CHECK(has_check("\tsubq $100000, %rsp"));
  CHECK_FALSE(has_check("\tsubq $100, %rsp\n\tandq $-32, %rsp\n\taddq $100, %rsp"));
  CHECK_FALSE(has_check("\tmovq %rsp, %rax\n\tsubq %rsp, %rdx\n\tpushq %rsp"));
  for (const char* const unusual :
       {"negq %rsp", "incq %rsp", "bswap %rsp", "shrq $3, %rsp", "xchgq %rsp, %rax", "xchgq %rax, %rsp", "xaddq %rax, %rsp",
        "cmovneq %rax, %rsp", "imulq $3, %rax, %rsp", "movl %eax, %esp", "addw $8, %sp", "movb %al, %spl", "orq %rax, %rsp"}) {
    CAPTURE(unusual);
    CHECK(is_refused(std::string("\t") + unusual));
  }
}

TEST_CASE("guard: the C library's copies are the guard's own", "[guard]") {
  CHECK(has(of_code("\tcall memcpy@PLT"), "\tcall lockstep_guard_memcpy\n"));
  CHECK(has(of_code("\tjmp memset@PLT"), "\tjmp lockstep_guard_memset\n"));
  CHECK(has(of_code("\tcall strcpy@PLT"), "\tcall lockstep_guard_strcpy\n"));
  CHECK(has(of_code("\tcall __isoc23_strtol@PLT"), "\tcall lockstep_guard_strtol\n"));
  const std::string through_pointer = of_code("\tmovq vsnprintf@GOTPCREL(%rip), %rax\n\tcall *%rax");
  CHECK(has(through_pointer, "\tmovq lockstep_guard_vsnprintf@GOTPCREL(%rip), %rax\n"));
  CHECK(has(through_pointer, "\t.quad lockstep_guard_vsnprintf\n"));
  CHECK(has(of_code("\t.data\n\t.quad memcpy\n\t.text"), "\t.quad lockstep_guard_memcpy\n"));
  CHECK(has(of_code("\t.type memcpy, @function\nmemcpy:\n\tcall memcpy"), "\tcall memcpy\n"));  // its own
}

TEST_CASE("guard: before a function of the library, what it reads, writes and calls is looked at", "[guard]") {
  const auto before = [](const std::string& function) {
    const std::string text = of_code("\tcall " + function + "@PLT");
    std::string checks;
    std::istringstream words(text.substr(0, text.find(function)));
    for (std::string word; words >> word;)
      if (word.starts_with("lockstep_guard_")) checks += (checks.empty() ? "" : " ") + word.substr(15);
    return checks;
  };
  CHECK(before("strlen") == "host given1");
  CHECK(before("fwrite") == "host given1 file4");
  CHECK(before("rand") == "host");
  CHECK(before("puts") == "given1");
  CHECK(before("gettimeofday") == "host out16_1 given2");
  CHECK(before("clock_gettime") == "host out16_2");
  CHECK(before("modf") == "out8_1");
  CHECK(before("sincosf") == "out4_1 out4_2");
  CHECK(before("sqrtf").empty());
  CHECK(before("__divti3").empty());
  CHECK(before("__cxa_throw") == "host type2 callee3");
  CHECK(before("_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm") == "host text1 given2");
  CHECK(before("_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_createERmm") == "host object32_1 object8_2");
  CHECK(before("_ZNSolsEi") == "host stream1");
  CHECK(before("_ZNSt8__detail15_List_node_base7_M_hookEPS0_") == "host given1 list2");
  CHECK(before("_ZNSt13runtime_errorC1EPKc") == "host object16_1");
  CHECK(before("_ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate") == "host state1");
  CHECK(before("cudaMemcpyAsync") == "copied");
  CHECK(before("_Z10cudaMemcpyPvPKvm14cudaMemcpyKind") == "copied");
  CHECK(before("cudaMemcpy2D") == "copied_rows");
  CHECK(before("_ZN8lockstep3sim10copy_bytesEPvPKvm") == "copied");
  CHECK(before("__udivmodti4") == "out16_5");
  CHECK(before("cudaGetLastError").empty());
  CHECK(before("cudaGetDeviceCount") == "place1");
  CHECK(before("__tsan_atomic32_store") == "atomic4");
  CHECK(before("__tsan_atomic8_load") == "atomic1");
}

TEST_CASE("guard: of functions with places among their arguments, those are known that say where they read and write", "[guard]") {
  using lockstep::grading::is_known;
  CHECK(is_known("cudaMemcpy", true));
  CHECK(is_known("cudaDeviceSynchronize", false));
  CHECK_FALSE(is_known("cudaGraphExecGetFlags", true));
  CHECK_FALSE(is_known("cudaWhateverComesNext", false));
  CHECK(is_known("_ZNSt13runtime_errorC1EPKc", true));
  CHECK(is_known("_ZSt20__throw_length_errorPKc", true));
  CHECK_FALSE(is_known("_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", true));
  CHECK_FALSE(is_known("_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE8overflowEi", false));
  CHECK(is_known("_ZN8lockstep3sim10copy_bytesEPvPKvm", true));
  CHECK(is_known("_ZN8lockstep3sim10lane_indexEv", false));
  CHECK_FALSE(is_known("_ZN8lockstep3sim7releaseEPSt4bytem", true));
}

TEST_CASE("guard: what runs by itself is a function of the submission's", "[guard]") {
  const std::string head = "\t.type f, @function\n\t.section .init_array,\"aw\"\n";
  CHECK_FALSE(is_refused(head + "\t.quad f"));
  CHECK(is_refused(head + "\t.quad puts"));
  CHECK(is_refused(head + "\t.quad f+4"));
  CHECK(is_refused(head + "\t.long 5"));
  CHECK(is_refused("\t.section .eh_frame,\"a\""));
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
