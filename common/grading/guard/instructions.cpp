/// @file
/// @brief Tables of instructions: those that GCC writes for x86-64 without extensions, and no others.
#include "grading/guard/instructions.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

namespace lockstep::grading {
namespace {

using Names = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view name, Names names) { return std::ranges::find(names, name) != names.end(); }

int bytes_of_suffix(char suffix) {
  switch (suffix) {
    case 'b':
      return 1;
    case 'w':
      return 2;
    case 'l':
      return 4;
    case 'q':
      return 8;
    default:
      return 0;
  }
}

/// "%eax" is 4, "%xmm3" is 16.
int bytes_of_register(std::string_view name) {
  if (name.starts_with("%xmm")) return 16;
  if (name.starts_with("%r")) return name.ends_with('d') ? 4 : name.ends_with('w') ? 2 : name.ends_with('b') ? 1 : 8;
  if (name.starts_with("%e")) return 4;
  return name.ends_with('l') || name.ends_with('h') ? 1 : 2;
}

int bytes_of_registers(const Instruction& instruction) {
  for (const Operand& operand : instruction.operands)
    if (operand.kind == Operand::Kind::reg) return bytes_of_register(operand.text);
  return 0;
}

/// A condition, as in `jne` and `cmovge`.
bool is_condition(std::string_view name) {
  return is_one_of(name, {"a",  "ae", "b",  "be", "c",   "e",  "z",   "g",  "ge", "l",  "le", "na", "nae", "nb", "nbe",
                          "nc", "ne", "nz", "ng", "nge", "nl", "nle", "no", "np", "ns", "o",  "p",  "pe",  "po", "s"});
}

enum class Role { reads_last, writes_last, updates_last, reads_all, none };

Effect effect(Role role, int bytes, const Instruction& instruction) {
  const Operand* const memory = memory_of(instruction);
  Effect effect{.bytes = bytes};
  if (memory == nullptr || role == Role::none) return effect;
  const bool is_last = memory == &instruction.operands.back() && instruction.operands.size() > 1;
  const bool is_only = instruction.operands.size() == 1;
  effect.reads = role == Role::reads_all || role == Role::updates_last || !(is_last || is_only);
  effect.writes = (is_last || is_only) && (role == Role::writes_last || role == Role::updates_last);
  return effect;
}

/// Of integers, whose names end with the size.
std::optional<Effect> of_integers(const Instruction& instruction) {
  const std::string_view name = instruction.name;
  const std::size_t operands = instruction.operands.size();
  int bytes = bytes_of_suffix(name.back());
  std::string_view stem = bytes != 0 ? name.substr(0, name.size() - 1) : name;
  const auto is = [&](Names names) {
    if (is_one_of(stem, names)) return true;
    if (!is_one_of(name, names)) return false;
    bytes = bytes_of_registers(instruction);
    return true;
  };
  if (name.starts_with("movz") || name.starts_with("movs")) {
    // movzbl, movslq: from a size to another. Without operands they would be copies of strings.
    const std::string_view sizes = name.substr(4);
    if (operands == 2 && sizes.size() == 2 && bytes_of_suffix(sizes[0]) != 0 && bytes_of_suffix(sizes[1]) != 0)
      return effect(Role::writes_last, bytes_of_suffix(sizes[0]), instruction);
    return std::nullopt;
  }
  if (operands == 2 && is({"mov"})) return effect(Role::writes_last, bytes, instruction);
  if (name == "movabsq" && memory_of(instruction) == nullptr) return Effect{};
  if (is({"add", "sub", "and", "or", "xor"}) && operands == 2) {
    Effect found = effect(Role::updates_last, bytes, instruction);
    found.sets_flags = true;
    return found;
  }
  if (is({"adc", "sbb"}) && operands == 2) {
    Effect found = effect(Role::updates_last, bytes, instruction);
    found.reads_flags = true;
    return found;
  }
  if (is({"inc", "dec", "neg", "not", "shl", "sal", "shr", "sar", "rol", "ror", "shld", "shrd", "xadd", "cmpxchg"}))
    return effect(Role::updates_last, bytes, instruction);
  if (is({"xchg"})) {
    Effect found{.bytes = bytes};
    found.reads = found.writes = memory_of(instruction) != nullptr;
    return found;
  }
  if (is({"cmp", "test"}) && operands == 2) {
    Effect found = effect(Role::reads_all, bytes, instruction);
    found.sets_flags = true;
    return found;
  }
  if (is({"imul", "mul", "div", "idiv", "bsf", "bsr", "tzcnt", "lzcnt", "popcnt"})) return effect(Role::reads_all, bytes, instruction);
  if (is({"bt", "bts", "btr", "btc", "bswap", "rcl", "rcr"}) && memory_of(instruction) == nullptr) {
    Effect found;
    found.reads_flags = stem.starts_with("rc");
    return found;
  }
  if (is({"push"}) && operands == 1) return effect(Role::reads_all, 8, instruction);
  if (is({"pop"}) && operands == 1) return effect(Role::writes_last, 8, instruction);
  if (is({"lea"})) return Effect{};
  if (name.starts_with("nop") || name.starts_with("prefetch")) return Effect{};
  if (is_one_of(name, {"cltq", "cqto", "cltd", "cwtl", "cbtw", "cwtd", "ud2", "pause", "endbr64", "mfence", "lfence", "sfence", "ret",
                       "leave", "cld"}))
    return Effect{};
  if (is_one_of(name, {"call", "jmp"}) && operands == 1) return effect(Role::reads_all, 8, instruction);
  if (name.starts_with("cmov")) {
    // With or without the size: cmovl is "less", and cmovnel is "not equal" of 4 bytes.
    const std::string_view condition = name.substr(4);
    if (!is_condition(condition) && !is_condition(condition.substr(0, condition.size() - 1))) return std::nullopt;
    Effect found = effect(Role::reads_all, bytes_of_registers(instruction), instruction);
    found.reads_flags = true;
    return found;
  }
  if (name.starts_with("set") && is_condition(name.substr(3))) {
    Effect found = effect(Role::writes_last, 1, instruction);
    found.reads_flags = true;
    return found;
  }
  if (name[0] == 'j' && is_condition(name.substr(1)) && operands == 1) return Effect{.reads_flags = true};
  return std::nullopt;
}

/// Of one number or of several, whose names end with ss, sd, ps or pd.
int bytes_of_vector(std::string_view name) { return name.ends_with("ss") ? 4 : name.ends_with("sd") ? 8 : 16; }

std::optional<Effect> of_vectors(const Instruction& instruction) {
  const std::string_view name = instruction.name;
  const std::size_t operands = instruction.operands.size();
  if (operands < 2) return std::nullopt;
  if (is_one_of(name, {"movss", "movsd", "movaps", "movups", "movapd", "movupd"}))
    return effect(Role::writes_last, bytes_of_vector(name), instruction);
  if (is_one_of(name, {"movdqa", "movdqu", "movntdq", "movntps", "movntpd"})) return effect(Role::writes_last, 16, instruction);
  if (name == "movd") return effect(Role::writes_last, 4, instruction);
  if (is_one_of(name, {"movlps", "movhps", "movlpd", "movhpd", "movhlps", "movlhps", "movq"}))
    return effect(Role::writes_last, 8, instruction);
  if (is_one_of(name, {"movmskps", "movmskpd", "pmovmskb"})) return Effect{};
  if (name.starts_with("cvt")) {
    if (name.starts_with("cvtsi2")) return effect(Role::reads_all, name.ends_with('q') ? 8 : 4, instruction);
    if (name.find("ss2") != name.npos) return effect(Role::reads_all, 4, instruction);
    const bool is_half = name.find("sd2") != name.npos || is_one_of(name, {"cvtps2pd", "cvtdq2pd"});
    return effect(Role::reads_all, is_half ? 8 : 16, instruction);
  }
  if (name.starts_with("ucomis") || name.starts_with("comis")) {
    Effect found = effect(Role::reads_all, bytes_of_vector(name), instruction);
    found.sets_flags = true;
    return found;
  }
  const auto begins = [&](Names names) {
    return std::ranges::any_of(names, [&](std::string_view stem) { return name.starts_with(stem); });
  };
  const bool is_float = name.ends_with("ss") || name.ends_with("sd") || name.ends_with("ps") || name.ends_with("pd");
  if (is_float && begins({"add", "sub", "mul", "div", "min", "max", "sqrt", "rcp", "rsqrt", "cmp", "and", "or", "xor", "unpck", "shuf",
                          "hadd", "round"}))
    return effect(Role::reads_all, bytes_of_vector(name), instruction);
  if (name == "pinsrw" || name == "pextrw") return effect(name == "pinsrw" ? Role::reads_all : Role::writes_last, 2, instruction);
  if (begins({"pxor", "por", "pand", "padd", "psub", "pmul", "pmadd", "pcmpeq", "pcmpgt", "punpck", "pshuf", "pack", "psll", "psrl", "psra",
              "pmin", "pmax", "pavg", "psad"}))
    return effect(Role::reads_all, 16, instruction);
  return std::nullopt;
}

/// Of long double: the x87 unit's, whose names begin with f.
std::optional<Effect> of_x87(const Instruction& instruction) {
  const std::string_view name = instruction.name;
  if (name.size() < 2 || name[0] != 'f') return std::nullopt;
  if (name == "fnstcw") return effect(Role::writes_last, 2, instruction);
  if (name == "fldcw") return effect(Role::reads_all, 2, instruction);
  if (memory_of(instruction) == nullptr) {
    if (is_one_of(name, {"fxsave", "fsave", "fnsave", "frstor", "fldenv", "fstenv", "fnstenv"})) return std::nullopt;
    Effect found;
    found.reads_flags = name.starts_with("fcmov");
    found.sets_flags = name.starts_with("fcomi") || name.starts_with("fucomi");
    return found;
  }
  const bool is_integer = name.starts_with("fi");
  const std::string_view stem = name.substr(is_integer ? 2 : 1);
  int bytes = 0;
  if (stem.ends_with("ll") || stem.ends_with('q'))
    bytes = 8;
  else if (stem.ends_with('s'))
    bytes = is_integer ? 2 : 4;
  else if (stem.ends_with('l'))
    bytes = is_integer ? 4 : 8;
  else if (stem.ends_with('t'))
    bytes = 10;
  if (bytes == 0) return std::nullopt;
  if (stem.starts_with("st")) return effect(Role::writes_last, bytes, instruction);
  const bool is_known =
      std::ranges::any_of(Names{"ld", "add", "sub", "mul", "div", "com", "ucom"}, [&](auto known) { return stem.starts_with(known); });
  return is_known ? std::optional(effect(Role::reads_all, bytes, instruction)) : std::nullopt;
}

/// Behind the prefix `rep`: fills and copies, and two instructions that it gives another meaning.
std::optional<Effect> of_repeated(const Instruction& instruction) {
  const std::string_view name = instruction.name;
  const std::size_t operands = instruction.operands.size();
  if (name == "ret" && operands == 0) return Effect{};
  if (is_one_of(name, {"bsfl", "bsfq", "bsrl", "bsrq"})) return of_integers(instruction);
  const bool copies = is_one_of(name, {"movsb", "movsw", "movsl", "movsq"});
  if (operands != 0 || !(copies || is_one_of(name, {"stosb", "stosw", "stosl", "stosq"}))) return std::nullopt;
  return Effect{.bytes = bytes_of_suffix(name.back()), .reads = copies, .writes = true, .is_repeated = true};
}

/// Registers of segments, of the processor's control and of debugging.
bool is_privileged(const Operand& operand) {
  if (operand.kind != Operand::Kind::reg) return false;
  const std::string_view name = std::string_view(operand.text).substr(1);
  return is_one_of(name, {"fs", "gs", "cs", "ds", "es", "ss"}) || name.starts_with("cr") || name.starts_with("dr") ||
         name.starts_with("tr");
}

}  // namespace

const Operand* memory_of(const Instruction& instruction) {
  const auto found =
      std::ranges::find_if(instruction.operands, [](const Operand& operand) { return operand.kind == Operand::Kind::memory; });
  return found != instruction.operands.end() ? &*found : nullptr;
}

std::optional<Effect> effect_of(const Instruction& instruction) {
  if (std::ranges::any_of(instruction.operands, is_privileged)) return std::nullopt;
  if (std::ranges::count(instruction.operands, Operand::Kind::memory, &Operand::kind) > 1) return std::nullopt;
  if (instruction.is_repeated) return of_repeated(instruction);
  for (const auto& table : {of_vectors, of_integers, of_x87})
    if (const auto found = table(instruction)) {
      if ((found->reads || found->writes) && found->bytes == 0) return std::nullopt;
      return found;
    }
  return std::nullopt;
}

}  // namespace lockstep::grading
