/// @file
/// @brief Reads the symbol table of the running program with libdw.
#include "engine/variable_names.hpp"

#include <cxxabi.h>
#include <elfutils/libdwfl.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <thread>

#include "engine/debug_session.hpp"

namespace lockstep::sim {

namespace {

std::string demangled(const char* name) {
  int failed = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &failed), std::free);
  const std::string whole = failed == 0 ? text.get() : name;
  constexpr std::string_view kNoName = "(anonymous namespace)::";
  return whole.starts_with(kNoName) ? whole.substr(kNoName.size()) : whole;
}

std::vector<VariableName> read(const std::byte* begin, const std::byte* end) {
  std::vector<VariableName> all;
  Dwfl* const session = debug_session();
  if (session == nullptr) return all;
  Dwfl_Module* const module = dwfl_addrmodule(session, reinterpret_cast<std::uintptr_t>(begin));
  const int count = module == nullptr ? 0 : dwfl_module_getsymtab(module);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol;
    GElf_Addr address = 0;
    const char* const name = dwfl_module_getsym_info(module, i, &symbol, &address, nullptr, nullptr, nullptr);
    const auto* const at = reinterpret_cast<const std::byte*>(address);
    const bool variable =
        name != nullptr && GELF_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size != 0;  // and no mark of the linker
    if (!variable || at < begin || at >= end) continue;
    all.push_back({at, symbol.st_size, demangled(name)});
  }
  std::sort(all.begin(), all.end(), [](const VariableName& a, const VariableName& b) { return a.begin < b.begin; });
  return all;
}

}  // namespace

std::vector<VariableName> variables_between(const std::byte* begin, const std::byte* end) {
  std::vector<VariableName> all;
  std::thread([&] { all = read(begin, end); }).join();
  return all;
}

}  // namespace lockstep::sim
