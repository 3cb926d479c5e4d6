/// @file
/// @brief Suffixes, operands and addresses of an instruction.
#include "sim/translate/ptx/instruction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "sim/translate/ptx/advice.hpp"

namespace lockstep::translate::ptx {
namespace {

constexpr std::string_view kNamespace = "::lockstep::sim::ptx::";
constexpr std::string_view kTypes[] = {"pred", "b8",  "b16", "b32", "b64", "u8",  "u16",  "u32",   "u64",    "s8",
                                       "s16",  "s32", "s64", "f16", "f32", "f64", "bf16", "f16x2", "bf16x2", "tf32"};

/// PTX's `0f3F800000` and `0d…` are the bits of a float; `1U` is `1`; an integer is one of 64 bits.
std::string literal(std::string text) {
  const bool negative = text.starts_with('-');
  if (negative) text.erase(0, 1);
  const std::string sign = negative ? "-" : "";
  if (text.starts_with('#')) return text;
  const bool bits = text.size() > 2 && text[0] == '0';
  if (bits && (text[1] == 'f' || text[1] == 'F')) return fmt::format("{}::lockstep::sim::ptx::as<float>(0x{}u)", sign, text.substr(2));
  if (bits && (text[1] == 'd' || text[1] == 'D'))
    return fmt::format("{}::lockstep::sim::ptx::as<double>(std::uint64_t{{0x{}u}})", sign, text.substr(2));
  if (!text.empty() && (text.back() == 'U' || text.back() == 'u')) text.pop_back();
  const bool hexadecimal = bits && (text[1] == 'x' || text[1] == 'X');
  if (!hexadecimal && text.find_first_of(".eE") != std::string::npos)
    return fmt::format("::lockstep::sim::ptx::Number{{{}{}}}", sign, text);
  return fmt::format("{}{}ll", sign, hexadecimal && text.size() == 18 ? "(long long)" + text + "u" : text);
}

}  // namespace

bool is_type(std::string_view suffix) { return std::ranges::find(kTypes, suffix) != std::end(kTypes); }

bool Instruction::take(std::string_view suffix) {
  const auto found = std::ranges::find(left_, suffix);
  if (found == left_.end()) return false;
  left_.erase(found);
  return true;
}

std::string Instruction::take_any(std::initializer_list<std::string_view> suffixes) {
  for (const std::string& suffix : left_)
    if (std::ranges::find(suffixes, suffix) != suffixes.end()) {
      std::string taken = suffix;
      take(taken);
      return taken;
    }
  return {};
}

void Instruction::ignore(std::initializer_list<std::string_view> suffixes) {
  while (!take_any(suffixes).empty()) {
  }
}

void Instruction::ignore_prefix(std::string_view prefix) {
  std::erase_if(left_, [&](const std::string& suffix) { return suffix.starts_with(prefix); });
}

std::string Instruction::take_type_or(std::string_view otherwise) {
  const auto found = std::ranges::find_if(left_, is_type);
  if (found == left_.end()) return std::string(otherwise);
  std::string type = *found;
  left_.erase(found);
  return type;
}

std::string Instruction::take_type() {
  std::string type = take_type_or({});
  if (type.empty()) fail(fmt::format("{} in inline PTX needs a type, such as .u32", line_.opcode));
  return type;
}

void Instruction::finish() const {
  if (!left_.empty())
    fail(fmt::format("{} with .{} in inline PTX is not simulated{}", line_.opcode, left_.front(), advice_on(line_.opcode)));
}

void Instruction::fail(const std::string& message) const { throw Unreadable(line_.offset, message); }

void Instruction::need(std::size_t at_least, std::size_t at_most) const {
  if (operands() >= at_least && operands() <= at_most) return;
  const std::string wanted = at_least == at_most ? std::to_string(at_least) : fmt::format("{} to {}", at_least, at_most);
  fail(fmt::format("{} in inline PTX takes {} operands, got {}", line_.opcode, wanted, operands()));
}

std::string Instruction::value(const Operand& operand) const {
  switch (operand.kind) {
    case Operand::Kind::sink:
      return "lockstep_sink";
    case Operand::Kind::number:
      return literal(operand.text);
    case Operand::Kind::name:
      return (operand.negated ? "!" : "") + registers_.find(operand.text, line_.offset);
    case Operand::Kind::list: {
      std::string text;
      for (const Operand& part : operand.list) text += (text.empty() ? "" : ", ") + value(part);
      return text;
    }
    default:
      fail(fmt::format("{} in inline PTX takes no address there", line_.opcode));
  }
}

std::string Instruction::values(std::size_t first, std::size_t last) const {
  std::string text;
  for (std::size_t i = first; i < last; ++i) text += (text.empty() ? "" : ", ") + value(i);
  return text;
}

std::string Instruction::address(std::size_t i, bool shared) const {
  const Operand& operand = line_.operands.at(i);
  if (operand.kind != Operand::Kind::address || operand.list.size() != 1)
    fail(fmt::format("{} in inline PTX takes an address there: [register]", line_.opcode));
  std::string offset = operand.offset.empty() ? "0" : literal(operand.offset);
  if (offset.starts_with('#')) offset = registers_.find(offset, line_.offset);
  return fmt::format("{}{}({}, {})", kNamespace, shared ? "shared_address_of" : "address", value(operand.list.front()), offset);
}

std::string call(std::string_view name, std::string_view types, std::string_view arguments) {
  const std::string parameters = types.empty() ? "" : fmt::format("<{}>", types);
  return fmt::format("{}{}{}({});", kNamespace, name, parameters, arguments);
}

std::string type_argument(std::string_view type) { return fmt::format("{}{}", kNamespace, type); }

}  // namespace lockstep::translate::ptx
