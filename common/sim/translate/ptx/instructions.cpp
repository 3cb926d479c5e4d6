/// @file
/// @brief The table of instructions that compute values from values: for each a function of the same name in `lockstep/sim/ptx`.
#include "sim/translate/ptx/instructions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "sim/translate/ptx/advice.hpp"
#include "sim/translate/ptx/forms.hpp"

namespace lockstep::translate::ptx {
namespace {

/// Lists are separated by spaces.
struct Row {
  std::string_view opcode;
  std::string_view types;    ///< that it may have
  unsigned type_count;       ///< how many types it has; 0: the type is part of the function's name
  std::size_t operands;      ///< the first of which is written
  std::string_view parts;    ///< suffixes that are part of the function's name
  std::string_view ignored;  ///< suffixes that change nothing here
};

constexpr std::string_view kIntegers = "u16 u32 u64 s16 s32 s64";
constexpr std::string_view kFloats = "f32 f64";
constexpr std::string_view kHalves = "f16 bf16 f16x2 bf16x2";
constexpr std::string_view kBits = "b16 b32 b64 pred";
constexpr std::string_view kRounded = "rz rm rp";

constexpr Row kRows[] = {
    {"add", kIntegers, 1, 3, "sat cc", ""},
    {"add", kFloats, 1, 3, kRounded, "rn"},
    {"add", kHalves, 0, 3, "", "rn"},
    {"addc", "u32 s32 u64 s64", 1, 3, "cc", ""},
    {"sub", kIntegers, 1, 3, "sat cc", ""},
    {"sub", kFloats, 1, 3, kRounded, "rn"},
    {"sub", kHalves, 0, 3, "", "rn"},
    {"subc", "u32 s32 u64 s64", 1, 3, "cc", ""},
    {"mul", kIntegers, 1, 3, "lo hi wide", ""},
    {"mul", kFloats, 1, 3, kRounded, "rn"},
    {"mul", kHalves, 0, 3, "", "rn"},
    {"mad", kIntegers, 1, 4, "lo hi wide cc", ""},
    {"madc", "u32 s32 u64 s64", 1, 4, "lo hi cc", ""},
    {"mul24", "u32 s32", 1, 3, "lo hi", ""},
    {"mad24", "u32 s32", 1, 4, "lo", ""},
    {"fma", kFloats, 1, 4, kRounded, "rn"},
    {"fma", kHalves, 1, 4, "", "rn"},
    {"div", kIntegers, 1, 3, "", ""},
    {"div", kFloats, 1, 3, "approx rz rm rp", "rn full"},
    {"rem", kIntegers, 1, 3, "", ""},
    {"sad", kIntegers, 1, 4, "", ""},
    {"abs", "s16 s32 s64 f32 f64 f16 bf16 f16x2 bf16x2", 1, 2, "", ""},
    {"neg", "s16 s32 s64 f32 f64 f16 bf16 f16x2 bf16x2", 1, 2, "", ""},
    {"min", "u16 u32 u64 s16 s32 s64 f64", 1, 3, "", ""},
    {"max", "u16 u32 u64 s16 s32 s64 f64", 1, 3, "", ""},
    {"min", "f32", 1, 3, "NaN", ""},
    {"max", "f32", 1, 3, "NaN", ""},
    {"min", kHalves, 0, 3, "NaN", ""},
    {"max", kHalves, 0, 3, "NaN", ""},
    {"rcp", kFloats, 1, 2, kRounded, "rn approx"},
    {"sqrt", kFloats, 1, 2, kRounded, "rn approx"},
    {"rsqrt", kFloats, 1, 2, "", "approx"},
    {"sin", "f32", 1, 2, "", "approx"},
    {"cos", "f32", 1, 2, "", "approx"},
    {"lg2", "f32", 1, 2, "", "approx"},
    {"ex2", "f32", 1, 2, "", "approx"},
    {"tanh", "f32", 1, 2, "", "approx"},
    {"copysign", kFloats, 1, 3, "", ""},
    {"testp", kFloats, 1, 2, "finite infinite number notanumber normal subnormal", ""},
    {"and", kBits, 1, 3, "", ""},
    {"or", kBits, 1, 3, "", ""},
    {"xor", kBits, 1, 3, "", ""},
    {"not", kBits, 1, 2, "", ""},
    {"cnot", "b16 b32 b64", 1, 2, "", ""},
    {"shl", "b16 b32 b64", 1, 3, "", ""},
    {"shr", "b16 b32 b64 u16 u32 u64 s16 s32 s64", 1, 3, "", ""},
    {"shf", "b32", 1, 4, "l r wrap clamp", ""},
    {"lop3", "b32", 1, 5, "", ""},
    {"prmt", "b32", 1, 4, "f4e b4e rc8 ecl ecr rc16", ""},
    {"bfe", "u32 s32 u64 s64", 1, 4, "", ""},
    {"bfi", "b32 b64", 1, 5, "", ""},
    {"brev", "b32 b64", 1, 2, "", ""},
    {"clz", "b32 b64", 1, 2, "", ""},
    {"popc", "b32 b64", 1, 2, "", ""},
    {"bfind", "u32 s32 u64 s64", 1, 2, "shiftamt", ""},
    {"vadd", "u32", 3, 4, "add", ""},
    {"vshl", "u32", 3, 4, "add", "clamp"},
    {"vshr", "u32", 3, 4, "add", "clamp"},
    {"dp4a", "u32 s32", 2, 4, "", ""},
    {"dp2a", "u32 s32", 2, 4, "lo hi", ""},
    {"selp", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64", 1, 4, "", ""},
    {"slct", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64", 2, 4, "", ""},
};

bool lists(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

/// C++ has these words, too.
std::string function_name(std::string_view opcode) {
  const bool reserved = opcode == "and" || opcode == "or" || opcode == "xor" || opcode == "not";
  return std::string(opcode) + (reserved ? "_" : "");
}

bool fits(const Row& row, const Instruction& instruction) {
  if (row.opcode != instruction.line().opcode) return false;
  return std::ranges::all_of(instruction.left(), [&](const std::string& suffix) { return !is_type(suffix) || lists(row.types, suffix); });
}

/// What is done to the operands before, and to the result after.
struct Modifiers {
  std::string kind;  ///< `_half<type>` for halves; their functions need to know of what
  bool flushes, saturates, rectifies;
};

bool is_float16(std::string_view type) { return type == "f16" || type == "f16x2"; }

Modifiers take_modifiers(Instruction& instruction, const std::string& type) {
  const bool is_float = type == "f32" || type == "f64";
  const bool is_half = lists(kHalves, type);
  Modifiers modifiers{is_half ? fmt::format("_half<{}>", type_argument(type)) : "", false, false, false};
  modifiers.flushes = (type == "f32" || is_float16(type)) && instruction.take("ftz");
  modifiers.saturates = (is_float || is_float16(type)) && instruction.take("sat");
  modifiers.rectifies = is_half && instruction.line().opcode == "fma" && instruction.take("relu");
  return modifiers;
}

std::string with_modifiers(const Instruction& instruction, const Modifiers& modifiers, const std::string& type,
                           const std::string& statement) {
  std::string text = statement;
  const auto add = [&](const std::string& name) { text += " " + call(name, "", instruction.value(0)); };
  if (modifiers.flushes) add("flush" + modifiers.kind);
  if (modifiers.saturates) add(modifiers.kind.empty() ? fmt::format("saturate<{}>", type_argument(type)) : "saturate" + modifiers.kind);
  if (modifiers.rectifies) add("rectify" + modifiers.kind);
  return text;
}

std::string arguments(const Row& row, const Instruction& instruction, const Modifiers& modifiers) {
  if (!modifiers.flushes) return instruction.values();
  std::string text = instruction.value(0);
  for (std::size_t i = 1; i < row.operands; ++i)
    text += fmt::format(", ::lockstep::sim::ptx::flushed{}({})", modifiers.kind, instruction.value(i));
  return text;
}

std::string translate_row(const Row& row, Instruction& instruction) {
  instruction.need(row.operands, row.operands);
  std::vector<std::string> types{instruction.take_type()};
  for (unsigned i = 1; i < row.type_count; ++i) types.push_back(instruction.take_type_or(types.front()));
  const Modifiers modifiers = take_modifiers(instruction, types.front());
  std::string name = function_name(row.opcode);
  const std::vector<std::string> suffixes = instruction.left();
  for (const std::string& suffix : suffixes) {
    if (lists(row.parts, suffix)) name += "_" + suffix;
    if (lists(row.parts, suffix) || lists(row.ignored, suffix)) instruction.take(suffix);
  }
  instruction.finish();
  std::string parameters;
  for (const std::string& type : types) parameters += (parameters.empty() ? "" : ", ") + type_argument(type);
  if (row.type_count == 0) {
    name += "_" + types.front();
    parameters.clear();
  }
  return with_modifiers(instruction, modifiers, types.front(), call(name, parameters, arguments(row, instruction, modifiers)));
}

}  // namespace

std::string translate_instruction(Instruction& instruction) {
  if (const Form form = find_form(instruction.line().opcode)) return form(instruction);
  const auto row = std::ranges::find_if(kRows, [&](const Row& candidate) { return fits(candidate, instruction); });
  if (row != std::end(kRows)) return translate_row(*row, instruction);
  std::string name = instruction.line().opcode;
  for (const std::string& suffix : instruction.line().suffixes) name += "." + suffix;
  instruction.fail(fmt::format("{} in inline PTX is not simulated{}", name, advice_on(instruction.line().opcode)));
}

}  // namespace lockstep::translate::ptx
