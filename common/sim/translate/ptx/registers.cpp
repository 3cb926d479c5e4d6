/// @file
/// @brief Names of registers, from the innermost braces outwards.
#include "sim/translate/ptx/registers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace lockstep::translate::ptx {
namespace {

struct Pair {
  std::string_view name, text;
};

constexpr Pair kRegisterTypes[] = {
    {"pred", "bool"},         {"b8", "std::uint8_t"},   {"u8", "std::uint8_t"},     {"s8", "std::uint8_t"},      {"b16", "std::uint16_t"},
    {"u16", "std::uint16_t"}, {"s16", "std::uint16_t"}, {"f16", "std::uint16_t"},   {"bf16", "std::uint16_t"},   {"b32", "std::uint32_t"},
    {"u32", "std::uint32_t"}, {"s32", "std::uint32_t"}, {"f16x2", "std::uint32_t"}, {"bf16x2", "std::uint32_t"}, {"b64", "std::uint64_t"},
    {"u64", "std::uint64_t"}, {"s64", "std::uint64_t"}, {"f32", "float"},           {"f64", "double"},
};

constexpr Pair kConstraints[] = {
    {"h", "std::uint16_t"}, {"r", "std::uint32_t"}, {"l", "std::uint64_t"}, {"f", "float"}, {"d", "double"}, {"n", "std::int64_t"},
};

// `{}` is the namespace of the simulator's functions for PTX.
constexpr Pair kSpecial[] = {
    {"laneid", "{}lane()"},
    {"warpid", "{}warp()"},
    {"nwarpid", "64u"},
    {"smid", "{}multiprocessor()"},
    {"nsmid", "8u"},
    {"gridid", "{}grid_number()"},
    {"lanemask_eq", "{}own_lane()"},
    {"lanemask_lt", "{}lanes_below()"},
    {"lanemask_le", "({}lanes_below() | {}own_lane())"},
    {"lanemask_gt", "~({}lanes_below() | {}own_lane())"},
    {"lanemask_ge", "~{}lanes_below()"},
    {"clock", "static_cast<std::uint32_t>(::clock64())"},
    {"clock_hi", "static_cast<std::uint32_t>(::clock64() >> 32)"},
    {"clock64", "static_cast<std::uint64_t>(::clock64())"},
    {"globaltimer", "static_cast<std::uint64_t>(::clock64())"},
    {"globaltimer_lo", "static_cast<std::uint32_t>(::clock64())"},
    {"globaltimer_hi", "static_cast<std::uint32_t>(::clock64() >> 32)"},
    {"dynamic_smem_size", "{}dynamic_bytes()"},
    {"cluster_ctarank", "{}rank_in_cluster()"},
    {"cluster_nctarank", "{}blocks_in_cluster()"},
};

// With `.x`, `.y` and `.z`.
constexpr Pair kVectors[] = {
    {"tid", "::threadIdx"},
    {"ntid", "::blockDim"},
    {"ctaid", "::blockIdx"},
    {"nctaid", "::gridDim"},
    {"cluster_ctaid", "::lockstep::sim::cluster_block_index()"},
    {"cluster_nctaid", "::lockstep::sim::cluster_extent()"},
};

template <std::size_t n>
std::string_view look_up(const Pair (&table)[n], std::string_view name) {
  const auto found = std::ranges::find(table, name, &Pair::name);
  return found == std::end(table) ? std::string_view() : found->text;
}

/// A register's name as one of C++.
std::string variable(std::string_view name) {
  std::string result = "lockstep_r_";
  for (const char c : name) result += std::isalnum(static_cast<unsigned char>(c)) != 0 ? std::string(1, c) : "_";
  return result;
}

}  // namespace

std::string_view register_type(std::string_view type) { return look_up(kRegisterTypes, type); }
std::string_view constraint_type(std::string_view constraint) { return look_up(kConstraints, constraint); }

std::string special_register(std::string_view name) {
  if (name == "WARP_SZ") return "32u";
  if (!name.starts_with('%')) return {};
  name.remove_prefix(1);
  const std::size_t dot = name.find('.');
  if (dot != std::string_view::npos) {
    const std::string_view part = name.substr(dot + 1);
    const std::string_view vector = look_up(kVectors, name.substr(0, dot));
    const bool known = !vector.empty() && (part == "x" || part == "y" || part == "z");
    return known ? fmt::format("{}.{}", vector, part) : std::string();
  }
  std::string text(look_up(kSpecial, name));
  for (std::size_t at = text.find("{}"); at != std::string::npos; at = text.find("{}")) text.replace(at, 2, "::lockstep::sim::ptx::");
  return text;
}

bool Registers::leave() {
  if (scopes_.size() == 1) return false;
  scopes_.pop_back();
  return true;
}

std::string Registers::declare(const Line& line, bool initialised) {
  const std::string_view type = register_type(line.suffixes.front());
  if (type.empty()) throw Unreadable(line.offset, fmt::format(".reg .{} in inline PTX is not simulated", line.suffixes.front()));
  std::string text;
  const auto add = [&](const std::string& name) {
    scopes_.back()[name] = variable(name);
    text += fmt::format("[[maybe_unused]] {} {}{}; ", type, variable(name), initialised ? "{}" : "");
  };
  for (const Operand& operand : line.operands) {
    const std::size_t many = operand.text.find('<');
    if (many == std::string::npos) {
      add(operand.text);
      continue;
    }
    unsigned count = 0;
    std::from_chars(operand.text.data() + many + 1, operand.text.data() + operand.text.size(), count);
    for (unsigned i = 0; i < std::min(count, 1024u); ++i) add(operand.text.substr(0, many) + std::to_string(i));
  }
  return text;
}

std::string Registers::operand(std::string_view name, std::size_t offset) const {
  name.remove_prefix(1);
  for (std::size_t i = 0; i < statement_.operands.size(); ++i)
    if (name == std::to_string(i) || name == statement_.operands[i].name) return fmt::format("lockstep_{}", i);
  throw Unreadable(offset, fmt::format("inline PTX names the operand %{}, but the statement has {}", name, statement_.operands.size()));
}

std::string Registers::find(std::string_view name, std::size_t offset) const {
  if (name.starts_with('#')) return operand(name, offset);
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return found->second;
  const std::string special = special_register(name);
  if (special.empty()) throw Unreadable(offset, fmt::format("inline PTX names the register {}, which is not declared in it", name));
  return special;
}

}  // namespace lockstep::translate::ptx
