/// @file
/// @brief Functions and classes of the C and C++ library, and functions of CUDA's API, that only host code has, which nvcc refuses in
/// device code.
///
/// What is `constexpr` may be called with nvcc's --expt-relaxed-constexpr.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/rewrites/sides.hpp"

namespace lockstep::translate {
namespace {

struct HostOnly {
  std::string_view name, instead;
};

constexpr std::string_view kPrint = "use printf()";
constexpr std::string_view kLoop = "write the loop";
constexpr std::string_view kRandom = "use cuRAND's curand(), or numbers from the host";
constexpr std::string_view kTail = "launch what comes after the children into cudaStreamTailLaunch";
constexpr std::string_view kArray = "use an array";

constexpr HostOnly kFunctions[] = {
    {"cudaDeviceSynchronize", kTail},
    {"cudaStreamSynchronize", kTail},
    {"cudaMemcpy", "use cudaMemcpyAsync()"},
    {"cudaMemset", "use cudaMemsetAsync()"},
    {"cudaStreamCreate", "use cudaStreamCreateWithFlags() with cudaStreamNonBlocking"},
    {"cudaEventCreate", "use cudaEventCreateWithFlags() with cudaEventDisableTiming"},
    {"rand", kRandom},
    {"srand", kRandom},
    {"random", kRandom},
    {"drand48", kRandom},
    {"exit", "use __trap()"},
    {"abort", "use __trap()"},
    {"fprintf", kPrint},
    {"puts", kPrint},
    {"putchar", kPrint},
    {"fputs", kPrint},
    {"fflush", "leave it out"},
    {"sprintf", kPrint},
    {"snprintf", kPrint},
    {"scanf", "read on the host"},
    {"fscanf", "read on the host"},
    {"getchar", "read on the host"},
    {"fopen", "read on the host"},
    {"fclose", "read on the host"},
    {"fgets", "read on the host"},
    {"fread", "read on the host"},
    {"fwrite", "write on the host"},
    {"time", "use clock64()"},
    {"gettimeofday", "use clock64()"},
    {"strlen", kLoop},
    {"strcmp", kLoop},
    {"strncmp", kLoop},
    {"strcpy", kLoop},
    {"strncpy", kLoop},
    {"strcat", kLoop},
    {"memcmp", kLoop},
    {"atoi", kLoop},
    {"atof", kLoop},
    {"qsort", kLoop},
    {"calloc", "use malloc() and a loop"},
    {"realloc", "use malloc() and a loop"},
    {"getenv", "pass it as an argument"},
    {"system", "call it on the host"},
    {"usleep", "use __nanosleep()"},
    {"sleep", "use __nanosleep()"},
};

/// Of namespace std, and `constexpr` in one dialect or another.
constexpr HostOnly kAlgorithms[] = {
    {"max", "use max()"},
    {"min", "use min()"},
    {"clamp", "use min() and max()"},
    {"swap", "use a third variable"},
    {"exchange", "use a further variable"},
    {"sort", kLoop},
    {"stable_sort", kLoop},
    {"partial_sort", kLoop},
    {"nth_element", kLoop},
    {"reverse", kLoop},
    {"fill", kLoop},
    {"fill_n", kLoop},
    {"copy", kLoop},
    {"copy_n", kLoop},
    {"transform", kLoop},
    {"for_each", kLoop},
    {"accumulate", kLoop},
    {"inner_product", kLoop},
    {"iota", kLoop},
    {"count", kLoop},
    {"count_if", kLoop},
    {"find", kLoop},
    {"find_if", kLoop},
    {"max_element", kLoop},
    {"min_element", kLoop},
    {"binary_search", kLoop},
    {"lower_bound", kLoop},
    {"upper_bound", kLoop},
    {"gcd", kLoop},
    {"lcm", kLoop},
    {"popcount", "use __popc()"},
    {"countl_zero", "use __clz()"},
    {"bit_cast", "use __float_as_int() and its family"},
};

/// Of namespace std; a class only where it is the type of a declaration.
constexpr HostOnly kObjects[] = {
    {"cout", kPrint}, {"cerr", kPrint}, {"clog", kPrint}, {"endl", kPrint}, {"cin", "read on the host"},
};
constexpr HostOnly kClasses[] = {
    {"vector", kArray},
    {"string", kArray},
    {"map", kArray},
    {"set", kArray},
    {"list", kArray},
    {"deque", kArray},
    {"queue", kArray},
    {"stack", kArray},
    {"unordered_map", kArray},
    {"unordered_set", kArray},
    {"ostringstream", kPrint},
    {"stringstream", kPrint},
    {"ofstream", kPrint},
    {"ifstream", "read on the host"},
    {"thread", "launch a kernel"},
    {"mutex", "use atomicCAS()"},
    {"shared_ptr", "use a pointer"},
    {"mt19937", kRandom},
    {"random_device", kRandom},
};

template <std::size_t n>
const HostOnly* find_in(const HostOnly (&table)[n], std::string_view name) {
  const auto found = std::ranges::find(table, name, &HostOnly::name);
  return found == std::end(table) ? nullptr : found;
}

/// `std::name`, and not `cuda::std::name`
bool is_in_std(const Unit& unit, Index name) {
  const bool in_std = unit.is_word(name - 1, Word::scope) && unit.source.text(name - 2) == "std";
  return in_std && !(unit.is_word(name - 3, Word::scope) && unit[name - 4].kind == Kind::identifier);
}

/// A function of the program's own of that name.
bool is_own_function(const Unit& unit, std::string_view name) {
  const Index count = static_cast<Index>(unit.source.tokens().size());
  for (Index i = 1; i < count; ++i) {
    if (unit[i].kind != Kind::identifier || unit.source.text(i) != name || !unit.source.is_own(unit[i].offset)) continue;
    const Token& before = unit[i - 1];
    const bool typed = before.kind == Kind::identifier && before.word != Word::statement && before.word != Word::case_;
    if (typed || before.symbol == '*' || before.symbol == '&' || before.symbol == '>') return true;
  }
  return false;
}

/// True where a statement begins at `token`.
bool begins_declaration(const Unit& unit, Index token) {
  return unit.is_symbol(token - 1, ';') || unit.is_symbol(token - 1, '{') || unit.is_symbol(token - 1, '}');
}

void refuse_calls(Unit& unit, const Scope& scope) {
  for (Index i = scope.open + 1; i < scope.close; ++i) {
    if (unit[i].kind != Kind::identifier || unit[i].word != Word::none) continue;
    const std::string_view name = unit.source.text(i);
    const bool in_std = is_in_std(unit, i);
    const HostOnly* const function =
        (in_std || !is_member_or_qualified(unit, i)) && is_called(unit, i) ? find_in(kFunctions, name) : nullptr;
    const HostOnly* const algorithm = in_std && !unit.relaxes_constexpr && is_called(unit, i) ? find_in(kAlgorithms, name) : nullptr;
    const HostOnly* const object = in_std ? find_in(kObjects, name) : nullptr;
    const HostOnly* const type = in_std && begins_declaration(unit, i - 2) ? find_in(kClasses, name) : nullptr;
    if (function != nullptr && (in_std || !is_own_function(unit, name)))
      unit.error(i, fmt::format("{}() is a host function, which device code cannot call; {}", name, function->instead));
    if (algorithm != nullptr)
      unit.error(i, fmt::format("std::{}() is a host function, which device code cannot call; {}, or the option --expt-relaxed-constexpr",
                                name, algorithm->instead));
    if (object != nullptr)
      unit.error(i, fmt::format("std::{} is an object of the host, which device code cannot use; {}", name, object->instead));
    if (type != nullptr && !unit.is_word(unit.outline.next_item(i), Word::scope))
      unit.error(i, fmt::format("std::{} is a class of the host, which device code cannot use; {}", name, type->instead));
  }
}

}  // namespace

void refuse_library_calls(Unit& unit) {
  for (const Scope* const function : own_device_functions(unit)) refuse_calls(unit, *function);
}

}  // namespace lockstep::translate
