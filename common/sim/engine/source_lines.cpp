/// @file
/// @brief Looks lines up with elfutils' libdw.
#include "engine/source_lines.hpp"

#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

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

std::string look_up(const void* pc) {
  static const Session session = open_self();
  if (session == nullptr) return "an unknown line";
  Dwfl_Line* const line = dwfl_getsrc(session.get(), reinterpret_cast<std::uintptr_t>(pc));
  int number = 0;
  const char* const file = line == nullptr ? nullptr : dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr);
  return file == nullptr ? "an unknown line" : std::string(file) + ":" + std::to_string(number);
}

}  // namespace

std::string source_line(const void* pc) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  std::string line;
  std::thread([&] { line = look_up(pc); }).join();  // libdw needs more stack than a CUDA thread has
  return line;
}

}  // namespace lockstep::sim
