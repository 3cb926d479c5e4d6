/// @file
/// @brief Reads the symbols and sections of an object, and compares them with what is allowed.
///
/// The list says what is allowed, not what is forbidden: a function that nobody thought of is refused.
#include "grading/intake/symbols.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>
#include <vector>

#include "grading/guard/library.hpp"
#include "grading/guard/mathematics.hpp"
#include "support/read_file.hpp"

namespace lockstep::grading {
namespace {

constexpr std::array kSections{
    ".text",    ".rodata", ".data",   ".bss",  ".eh_frame", ".gcc_except_table", ".init_array",
    ".comment", ".note.",  ".debug_", ".tbss", ".tdata",    "lockstep_"};  // the last are the simulator's, for __device__ and __constant__
                                                                           // variables

/// What the compiler itself calls, and the parts of the C library that only compute or print.
constexpr std::array kWholeNames{"_GLOBAL_OFFSET_TABLE_",
                                 "__dso_handle",
                                 "__libc_single_threaded",
                                 "__stack_chk_fail",
                                 "__tls_get_addr",
                                 "__assert_fail",
                                 "abort",
                                 "memcpy",
                                 "memmove",
                                 "memset",
                                 "memcmp",
                                 "memchr",
                                 "strlen",
                                 "strcmp",
                                 "strncmp",
                                 "strchr",
                                 "printf",
                                 "puts",
                                 "putchar",
                                 "fprintf",
                                 "fwrite",
                                 "fputs",
                                 "fputc",
                                 "putc",
                                 "fflush",
                                 "snprintf",
                                 "vsnprintf",
                                 "stdout",
                                 "stderr",
                                 "malloc",
                                 "calloc",
                                 "realloc",
                                 "free",
                                 "strcpy",
                                 "strncpy",
                                 "strcat",
                                 "strstr",
                                 "strtol",
                                 "strtoll",
                                 "strtoul",
                                 "strtoull",
                                 "strtod",
                                 "strtof",
                                 "strtold",
                                 "exit",
                                 "atoi",
                                 "atol",
                                 "atof",
                                 "__errno_location",
                                 "rand",
                                 "srand",
                                 "qsort",
                                 "time",
                                 "clock",
                                 "clock_gettime",
                                 "gettimeofday",
                                 "difftime",
                                 "perror",
                                 "vprintf",
                                 "vfprintf",
                                 "sprintf",
                                 "strerror",
                                 "isalnum",
                                 "isalpha",
                                 "isdigit",
                                 "islower",
                                 "isspace",
                                 "isupper",
                                 "tolower",
                                 "toupper",
                                 "__dynamic_cast",
                                 "__cxa_allocate_exception",
                                 "__cxa_free_exception",
                                 "__cxa_throw",
                                 "__cxa_rethrow",
                                 "__cxa_begin_catch",
                                 "__cxa_end_catch",
                                 "__cxa_guard_acquire",
                                 "__cxa_guard_release",
                                 "__cxa_guard_abort",
                                 "__cxa_pure_virtual",
                                 "__cxa_throw_bad_array_new_length",
                                 "__cxa_atexit",
                                 "__cxa_thread_atexit",
                                 "__cxa_bad_cast",
                                 "__cxa_bad_typeid",
                                 "__cxa_get_exception_ptr",
                                 "__cxa_call_terminate",
                                 "_Unwind_Resume",
                                 "threadIdx",
                                 "blockIdx",
                                 "blockDim",
                                 "gridDim",
                                 "warpSize"};

constexpr std::array kBeginnings{
    "__tsan_",
    "__sanitizer_cov_trace_pc",
    "__ubsan_handle_",
    "lockstep_heap_",
    "lockstep_guard_",
    "lockstep_printf",
    "__gxx_personality_",
    "__aarch64_",  // atomics
    "cuda",        // the runtime's functions in C
};

/// Of C++, by their demangled names.
constexpr std::array kBeginningsInCpp{
    "operator new",
    "operator delete",
    "lockstep::operator ",  // the same on the simulator
    "cuda",
    "cooperative_groups::",
    "nvcuda::",

    "cuda::",
    "lockstep::Version<",
    "lockstep::describe_version(",
    "lockstep::check(",
    "lockstep::CudaError::",
    "lockstep::UsageError::",
    "lockstep::DeviceBuffer",
    "lockstep::to_string(lockstep::Tile",
};

/// Of the standard library: numbers, strings, containers, algorithms and exceptions. Not threads, files, processes or the environment.
constexpr std::array kStandardInCpp{"std::__throw_",
                                    "std::terminate(",
                                    "std::exception::",
                                    "std::bad_alloc::",
                                    "std::bad_cast::",
                                    "std::domain_error::",
                                    "std::invalid_argument::",
                                    "std::length_error::",
                                    "std::logic_error::",
                                    "std::out_of_range::",
                                    "std::overflow_error::",
                                    "std::range_error::",
                                    "std::runtime_error::",
                                    "std::underflow_error::",
                                    "std::nothrow",
                                    "std::__cxx11::basic_",
                                    "std::__detail::",
                                    "std::chrono::_V2::",
                                    "std::ostream::",
                                    "std::basic_ostream",
                                    "std::basic_streambuf<char, std::char_traits<char> >::~basic_streambuf(",
                                    "std::basic_ios<",
                                    "std::basic_iostream<",  // of a std::stringstream, which is written to: what reads from it is refused

                                    "std::ios_base::ios_base(",
                                    "std::ios_base::~ios_base(",
                                    "std::ios_base::Init::",
                                    "std::ios_base::sync_with_stdio(",
                                    "std::ios_base_library_init(",  // <iostream>'s, from g++ 13 on
                                    "std::locale::locale()",
                                    "std::locale::locale(std::locale const&)",
                                    "std::locale::~locale(",
                                    "std::locale::operator=(",
                                    "std::locale::classic(",
                                    "std::locale::id::_M_id() const",  // with g++ 14 a stream's facets are found by inline code
                                    "std::ostream& std::ostream::",    // templates' names begin with what they return
                                    "std::cout",
                                    "std::cerr",
                                    "std::clog",
                                    "std::__ostream_insert",
                                    "std::ctype<char>::",
                                    "std::ctype<char> const",  // & std::use_facet
                                    "std::_Rb_tree_",
                                    "std::_Hash_bytes(",
                                    "std::__once_",
                                    "std::uncaught_exception"};

std::string demangled(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;  // "f" would be the type float
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : symbol;
}

template <std::size_t N>
bool begins_with_one_of(const std::string& name, const std::array<const char*, N>& beginnings) {
  return std::ranges::any_of(beginnings, [&](const char* beginning) { return name.starts_with(beginning); });
}

/// What the source calls, where glibc's headers rename it: strtol is __isoc23_strtol with a compiler that knows C23.
std::string name_in_source(const std::string& symbol) {
  constexpr std::string_view kNewer = "__isoc23_";
  return symbol.starts_with(kNewer) ? symbol.substr(kNewer.size()) : symbol;
}

bool is_in_c(const std::string& whole) {
  const std::string symbol = name_in_source(whole);
  return std::ranges::find(kWholeNames, symbol) != kWholeNames.end() || is_mathematics(symbol) || is_arithmetic(symbol) ||
         begins_with_one_of(symbol, kBeginnings);
}

/// What the compiler calls at each load, store and branch of a kernel.
bool is_hook(const std::string& symbol) { return symbol.starts_with("__tsan_") || symbol.starts_with("__sanitizer_"); }

/// "int lockstep::sim::atomic_update<…>(…)" is atomic_update; "lockstep::sim::SharedSlot::SharedSlot(…)" is SharedSlot.
std::string simulator_name(const std::string& name) {
  constexpr std::string_view kSpace = "lockstep::sim::";
  const auto begin = name.find(kSpace);
  if (begin == name.npos || name.find('(') < begin) return {};
  const auto first = begin + kSpace.size();
  const auto last = std::find_if(name.begin() + static_cast<std::ptrdiff_t>(first), name.end(),
                                 [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; });
  return {name.begin() + static_cast<std::ptrdiff_t>(first), last};
}

/// "typeinfo for X" and "vtable for X" are where X is.
std::string without_kind(const std::string& name) {
  for (const std::string_view kind : {"typeinfo for ", "typeinfo name for ", "vtable for ", "VTT for ", "guard variable for "})
    if (name.starts_with(kind)) return name.substr(kind.size());
  return name;
}

/// The type of what `throw 3` or `throw "text"` throws.
bool is_type_of_no_class(const std::string& name) { return name.starts_with("typeinfo for ") && name.find(':') == name.npos; }

/// Functions of the runtime that call a function of the host's for a stream, or that make any of the host's memory the device's. No
/// exercise needs one.
bool is_of_rare_runtime(const std::string& name) {
  constexpr std::array kNames{"cudaHostRegister",
                              "cudaHostUnregister",
                              "cudaLaunchHostFunc",
                              "cudaStreamAddCallback",
                              "cudaMemcpy3D",
                              "cudaGraphAddMemcpyNode",
                              "cudaGraphAddMemsetNode",
                              "cudaGraphAddHostNode",
                              "cudaGraphAddNode",
                              "cudaGraphMemcpyNode",
                              "cudaGraphMemsetNode",
                              "cudaGraphHostNode",
                              "cudaGraphNodeSetParams",
                              "cudaGraphExecMemcpyNode",
                              "cudaGraphExecMemsetNode",
                              "cudaGraphExecHostNode",
                              "cudaGraphExecNodeSetParams",
                              "cudaUserObject",
                              "cudaGraphRetainUserObject"};
  return begins_with_one_of(name, kNames);
}

/// Does the guard know where the function reads and writes? Variables have no parameters, nor have tables of virtual functions, and types.
bool is_known_function(const std::string& symbol, const std::string& whole) {
  const auto parameters = whole.find('(');
  if (parameters == whole.npos) return !symbol.starts_with("cuda") || is_known(symbol, true);
  return symbol.starts_with("_ZT") || is_known(symbol, whole.find_first_of("*&", parameters) != whole.npos);
}

bool may_use(const std::string& symbol, const SimulatorNames& simulator) {
  const std::string whole = demangled(symbol);
  if (is_of_rare_runtime(whole) || !is_known_function(symbol, whole)) return false;
  if (is_in_c(symbol)) return true;
  if (!symbol.starts_with("_Z")) return false;
  if (is_type_of_no_class(whole)) return true;
  const std::string kindless = without_kind(whole);
  const std::string name = kindless == whole ? whole : kindless + "::";
  if (const std::string own = simulator_name(name); !own.empty()) return simulator.contains(own);
  // A stream's buffer is destroyed where its stream is. Other members copy where they are told.
  if (kindless != whole && kindless.starts_with("std::basic_streambuf<char,")) return true;
  if (begins_with_one_of(name, kBeginningsInCpp) || begins_with_one_of(name, kStandardInCpp) || name.starts_with("__cxxabiv1::"))
    return true;
  // CUDA's device functions are C++ functions of the global namespace: rsqrtf(float), and __fsqrt_rn(float), whose names macros make.
  const std::string function = name.substr(0, name.find('('));
  return function != name && ((function.starts_with("__") && function.find(':') == function.npos) || simulator.contains(function));
}

/// A word of a comment or of a text allows no function of that name.
std::string without_comments(const std::string& text) {
  std::string code;
  std::size_t at = 0;
  const auto skip_past = [&](std::string_view end) {
    const auto found = text.find(end, at + 2);
    at = found == text.npos ? text.size() : found + end.size();
    code += ' ';
  };
  const auto skip_string = [&] {
    for (++at; at < text.size() && text[at] != '"' && text[at] != '\n';) at += text[at] == '\\' ? 2 : 1;
    ++at;
  };
  while (at < text.size()) {
    if (text.compare(at, 2, "//") == 0)
      skip_past("\n");
    else if (text.compare(at, 2, "/*") == 0)
      skip_past("*/");
    else if (text[at] == '"')
      skip_string();
    else
      code += text[at++];
  }
  return code;
}

struct Symbol {
  std::string flags, section, name;
};

/// A line of the symbol table: value, seven flags, section, size, and the name, which may be preceded by the visibility.
std::optional<Symbol> symbol_of(const std::string& line) {
  constexpr std::size_t kValue = 16, kFlags = 7;
  if (line.size() < kValue + 1 + kFlags + 1 || line.find('\t') == line.npos) return std::nullopt;
  const std::string flags = line.substr(kValue + 1, kFlags);
  const auto tab = line.find('\t');
  const std::string section = line.substr(kValue + 1 + kFlags + 1, tab - (kValue + 1 + kFlags + 1));
  std::istringstream rest(line.substr(tab + 1));
  std::string size, name;
  rest >> size >> name;
  while (name.starts_with('.') && rest >> name) {  // .hidden, .protected
  }
  return Symbol{flags, section, name};
}

std::optional<std::string> why_refused(const Symbol& symbol, const SimulatorNames& simulator) {
  if (symbol.section == "*UND*") {
    if (symbol.name.empty() || may_use(symbol.name, simulator)) return std::nullopt;
    return fmt::format("it uses {}, which a submission may not: kernels and their launch need no such function",
                       without_kind(demangled(name_in_source(symbol.name))));
  }
  if (symbol.section == "*COM*") return fmt::format("{} may be another file's variable", demangled(symbol.name));
  if (symbol.name == "main") return "it defines main: the course has its own; an exercise ends with run() and its registration";
  if (is_hook(symbol.name)) return fmt::format("it defines {}: what its kernels do is counted by the course's own", symbol.name);
  if (symbol.flags.find('O') != symbol.flags.npos && symbol.section.starts_with(".text"))
    return fmt::format("{} is data among the instructions", demangled(symbol.name));
  if (symbol.flags.find('i') != symbol.flags.npos)
    return fmt::format("{} is resolved by a function of the submission's", demangled(symbol.name));
  return std::nullopt;
}

/// "  0 .text  0000…": the name of the section.
std::optional<std::string> section_of(const std::string& line) {
  std::istringstream words(line);
  std::string index, name;
  if (!(words >> index >> name) || index.find_first_not_of("0123456789") != index.npos) return std::nullopt;
  return name;
}

}  // namespace

SimulatorNames::SimulatorNames(const std::filesystem::path& headers) {
  const std::set<std::string> switches{"check.hpp", "profile.hpp", "operations.hpp", "trace.hpp"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(headers)) {
    const std::filesystem::path& path = entry.path();
    if (!entry.is_regular_file() || switches.contains(path.filename()) || path.parent_path().filename() == "driver") continue;
    std::string name;
    for (const char c : without_comments(read_file(path)) + "\n") {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
        name += c;
        continue;
      }
      if (!name.empty()) names_.insert(name);
      name.clear();
    }
  }
}

std::optional<std::string> why_refused(const std::string& objdump, const SimulatorNames& simulator) {
  std::istringstream lines(objdump);
  std::string line;
  while (std::getline(lines, line) && !line.starts_with("SYMBOL TABLE"))
    if (const auto section = section_of(line); section && !begins_with_one_of(*section, kSections))
      return fmt::format("it has a section {}: only the compiler's own are allowed", *section);
  if (!lines) return "its object cannot be read";
  while (std::getline(lines, line))
    if (const auto symbol = symbol_of(line))
      if (auto why = why_refused(*symbol, simulator)) return why;
  return std::nullopt;
}

}  // namespace lockstep::grading
