/// @file
/// @brief Looks lines up with elfutils' libdw, and follows the chain of inlined calls.
#include "engine/source_lines.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "engine/debug_session.hpp"
#include "lockstep/sim/include_folder.hpp"

namespace lockstep::sim {

bool is_library(std::string_view file) {
  return file.starts_with(kIncludeFolder) || file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") ||
         file.find("/include/c++/") != std::string_view::npos;
}

namespace {

// Lines are asked for until the very end, when static objects are gone.
template <class T>
T& kept_for_ever() {
  return *std::make_unique<T>().release();
}

// A stretch of code that was inlined, and where it was called.
struct Inlined {
  Dwarf_Addr begin, end;
  unsigned depth;  ///< of the tree: deeper is further inside
  unsigned call_file, call_line;
};

unsigned number_of(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_attr(&die, name, &attribute) == nullptr || dwarf_formudata(&attribute, &value) != 0) return 0;
  return static_cast<unsigned>(value);
}

// dwarf_getscopes looks only below what has code itself; a lambda's body may stand below the declaration of a function that has none.
void collect_inlined(Dwarf_Die die, unsigned depth, std::vector<Inlined>& all) {
  do {
    if (dwarf_tag(&die) == DW_TAG_inlined_subroutine) {
      Dwarf_Addr base = 0, begin = 0, end = 0;
      for (std::ptrdiff_t next = 0; (next = dwarf_ranges(&die, next, &base, &begin, &end)) > 0;)
        all.push_back({begin, end, depth, number_of(die, DW_AT_call_file), number_of(die, DW_AT_call_line)});
    }
    Dwarf_Die child;
    if (dwarf_child(&die, &child) == 0) collect_inlined(child, depth + 1, all);
  } while (dwarf_siblingof(&die, &die) == 0);
}

const std::vector<Inlined>& inlined_in(Dwarf_Die& unit) {
  static auto& known = kept_for_ever<std::unordered_map<const void*, std::vector<Inlined>>>();
  const auto [entry, fresh] = known.try_emplace(unit.addr);
  if (fresh) collect_inlined(unit, 0, entry->second);
  return entry->second;
}

// Where the inlined calls around the instruction were made, from the inside out, until one is the student's.
CodeLine caller_of_library(Dwarf_Die& unit, Dwarf_Addr address, CodeLine line) {
  std::vector<Inlined> around;
  for (const Inlined& inlined : inlined_in(unit))
    if (address >= inlined.begin && address < inlined.end) around.push_back(inlined);
  std::sort(around.begin(), around.end(), [](const Inlined& a, const Inlined& b) { return a.depth > b.depth; });
  Dwarf_Files* files = nullptr;
  if (dwarf_getsrcfiles(&unit, &files, nullptr) != 0) return line;
  for (const Inlined& inlined : around) {
    const char* const file = dwarf_filesrc(files, inlined.call_file, nullptr, nullptr);
    if (file != nullptr) line = {file, inlined.call_line};
    if (!is_library(line.file)) break;
  }
  return line;
}

CodeLine look_up(std::uintptr_t address) {
  Dwfl* const session = debug_session();
  if (session == nullptr) return {};
  Dwfl_Line* const found = dwfl_getsrc(session, address);
  int number = 0;
  const char* const file = found == nullptr ? nullptr : dwfl_lineinfo(found, nullptr, &number, nullptr, nullptr, nullptr);
  if (file == nullptr) return {};
  CodeLine line{file, static_cast<unsigned>(number)};
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = dwfl_addrdie(session, address, &bias);
  return unit == nullptr || !is_library(line.file) ? line : caller_of_library(*unit, address - bias, line);
}

}  // namespace

CodeLine code_line(const void* pc) {
  static std::mutex mutex;
  static auto& known = kept_for_ever<std::unordered_map<const void*, CodeLine>>();
  const std::lock_guard lock(mutex);
  const auto [entry, fresh] = known.try_emplace(pc);
  if (fresh) entry->second = look_up(reinterpret_cast<std::uintptr_t>(pc) - 1);
  return entry->second;
}

std::string short_path(const std::string& file) {
  std::error_code failed;
  const std::string here = std::filesystem::current_path(failed).string() + '/';
  if (file.starts_with("./")) return file.substr(2);  // where the compiler was told to forget its folder
  return !failed && file.starts_with(here) ? file.substr(here.size()) : file;
}

std::string source_line(const void* pc) {
  CodeLine line;
  std::thread([&] { line = code_line(pc); }).join();
  return line.line == 0 ? "an unknown line" : short_path(line.file) + ":" + std::to_string(line.line);
}

}  // namespace lockstep::sim
