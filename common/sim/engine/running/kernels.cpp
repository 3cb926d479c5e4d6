/// @file
/// @brief What is known about kernels and their shared variables.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <typeinfo>

#include "lockstep/sim/device/named_barrier.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kStaticLimit = 48 * 1024;

// Filled during static initialisation, in whatever order.
std::vector<SharedSlot*>& all_slots() {
  static auto& slots = immortal<std::vector<SharedSlot*>>();
  return slots;
}

std::vector<SharedUse>& all_uses() {
  static auto& uses = immortal<std::vector<SharedUse>>();
  return uses;
}

thread_local bool is_probing = false;
thread_local KernelEntry* probed = nullptr;

// The Itanium ABI names a kernel's closure "Z<kernel>E…UlvE…": what stands for the kernel there stands in the names of its local types too.
std::string kernel_encoding(const char* closure_name) {
  std::string name = closure_name;
  if (name.starts_with('*')) name.erase(0, 1);  // internal linkage
  const std::size_t end = name.rfind("EUlvE");
  return name.starts_with('Z') && end != std::string::npos ? name.substr(0, end + 1) : name;
}

// A block's barriers by number take no shared memory on a GPU.
bool is_of_hardware(const SharedSlot& slot) { return std::string_view(slot.tag_name) == typeid(NamedBarriers).name(); }

}  // namespace

SharedSlot::SharedSlot(const char* tag_name_, std::size_t bytes_, std::size_t alignment_)
    : tag_name(tag_name_), bytes(bytes_), alignment(alignment_), index(static_cast<unsigned>(all_slots().size())) {
  all_slots().push_back(this);
}

SharedUse::SharedUse(const char* user_name_, const SharedSlot* slot_) : user_name(user_name_), slot(slot_) { all_uses().push_back(*this); }

// Here and not in the header, where it would have hooks: device code may come to a kernel's entry first, by a launch.
KernelEntry::KernelEntry(const KernelTraits& traits_, const char* type_name_, void (*call_)(const void*, void**),
                         const std::size_t* parameter_bytes_)
    : traits(traits_), type_name(type_name_), call(call_), parameter_bytes(parameter_bytes_) {}

std::size_t KernelEntry::static_shared_bytes() const {
  const std::string encoding = kernel_encoding(type_name);
  std::size_t bytes = 0;
  const auto add = [&](const char* name, const SharedSlot& slot) {
    if (std::string_view(name).find(encoding) != std::string_view::npos) bytes = round_up(bytes, slot.alignment) + slot.bytes;
  };
  for (const SharedSlot* slot : all_slots()) add(slot->tag_name, *slot);
  for (const SharedUse& use : all_uses()) add(use.user_name, *use.slot);
  return bytes;
}

bool probing(KernelEntry& kernel) {
  if (!is_probing) return false;
  probed = &kernel;
  return true;
}

KernelEntry& entry_of(const void* function) {
  static std::mutex mutex;
  static auto& known = immortal<std::map<const void*, KernelEntry*>>();
  const std::lock_guard lock(mutex);
  KernelEntry*& entry = known[function];
  if (entry == nullptr) {
    // An object whose class says how it is copied is passed by its address, and copied on the way: so each argument is the address of
    // zeros. More of them than any kernel has parameters (4 KB at most): in registers first, the rest where a by-value struct is read from.
    static const std::array<long, 512> zeros{};
    struct Rest {
      std::array<const void*, 512> words;
    } rest;
    rest.words.fill(&zeros);
    using Anything = void (*)(const void*, const void*, const void*, const void*, const void*, const void*, Rest);
    is_probing = true;
    reinterpret_cast<Anything>(const_cast<void*>(function))(&zeros, &zeros, &zeros, &zeros, &zeros, &zeros, rest);
    is_probing = false;
    entry = probed;
    entry->function = function;
  }
  return *entry;
}

SharedLayout& shared_layout(const KernelEntry& kernel) {
  static std::mutex mutex;
  static auto& layouts = immortal<std::map<const KernelEntry*, SharedLayout>>();
  const std::lock_guard lock(mutex);
  return layouts.try_emplace(&kernel, all_slots().size()).first->second;
}

std::uint32_t SharedLayout::add(const SharedSlot& slot) {
  const std::lock_guard lock(mutex_);
  std::atomic<std::uint32_t>& place = places_[slot.index];
  if (place.load() != 0) return place.load() - 1;
  if (!is_of_hardware(slot)) real_bytes_ = round_up(real_bytes_, slot.alignment) + slot.bytes;
  const std::size_t offset = round_up(used_.load(), std::max<std::size_t>(kSharedGap, slot.alignment));
  const std::size_t end = offset + slot.bytes + kSharedGap;
  if (real_bytes_ > kStaticLimit || end > kStaticSharedBytes)
    fail_kernel(cudaErrorInvalidValue, fmt::format("its __shared__ variables take {} bytes; a block has 49152 for them", real_bytes_),
                Site());
  placed_.push_back({offset, offset + slot.bytes, &slot});
  place.store(static_cast<std::uint32_t>(offset) + 1, std::memory_order_release);
  used_.store(static_cast<std::uint32_t>(end), std::memory_order_release);
  return static_cast<std::uint32_t>(offset);
}

void* shared_address(const SharedSlot& slot) {
  Worker& worker = *current_worker;
  SharedLayout& layout = worker.grid().layout;
  Block& block = *worker.current().block;
  const std::uint32_t offset = layout.offset(slot);
  if (offset >= block.poisoned) poison_shared(block, layout.used());  // placed after this block had begun
  return block.shared + offset;
}

void* dynamic_shared_memory() noexcept { return current_worker->current().block->shared + kStaticSharedBytes; }
std::size_t dynamic_shared_bytes() noexcept { return current_worker->grid().request.dynamic_shared; }
bool in_kernel() noexcept { return current_worker != nullptr; }
unsigned thread_rank() noexcept { return current_worker->current().rank; }

PipelineState& pipeline_state() {
  auto& state = current_worker->current().pipeline;
  if (state == nullptr) state = std::make_unique<PipelineState>();
  return *state;
}

void spin(Site site) { current_worker->yield("an atomic operation", site, nullptr); }
void note_progress() noexcept { current_worker->note_progress(); }

}  // namespace lockstep::sim
