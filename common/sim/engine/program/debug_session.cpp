/// @file
/// @brief Opens libdw on the running process.
#include "sim/engine/program/debug_session.hpp"
#include "sim/engine/immortal.hpp"

#include <elfutils/libdwfl.h>
#include <unistd.h>

namespace lockstep::sim {

namespace {

// A file without debug information has none elsewhere, either. libdw's own search begins by loading a debuginfod client, with 27 libraries.
int find_no_other_file(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*, GElf_Word, char**) { return -1; }

Dwfl* open_self() {
  static const Dwfl_Callbacks callbacks{dwfl_linux_proc_find_elf, find_no_other_file, nullptr, nullptr};
  Dwfl* const session = dwfl_begin(&callbacks);
  if (session == nullptr) return nullptr;
  dwfl_report_begin(session);
  if (dwfl_linux_proc_report(session, getpid()) != 0) return nullptr;
  dwfl_report_end(session, nullptr, nullptr);
  return session;
}

}  // namespace

Dwfl* debug_session() {
  static Dwfl* const session = open_self();
  return session;
}

std::mutex& debug_session_mutex() {
  static auto& mutex = immortal<std::mutex>();
  return mutex;
}

}  // namespace lockstep::sim
