/// @file
/// @brief Finds and names the part of a block's shared memory that an address belongs to.
#include "sim/engine/running/shared_region.hpp"

#include <string_view>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/program/address_arithmetic.hpp"

namespace lockstep::sim {

namespace {

/// The start of the shared memory that an address lies in, or shortly before. All blocks' memories are laid out alike.
std::uintptr_t shared_begin(const Block& block, std::uintptr_t address) {
  constexpr std::uintptr_t kNear = 4096;
  const std::uintptr_t own = number(block.shared);
  if (address - (own - kNear) < kNear + kBlockSharedBytes) return own;
  return address - (address - number(address_space().shared.begin)) % kBlockSharedBytes;
}

}  // namespace

SharedRegion nearest_shared(const Block& block, const GridRun& grid, std::uintptr_t address) {
  const std::uintptr_t begin = shared_begin(block, address), dynamic = begin + kStaticSharedBytes;
  SharedRegion best{dynamic, dynamic + grid.request.dynamic_shared};
  for (const SharedPlace& place : grid.layout.placed()) {
    const SharedRegion region{begin + place.begin, begin + place.end, place.slot};
    if (distance_to(region.begin, region.end, address) < distance_to(best.begin, best.end, address)) best = region;
  }
  return best;
}

// A tag's mangled name ends in a length and "lockstep_shared_NAME".
std::string variable_name(const SharedSlot& slot) {
  constexpr std::string_view kPrefix = "lockstep_shared_";
  const std::string_view tag = slot.tag_name;
  const std::size_t at = tag.rfind(kPrefix);
  if (at == std::string_view::npos) return "";
  std::size_t digits = at;
  while (digits > 0 && tag[digits - 1] >= '0' && tag[digits - 1] <= '9') --digits;
  std::size_t length = 0;
  for (std::size_t i = digits; i < at; ++i) length = length * 10 + static_cast<std::size_t>(tag[i] - '0');
  return std::string(tag.substr(at, length).substr(kPrefix.size()));
}

std::string name_of(const SharedRegion& region) {
  if (region.slot == nullptr) return "dynamic shared memory (the third argument of <<<…>>>)";
  const std::string name = variable_name(*region.slot);
  return name.empty() ? "a __shared__ variable" : "the __shared__ variable " + name;
}

}  // namespace lockstep::sim
