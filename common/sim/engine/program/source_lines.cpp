/// @file
/// @brief Looks lines up with elfutils' libdw, and follows the chain of inlined calls.
#include "sim/engine/program/source_lines.hpp"

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <thread>
#include <unordered_map>

#include "lockstep/sim/include_folder.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/program/debug_session.hpp"
#include "sim/engine/program/inlined_calls.hpp"

namespace lockstep::sim {

bool is_library(std::string_view file) {
  return file.starts_with(kIncludeFolder) || file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") ||
         file.find("/include/c++/") != std::string_view::npos;
}

namespace {

// Where the inlined calls around the instruction were made, from the inside out, until the student wrote what is there.
CodeLine written_line(Dwarf_Die& unit, Dwarf_Addr address, CodeLine line) {
  Dwarf_Files* files = nullptr;
  if (dwarf_getsrcfiles(&unit, &files, nullptr) != 0) return line;
  for (const InlinedCall& call : inlined_calls_around(unit, address)) {
    if (!is_library(line.file) && !call.copies_class) break;
    const char* const file = dwarf_filesrc(files, call.call_file, nullptr, nullptr);
    if (file != nullptr) line = {file, call.call_line};
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
  return unit == nullptr ? line : written_line(*unit, address - bias, line);
}

}  // namespace

CodeLine code_line(const void* pc) {
  static auto& known = immortal<std::unordered_map<const void*, CodeLine>>();
  const std::lock_guard lock(debug_session_mutex());
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
