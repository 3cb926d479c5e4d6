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

namespace lockstep::grading {
namespace {

constexpr std::array kSections{
    ".text",    ".rodata", ".data",   ".bss",  ".eh_frame", ".gcc_except_table", ".init_array",
    ".comment", ".note.",  ".debug_", ".tbss", ".tdata",    "lockstep_"};  // the last are the simulator's, for __device__ and __constant__
                                                                           // variables

/// What the compiler itself calls, and the parts of the C library that only compute or print.
constexpr std::array kWholeNames{
    "_GLOBAL_OFFSET_TABLE_", "__dso_handle", "__libc_single_threaded", "__stack_chk_fail", "__tls_get_addr", "__assert_fail", "abort",
    "memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "strcmp", "strncmp", "strchr", "printf", "puts", "putchar", "fprintf",
    "fwrite", "fputs", "fputc", "putc", "fflush", "snprintf", "vsnprintf", "stdout", "stderr", "malloc", "calloc", "realloc", "free",
    "strcpy", "strncpy", "strcat", "strstr", "strtol", "strtoll", "strtoul", "strtoull", "strtod", "strtof", "strtold", "exit", "atoi",
    "atol", "atof", "__errno_location", "rand", "srand", "qsort", "time", "clock", "clock_gettime", "gettimeofday", "difftime", "perror",
    "vprintf", "vfprintf", "sprintf", "strerror", "isalnum", "isalpha", "isdigit", "islower", "isspace", "isupper", "tolower", "toupper",
    "__dynamic_cast", "__popcountdi2", "__popcountsi2", "__clzdi2", "__ctzdi2", "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize",
    // <cmath>, each also with f and l
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf", "erfc", "exp", "exp2",
    "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "frexp", "hypot", "ilogb", "ldexp", "lgamma", "llrint", "llround",
    "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "modf", "nan", "nearbyint", "nextafter", "pow", "remainder", "remquo",
    "rint", "round", "rsqrt", "scalbn", "sin", "sincos", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc", "cabs", "carg", "cexp", "clog",
    "cpow", "csqrt"};

constexpr std::array kBeginnings{
    "__tsan_",
    "__sanitizer_cov_trace_pc",
    "__ubsan_handle_",
    "lockstep_heap_",
    "lockstep_guard_",
    "lockstep_printf",
    "__cxa_",
    "_Unwind_",
    "__gxx_personality_",
    "__mul",
    "__div",
    "__udiv",
    "__mod",
    "__umod",
    "__float",
    "__fix",  // libgcc's: complex and 128-bit numbers
    "__add",
    "__sub",
    "__neg",
    "__extend",
    "__trunc",
    "__eq",
    "__ne",
    "__lt",
    "__le",
    "__gt",
    "__ge",
    "__unord",
    "__aarch64_",  // the same on Arm: long double, atomics
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
                                    "std::basic_streambuf",
                                    "std::basic_ios<",
                                    "std::basic_iostream<",  // of a std::stringstream, which is written to: what reads from it is refused
                                    "std::ios_base::",
                                    "std::ios_base_library_init(",  // <iostream>'s, from g++ 13 on
                                    "std::locale::",
                                    "std::ostream& std::ostream::",  // templates' names begin with what they return
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

/// What the source calls, where glibc's headers rename it: strtol is __isoc23_strtol with a compiler that knows C23, and printf is
/// __printf_chk where _FORTIFY_SOURCE is set, as Ubuntu's compiler sets it.
std::string name_in_source(const std::string& symbol) {
  constexpr std::string_view kNewer = "__isoc23_", kBegin = "__", kChecked = "_chk";
  if (symbol.starts_with(kNewer)) return symbol.substr(kNewer.size());
  if (!symbol.starts_with(kBegin) || !symbol.ends_with(kChecked)) return symbol;
  return symbol.substr(kBegin.size(), symbol.size() - kBegin.size() - kChecked.size());
}

bool is_in_c(const std::string& whole) {
  const std::string symbol = name_in_source(whole);
  const auto is = [&](const std::string& name) { return std::ranges::find(kWholeNames, name) != kWholeNames.end(); };
  if (is(symbol) || begins_with_one_of(symbol, kBeginnings)) return true;
  return (symbol.ends_with('f') || symbol.ends_with('l')) && is(symbol.substr(0, symbol.size() - 1));
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

bool may_use(const std::string& symbol, const SimulatorNames& simulator) {
  if (is_in_c(symbol)) return true;
  if (!symbol.starts_with("_Z")) return false;
  const std::string whole = demangled(symbol);
  if (is_type_of_no_class(whole)) return true;
  const std::string kindless = without_kind(whole);
  const std::string name = kindless == whole ? whole : kindless + "::";
  if (const std::string own = simulator_name(name); !own.empty()) return simulator.contains(own);
  if (begins_with_one_of(name, kBeginningsInCpp) || begins_with_one_of(name, kStandardInCpp) || name.starts_with("__cxxabiv1::"))
    return true;
  // CUDA's device functions are C++ functions of the global namespace: rsqrtf(float), and __fsqrt_rn(float), whose names macros make.
  const std::string function = name.substr(0, name.find('('));
  return function != name && ((function.starts_with("__") && function.find(':') == function.npos) || simulator.contains(function));
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
  const std::set<std::string> switches{"check.hpp", "profile.hpp", "operations.hpp"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(headers)) {
    if (!entry.is_regular_file() || switches.contains(entry.path().filename().string())) continue;
    std::ifstream file(entry.path());
    std::string name;
    for (char c = 0; file.get(c);) {
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
