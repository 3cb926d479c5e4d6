/// @file
/// @brief Reads the symbol table of the running program with libdw.
#include "sim/engine/program/variable_names.hpp"

#include <cxxabi.h>
#include <elfutils/libdwfl.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <thread>

#include "sim/engine/program/debug_session.hpp"

namespace lockstep::sim {

namespace {

// Names that are not mangled must not be demangled: `x` and `i` would be taken for the types long long and int.
std::string demangled(const char* name) {
  if (!std::string_view(name).starts_with("_Z")) return name;
  int failed = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &failed), std::free);
  const std::string whole = failed == 0 ? text.get() : name;
  if (whole.find("{lambda") != std::string::npos) return whole.substr(whole.rfind("::") + 2);  // a static variable of a kernel's body
  constexpr std::string_view kNoName = "(anonymous namespace)::";
  return whole.starts_with(kNoName) ? whole.substr(kNoName.size()) : whole;
}

template <class Wanted>
std::vector<VariableName> read(const std::byte* inside, Wanted wanted) {
  std::vector<VariableName> all;
  Dwfl* const session = debug_session();
  if (session == nullptr) return all;
  Dwfl_Module* module = dwfl_addrmodule(session, reinterpret_cast<std::uintptr_t>(inside));
  // To the system, zeroed variables are not part of the program's file. The simulator's code is.
  if (module == nullptr) module = dwfl_addrmodule(session, reinterpret_cast<std::uintptr_t>(&debug_session));
  const int count = module == nullptr ? 0 : dwfl_module_getsymtab(module);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol;
    GElf_Addr address = 0;
    const char* const name = dwfl_module_getsym_info(module, i, &symbol, &address, nullptr, nullptr, nullptr);
    const auto* const begin = reinterpret_cast<const std::byte*>(address);
    if (name == nullptr || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0 || !wanted(begin, symbol.st_size)) continue;
    all.push_back({begin, symbol.st_size, demangled(name)});
  }
  std::sort(all.begin(), all.end(), [](const VariableName& a, const VariableName& b) { return a.begin < b.begin; });
  return all;
}

template <class Wanted>
std::vector<VariableName> read_on_own_stack(const std::byte* inside, Wanted wanted) {
  std::vector<VariableName> all;
  std::thread([&] { all = read(inside, wanted); }).join();
  return all;
}

}  // namespace

std::vector<VariableName> variables_between(const std::byte* begin, const std::byte* end) {
  return read_on_own_stack(begin, [&](const std::byte* at, std::size_t) { return at >= begin && at < end; });
}

VariableName variable_at(const std::byte* p) {
  const auto all = read_on_own_stack(p, [&](const std::byte* at, std::size_t bytes) { return p >= at && p < at + bytes; });
  return all.empty() ? VariableName{} : all.front();
}

}  // namespace lockstep::sim
