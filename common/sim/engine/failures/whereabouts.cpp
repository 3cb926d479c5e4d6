/// @file
/// @brief Samples of a worker's registers and of the top of its stack.
#include "sim/engine/failures/whereabouts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "lockstep/sim/include_folder.hpp"
#include "sim/engine/failures/machine_context.hpp"
#include "sim/engine/running/fiber.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

constexpr std::uint32_t kOften = 1000;   // reads of one variable, from which on it is told of
const int kSampleSignal = SIGRTMAX - 6;  // the last four do not exist under QEMU

struct Sample {
  std::uintptr_t pc = 0;
  std::vector<std::uint64_t> registers;
  std::vector<std::uintptr_t> stack;  ///< a return address, and the first words of the stack, where others are
  uint3 thread{}, block{};
  Polled polled;
};

// The handler's own, without allocation; copied once it is complete.
struct RawSample {
  static constexpr std::size_t kMostRegisters = 96, kMostWords = 128;
  std::array<std::uint64_t, kMostRegisters> registers;
  std::array<std::uintptr_t, kMostWords> stack;
  std::size_t registers_used, words_used;
  std::uintptr_t pc;
  uint3 thread, block;
  Polled polled;
};

RawSample raw;
std::atomic<bool> raw_is_complete = false;

#if defined(__x86_64__)
std::size_t copy_registers(const ucontext_t& context, std::uint64_t* to) {
  constexpr std::size_t kGeneral = REG_RSP + 1, kVectorWords = 2 * 16;
  std::memcpy(to, context.uc_mcontext.gregs, kGeneral * sizeof *to);
  if (context.uc_mcontext.fpregs == nullptr) return kGeneral;
  std::memcpy(to + kGeneral, context.uc_mcontext.fpregs->_xmm, kVectorWords * sizeof *to);
  return kGeneral + kVectorWords;
}
#elif defined(__aarch64__)
// Behind the general registers are records of all others, each begun by its name and size; the last has neither.
const void* vectors_of(const ucontext_t& context) {
  const auto* at = reinterpret_cast<const std::byte*>(context.uc_mcontext.__reserved);
  for (_aarch64_ctx head;; at += head.size) {
    std::memcpy(&head, at, sizeof head);
    if (head.magic == FPSIMD_MAGIC) return at + offsetof(fpsimd_context, vregs);
    if (head.size == 0) return nullptr;
  }
}

std::size_t copy_registers(const ucontext_t& context, std::uint64_t* to) {
  constexpr std::size_t kGeneral = 31, kVectorWords = 2 * 32;
  std::memcpy(to, context.uc_mcontext.regs, kGeneral * sizeof *to);
  const void* const vectors = vectors_of(context);
  if (vectors == nullptr) return kGeneral;
  std::memcpy(to + kGeneral, vectors, kVectorWords * sizeof *to);
  return kGeneral + kVectorWords;
}
#endif

void take_sample(int, siginfo_t*, void* context_) {
  auto& context = *static_cast<ucontext_t*>(context_);
  if (current_worker == nullptr || raw_is_complete.load()) return;
  const Thread* const thread = current_worker->running();
  if (thread == nullptr) return;
  raw.pc = static_cast<std::uintptr_t>(program_counter(context));
  raw.thread = thread->index;
  raw.block = thread->block->index;
  raw.polled = thread->spins < kOften ? Polled{} : polled_by(*thread);
  raw.registers_used = copy_registers(context, raw.registers.data());
  raw.stack[0] = return_address(context);
  raw.words_used = 1;
  const auto sp = static_cast<std::uintptr_t>(stack_pointer(context));
  const std::uintptr_t end = std::min(sp + (RawSample::kMostWords - 1) * sizeof(std::uintptr_t), end_of_stack(sp));
  for (std::uintptr_t at = sp; at + sizeof at <= end; at += sizeof at)
    raw.stack[raw.words_used++] = *reinterpret_cast<const std::uintptr_t*>(at);
  raw_is_complete.store(true);
}

void install_handler() {
  struct sigaction action {};
  action.sa_sigaction = take_sample;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(kSampleSignal, &action, nullptr);
}

// False where none came: the worker has ended, or runs something else just now.
bool take(pthread_t worker, Sample& sample) {
  raw_is_complete.store(false);
  if (pthread_kill(worker, kSampleSignal) != 0) return false;
  for (int i = 0; i < 50 && !raw_is_complete.load(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (!raw_is_complete.load()) return false;
  sample.pc = raw.pc;
  sample.thread = raw.thread;
  sample.block = raw.block;
  sample.polled = raw.polled;
  sample.registers.assign(raw.registers.begin(), raw.registers.begin() + static_cast<std::ptrdiff_t>(raw.registers_used));
  sample.stack.assign(raw.stack.begin(), raw.stack.begin() + static_cast<std::ptrdiff_t>(raw.words_used));
  return true;
}

// The C library's sources, which it names where a system has its debug information, are not on this machine.
bool is_students(const CodeLine& line) {
  std::error_code failed;
  constexpr std::string_view kSimulator = kIncludeFolder.substr(0, kIncludeFolder.rfind("include/"));
  return line.line != 0 && !is_library(line.file) && !line.file.starts_with(kSimulator) && std::filesystem::exists(line.file, failed);
}

// The instruction's own line, or that of the call which led there: the first word of the stack that is a place in the student's code.
CodeLine line_of(const Sample& sample) {
  CodeLine line = code_line(reinterpret_cast<const void*>(sample.pc + 1));
  for (std::size_t i = 0; i < sample.stack.size() && !is_students(line); ++i)
    line = code_line(reinterpret_cast<const void*>(sample.stack[i]));
  return is_students(line) ? line : CodeLine{};
}

// A loop that computes reaches each of its instructions with other values.
bool stand_still(std::vector<Sample>& samples) {
  constexpr std::size_t kEnough = 10;
  std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) { return a.pc < b.pc; });
  std::size_t same = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    if (samples[i].pc != samples[i - 1].pc) continue;
    if (samples[i].registers != samples[i - 1].registers) return false;
    ++same;
  }
  return same >= kEnough;
}

}  // namespace

Whereabouts whereabouts_of(pthread_t worker) {
  using namespace std::chrono;
  constexpr std::size_t kSamples = 200;
  install_handler();
  std::vector<Sample> samples;
  const auto end = steady_clock::now() + milliseconds(500);
  for (Sample sample; samples.size() < kSamples && steady_clock::now() < end && take(worker, sample);) samples.push_back(sample);
  if (samples.empty()) return {};
  const Sample last = samples.back();
  return {line_of(last), last.thread, last.block, stand_still(samples), last.polled};
}

}  // namespace lockstep::sim
