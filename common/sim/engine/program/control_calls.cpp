/// @file
/// @brief Finds the calls in the program's machine code once, and overwrites them when asked to.
#include "sim/engine/program/control_calls.hpp"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "lockstep/sim/launch.hpp"
#include "sim/engine/program/call_instruction.hpp"

extern "C" {
void __sanitizer_cov_trace_pc();
void __tsan_func_entry(void* caller);
void __tsan_func_exit();
}

namespace lockstep::sim {

namespace {

struct CallSite {
  std::uint8_t* at;
  std::array<std::uint8_t, kCallBytes> call;
};

// The program's own code; kernels in shared libraries keep their calls.
Code program_code() {
  Code code;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const auto& segment = object->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
          const auto* const begin = reinterpret_cast<const std::uint8_t*>(object->dlpi_addr + segment.p_vaddr);
          *static_cast<Code*>(data) = {begin, begin + segment.p_memsz};
        }
        return 1;  // the first object is the program
      },
      &code);
  return code;
}

bool is_control_call(const std::uint8_t* at) {
  const auto target = reinterpret_cast<std::uintptr_t>(target_of(at));
  return target == reinterpret_cast<std::uintptr_t>(&__sanitizer_cov_trace_pc) ||
         target == reinterpret_cast<std::uintptr_t>(&__tsan_func_entry) || target == reinterpret_cast<std::uintptr_t>(&__tsan_func_exit) ||
         target == reinterpret_cast<std::uintptr_t>(&returns);
}

// Other bytes look like such a call only if they happen to hold the distance to one of these functions: four bytes guessed right.
std::vector<CallSite> find_sites() {
  std::vector<CallSite> sites;
  Code code = program_code();
  while (const std::uint8_t* const at = next_call(code)) {
    code.begin = at + 1;
    if (!is_control_call(at)) continue;
    CallSite& site = sites.emplace_back(CallSite{const_cast<std::uint8_t*>(at), {}});  // the page is made writable
    std::copy_n(at, kCallBytes, site.call.begin());
  }
  return sites;
}

// Other threads of the program may be running other code of the same pages: they stay executable.
bool set_writable(const std::vector<CallSite>& sites, bool writable) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(sites.front().at) & ~(page - 1);
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(sites.back().at) + kCallBytes;
  return mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_EXEC | (writable ? PROT_WRITE : 0)) == 0;
}

// Where processors fetch instructions past the cache that the stores went to; nothing on x86-64.
void make_visible(const std::vector<CallSite>& sites) {
  __builtin___clear_cache(reinterpret_cast<char*>(sites.front().at), reinterpret_cast<char*>(sites.back().at + kCallBytes));
}

}  // namespace

void set_control_calls(bool real) {
  static const std::vector<CallSite> sites = find_sites();
  static bool are_real = true;
  if (real == are_real || sites.empty() || !set_writable(sites, true)) return;
  for (const CallSite& site : sites) std::copy_n(real ? site.call.begin() : kNoCall.begin(), kCallBytes, site.at);
  make_visible(sites);
  set_writable(sites, false);
  are_real = real;
}

}  // namespace lockstep::sim
