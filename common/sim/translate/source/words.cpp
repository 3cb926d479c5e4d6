/// @file
/// @brief Looks identifiers up: a hash table that is filled once, since headers hold half a million identifiers.
#include "sim/translate/source/words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lockstep::translate {
namespace {

struct Entry {
  std::string_view text;
  Word word = Word::none;
};

constexpr Entry kEntries[] = {
    {"public", Word::access},
    {"protected", Word::access},
    {"private", Word::access},
    {"alignas", Word::alignas_},
    {"__attribute__", Word::attribute},
    {"__attribute", Word::attribute},
    {"auto", Word::auto_},
    {"case", Word::case_},
    {"default", Word::case_},
    {"constexpr", Word::constant_expression},
    {"consteval", Word::constant_expression},
    {"constinit", Word::constant_expression},
    {"if", Word::control},
    {"while", Word::control},
    {"for", Word::control},
    {"switch", Word::control},
    {"const", Word::cv},
    {"volatile", Word::cv},
    {"__const", Word::cv},
    {"__volatile__", Word::cv},
    {"decltype", Word::decltype_},
    {"typeof", Word::decltype_},
    {"__typeof__", Word::decltype_},
    {"__typeof", Word::decltype_},
    {"enum", Word::enum_},
    {"explicit", Word::explicit_},
    {"extern", Word::extern_},
    {"friend", Word::friend_},
    {"__func__", Word::function_name},
    {"__FUNCTION__", Word::function_name},
    {"__PRETTY_FUNCTION__", Word::function_name},
    {"bool", Word::fundamental},
    {"char", Word::fundamental},
    {"char8_t", Word::fundamental},
    {"char16_t", Word::fundamental},
    {"char32_t", Word::fundamental},
    {"double", Word::fundamental},
    {"float", Word::fundamental},
    {"int", Word::fundamental},
    {"__int128", Word::fundamental},
    {"long", Word::fundamental},
    {"short", Word::fundamental},
    {"signed", Word::fundamental},
    {"unsigned", Word::fundamental},
    {"wchar_t", Word::fundamental},
    {"inline", Word::inline_},
    {"__inline", Word::inline_},
    {"__inline__", Word::inline_},
    {"namespace", Word::namespace_},
    {"noexcept", Word::noexcept_},
    {"operator", Word::operator_},
    {"class", Word::record},
    {"struct", Word::record},
    {"union", Word::record},
    {"requires", Word::requires_},
    {"return", Word::statement},
    {"else", Word::statement},
    {"do", Word::statement},
    {"throw", Word::statement},
    {"co_return", Word::statement},
    {"co_yield", Word::statement},
    {"static", Word::static_},
    {"template", Word::template_},
    {"typedef", Word::typedef_},
    {"using", Word::typedef_},
    {"typename", Word::typename_},
    {"void", Word::void_},
    {"__align__", Word::align},
    {"__block_size__", Word::block_size},
    {"__cluster_dims__", Word::cluster_dims},
    {"__constant__", Word::constant},
    {"__device__", Word::device},
    {"__forceinline__", Word::forceinline},
    {"__global__", Word::global},
    {"__grid_constant__", Word::grid_constant},
    {"__host__", Word::host},
    {"__launch_bounds__", Word::launch_bounds},
    {"__managed__", Word::managed},
    {"__maxnreg__", Word::maxnreg},
    {"memcpy", Word::memory_call},
    {"memmove", Word::memory_call},
    {"memset", Word::memory_call},
    {"__builtin_memcpy", Word::memory_call},
    {"__builtin_memmove", Word::memory_call},
    {"__builtin_memset", Word::memory_call},
    {"__noinline__", Word::noinline},
    {"__shared__", Word::shared},
    {"asm", Word::asm_},
    {"__asm", Word::asm_},
    {"__asm__", Word::asm_},
    {"texture", Word::texture},
    {"surface", Word::texture},
};

constexpr std::size_t kSlots = 1024;

constexpr std::size_t slot_of(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  return (text.size() * 131 + at(0) * 31u + at(text.size() - 1) * 7u + at(text.size() / 2) * 257u) % kSlots;
}

constexpr std::array<Entry, kSlots> make_table() {
  std::array<Entry, kSlots> table;
  for (const Entry& entry : kEntries) {
    std::size_t slot = slot_of(entry.text);
    while (!table[slot].text.empty()) slot = (slot + 1) % kSlots;
    table[slot] = entry;
  }
  return table;
}

constexpr std::array<Entry, kSlots> kTable = make_table();

constexpr std::array<std::string_view, 11> kAtomics = {"Add", "Sub", "Exch", "Min", "Max", "Inc", "Dec", "And", "Or", "Xor", "CAS"};

// `atomicAdd`, `atomicAdd_block`, `atomicAdd_system`, and the same of the others.
bool is_atomic(std::string_view identifier) {
  constexpr std::string_view kPrefix = "atomic";
  if (!identifier.starts_with(kPrefix)) return false;
  identifier.remove_prefix(kPrefix.size());
  for (const std::string_view scope : {"_block", "_system"})
    if (identifier.ends_with(scope)) identifier.remove_suffix(scope.size());
  return std::find(kAtomics.begin(), kAtomics.end(), identifier) != kAtomics.end();
}

}  // namespace

Word word_of(std::string_view identifier) {
  for (std::size_t slot = slot_of(identifier); !kTable[slot].text.empty(); slot = (slot + 1) % kSlots)
    if (kTable[slot].text == identifier) return kTable[slot].word;
  return is_atomic(identifier) ? Word::atomic : Word::none;
}

bool owns_parenthesis(Word word) {
  switch (word) {
    case Word::alignas_:
    case Word::align:
    case Word::attribute:
    case Word::block_size:
    case Word::cluster_dims:
    case Word::decltype_:
    case Word::explicit_:
    case Word::launch_bounds:
    case Word::maxnreg:
    case Word::noexcept_:
      return true;
    default:
      return false;
  }
}

}  // namespace lockstep::translate
