/// @file
/// @brief Follows the chain of inlined calls with elfutils' libdw.
#include "observers/code_lines.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <unordered_map>

namespace lockstep::sim {

namespace {

using Session = std::unique_ptr<Dwfl, decltype(&dwfl_end)>;

Session open_self() {
  static const Dwfl_Callbacks callbacks{dwfl_linux_proc_find_elf, dwfl_standard_find_debuginfo, nullptr, nullptr};
  Session session(dwfl_begin(&callbacks), dwfl_end);
  if (session == nullptr) return session;
  dwfl_report_begin(session.get());
  if (dwfl_linux_proc_report(session.get(), getpid()) != 0) return {nullptr, dwfl_end};
  dwfl_report_end(session.get(), nullptr, nullptr);
  return session;
}

bool is_library(std::string_view file) { return file.starts_with("/usr/") || file.find("/common/sim/include/") != std::string_view::npos; }

struct Scopes {
  Dwarf_Die* all = nullptr;
  int count = 0;
  ~Scopes() { std::free(all); }
};

unsigned number_of(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_attr(&die, name, &attribute) == nullptr || dwarf_formudata(&attribute, &value) != 0) return 0;
  return static_cast<unsigned>(value);
}

// Where the inlined calls around the instruction were made, from the inside out, until one is the student's.
CodeLine caller_of_library(Dwarf_Die& unit, Dwarf_Addr address, CodeLine line) {
  Scopes innermost, chain;
  innermost.count = dwarf_getscopes(&unit, address, &innermost.all);
  if (innermost.count <= 0) return line;
  chain.count = dwarf_getscopes_die(&innermost.all[0], &chain.all);
  Dwarf_Files* files = nullptr;
  if (dwarf_getsrcfiles(&unit, &files, nullptr) != 0) return line;
  for (int i = 0; i < chain.count && is_library(line.file); ++i) {
    if (dwarf_tag(&chain.all[i]) != DW_TAG_inlined_subroutine) continue;
    const char* const file = dwarf_filesrc(files, number_of(chain.all[i], DW_AT_call_file), nullptr, nullptr);
    if (file != nullptr) line = {file, number_of(chain.all[i], DW_AT_call_line)};
  }
  return line;
}

CodeLine look_up(std::uintptr_t address) {
  static const Session session = open_self();
  if (session == nullptr) return {};
  Dwfl_Line* const found = dwfl_getsrc(session.get(), address);
  int number = 0;
  const char* const file = found == nullptr ? nullptr : dwfl_lineinfo(found, nullptr, &number, nullptr, nullptr, nullptr);
  if (file == nullptr) return {};
  CodeLine line{file, static_cast<unsigned>(number)};
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = dwfl_addrdie(session.get(), address, &bias);
  return unit == nullptr || !is_library(line.file) ? line : caller_of_library(*unit, address - bias, line);
}

}  // namespace

CodeLine code_line(const void* pc) {
  static std::unordered_map<const void*, CodeLine> known;
  const auto [entry, fresh] = known.try_emplace(pc);
  if (fresh) entry->second = look_up(reinterpret_cast<std::uintptr_t>(pc) - 1);
  return entry->second;
}

}  // namespace lockstep::sim
