/// @file
/// @brief Reads /proc/N/status and /proc/N/stat of each process in a box.
#include "grading/sandbox/box_usage.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <charconv>
#include <memory>
#include <string>
#include <string_view>

namespace lockstep::grading {
namespace {

std::string contents(int folder, const std::string& name) {
  const Descriptor file(::openat(folder, name.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> text;  // the kernel's files of one process are shorter
  const ssize_t count = file.get() < 0 ? 0 : ::read(file.get(), text.data(), text.size());
  return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
}

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin != text.npos) std::from_chars(text.data() + begin, text.data() + text.size(), value);
  return value;
}

/// The number in a line "Name:   123 kB"; a process that has ended has no such lines.
std::uint64_t field(std::string_view status, std::string_view name) {
  const std::size_t at = status.find(fmt::format("\n{}:", name));
  return at == status.npos ? 0 : number(status.substr(at + name.size() + 2));
}

/// utime, stime, cutime and cstime: fields 14 to 17. The name before them may hold anything, spaces and brackets included.
std::uint64_t ticks(std::string_view stat) {
  std::size_t at = stat.rfind(')');
  std::uint64_t sum = 0;
  for (int nth = 3; nth <= 17 && at != stat.npos; ++nth) {
    at = stat.find(' ', at + 1);
    if (nth >= 14 && at != stat.npos) sum += number(stat.substr(at));
  }
  return sum;
}

}  // namespace

void BoxWatch::open_list() {
  list_.reset(::open(fmt::format("/proc/{}/root{}", first_, "/proc").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  char unused;
  if (::readlinkat(list_.get(), "self", &unused, 1) >= 0) list_.close();  // we are in it: it is the host's, and the box is not made yet
}

BoxUsage BoxWatch::look(std::size_t enough_threads) {
  if (list_.get() < 0) open_list();
  BoxUsage usage;
  const int again = ::openat(list_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> list(again < 0 ? nullptr : ::fdopendir(again), &::closedir);
  if (!list) return usage;
  static const auto ticks_a_second = static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
  std::uint64_t total_ticks = ticks(contents(AT_FDCWD, fmt::format("/proc/{}/stat", first_)));
  while (const dirent* const entry = ::readdir(list.get())) {
    const std::string process = entry->d_name;
    if (std::isdigit(static_cast<unsigned char>(process[0])) == 0 || process == "1") continue;  // 1, the first, is covered in the box
    const std::string status = contents(::dirfd(list.get()), process + "/status");
    for (const char* name : {"RssAnon", "RssShmem", "VmSwap", "VmPTE"}) usage.memory_bytes += field(status, name) * 1024;
    usage.threads += field(status, "Threads");
    total_ticks += ticks(contents(::dirfd(list.get()), process + "/stat"));
    if (usage.threads > enough_threads) break;
  }
  usage.cpu = std::chrono::milliseconds(total_ticks * 1000 / ticks_a_second);
  return usage;
}

}  // namespace lockstep::grading
