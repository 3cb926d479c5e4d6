/// @file
/// @brief One pass over the lines to learn what the program defines, and one to write them with checks.
#include "grading/guard/guard.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "grading/guard/assembly.hpp"
#include "grading/guard/frame.hpp"
#include "grading/guard/instructions.hpp"
#include "grading/guard/library.hpp"

namespace lockstep::grading {
namespace {

/// Of what the guards' own names begin with; no submission can have one.
constexpr std::string_view kPrefix = "lockstep_guard";

/// Up to there an offset from the stack pointer leads to the running function's frame or its caller's, which it may read.
constexpr std::int64_t kFrameBytes = 2048;

bool is_of(std::string_view name, std::initializer_list<std::string_view> names) { return std::ranges::find(names, name) != names.end(); }

/// "name+8", "8+name" or "name@GOTPCREL".
struct Place {
  std::string symbol, kind;
  std::int64_t offset = 0;
};

std::optional<Place> place_in(std::string_view text) {
  Place place;
  if (const auto plus = text.find('+'); plus != text.npos && number_in(text.substr(0, plus))) {
    place.offset = *number_in(text.substr(0, plus));
    text.remove_prefix(plus + 1);
  }
  const auto end = std::min({text.find('+'), text.find('-'), text.find('@'), text.size()});
  place.symbol = text.substr(0, end);
  text.remove_prefix(end);
  if (text.starts_with('@')) {
    const auto until = std::min({text.find('+'), text.find('-'), text.size()});
    place.kind = text.substr(1, until - 1);
    text.remove_prefix(until);
  }
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.empty()) return place;
  const auto offset = number_in(text);
  if (!offset) return std::nullopt;
  place.offset += *offset;
  return place;
}

/// What the program defines.
struct Definitions {
  std::set<std::string> functions;
  std::map<std::string, std::int64_t> objects;  ///< variables and their bytes
  std::set<std::string> of_threads;             ///< those that each thread has
  bool is_for_threads = false;                  ///< is the section that is read

  std::int64_t bytes_of(const std::string& symbol) const {
    constexpr std::int64_t kLabelBytes = 16;  // of a constant that has no name: as large as what an instruction reads
    if (symbol.starts_with(".LC")) return kLabelBytes;
    const auto found = objects.find(symbol);
    return found != objects.end() ? found->second : 0;
  }
};

void define(const Line& line, Definitions& all) {
  const std::vector<std::string> words = split_at_commas(line.arguments);
  if (is_of(line.name, {".text", ".data", ".bss"})) all.is_for_threads = false;
  if (line.name == ".section") all.is_for_threads = line.arguments.starts_with(".tbss") || line.arguments.starts_with(".tdata");
  if (line.kind == Line::Kind::label && all.is_for_threads) all.of_threads.insert(line.name);
  if (line.name == ".type" && words.size() == 2 && words[1] == "@function") all.functions.insert(words[0]);
  if (line.name == ".type" && words.size() == 2 && words[1] == "@object") all.objects.try_emplace(words[0], 0);
  if (line.name == ".size" && words.size() == 2 && all.objects.contains(words[0])) all.objects[words[0]] = number_in(words[1]).value_or(0);
  if (line.name == ".comm" && words.size() >= 2) all.objects[words[0]] = number_in(words[1]).value_or(0);
}

class Guard {
 public:
  Guard(const std::vector<std::string>& lines, std::ostream& out) : lines_(lines), out_(out) {}

  std::optional<std::string> run() {
    for (const std::string& text : lines_) {
      auto line = read_line(text);
      if (!line) return refusal(text);
      read_.push_back(std::move(*line));
    }
    for (const Line& line : read_) define(line, defined_);
    for (at_ = 0; at_ < read_.size(); ++at_) {
      if (!write(read_[at_])) return refusal(lines_[at_]);
      fmt::print(out_, "{}\n", with_own_library(read_[at_], lines_[at_]));
      after();
    }
    write_tables();
    return std::nullopt;
  }

 private:
  static std::string refusal(const std::string& line) { return fmt::format("'{}' is not what the compiler writes for plain CUDA", line); }

  bool write(const Line& line) {
    switch (line.kind) {
      case Line::Kind::empty:
        return true;
      case Line::Kind::label:
        frame_.label(line.name, defined_.functions.contains(line.name));
        return !line.name.starts_with(kPrefix);
      case Line::Kind::directive:
        return directive(line);
      case Line::Kind::instruction:
        return in_code_ && frame_.is_in_function() && instruction(line.instruction);
    }
    return false;
  }

  bool directive(const Line& line) {
    const std::vector<std::string> words = split_at_commas(line.arguments);
    if (is_of(line.name, {".text", ".data", ".bss"})) return enter(line.name, words.empty());
    if (line.name == ".section") return enter(words.empty() ? "" : words[0], !words.empty());
    if (line.name == ".pushsection") {
      pushed_.push_back(in_code_);
      return !words.empty() && words[0] == "lockstep_steps" && enter(words[0], true);
    }
    if (line.name == ".popsection") {
      if (pushed_.empty()) return false;
      in_code_ = pushed_.back();
      pushed_.pop_back();
      return true;
    }
    if (line.name == ".set") {
      const bool is_alias = words.size() == 2 && !words[0].starts_with(kPrefix) && defined_.functions.contains(words[1]);
      return is_alias || (words.size() == 2 && words[0].starts_with('.'));  // distances in the debug information
    }
    if (line.name.starts_with(".cfi_")) return frame_.directive(line.name, words) && !names_ours(line.arguments);
    if (is_of(line.name, {".file", ".loc", ".globl", ".weak", ".local", ".hidden", ".internal", ".protected", ".type", ".size", ".align",
                          ".p2align", ".ident", ".comm"}))
      return !names_ours(line.arguments);
    const bool is_data =
        is_of(line.name, {".byte", ".value", ".long", ".quad", ".octa", ".zero", ".string", ".ascii", ".uleb128", ".sleb128", ".base64"});
    if (!is_data || in_code_ || names_ours(line.arguments)) return false;
    if (runs_by_itself_) return line.name == ".quad" && defined_.functions.contains(line.arguments);
    if (line.name == ".quad" && is_loaded_) note_address(line.arguments);
    return true;
  }

  static bool names_ours(std::string_view text) { return text.find(kPrefix) != text.npos; }

  bool enter(const std::string& section, bool is_well) {
    in_code_ = section.starts_with(".text");
    runs_by_itself_ = section.starts_with(".init_array") || section.starts_with(".fini_array");
    is_loaded_ = !section.starts_with(".debug") && !section.starts_with(".note");
    return is_well && !names_ours(section) && !section.starts_with(".eh_frame");
  }

  /// A function whose address is taken may be called through a pointer, also some of the library.
  void note_address(const std::string& expression) {
    const auto place = place_in(expression);
    if (!place || place->offset != 0 || !is_of(place->kind, {"", "GOTPCREL", "PLT"})) return;
    if (!place->symbol.starts_with('.') && !number_in(place->symbol)) named_.insert(place->symbol);
  }

  bool instruction(const Instruction& instruction) {
    const auto effect = effect_of(instruction);
    if (!effect || names_ours(lines_[at_]) || !is_usual_for_stack_pointer(instruction)) return false;
    const Operand* const memory = memory_of(instruction);
    if (memory != nullptr && memory->base == "%rip") note_address(memory->displacement);
    for (const Operand& operand : instruction.operands)
      if (operand.kind == Operand::Kind::immediate) note_address(operand.text.substr(1));
    if (effect->is_repeated) check_repeated(*effect);
    if (memory != nullptr && (effect->reads || effect->writes) && !is_safe(*memory, *effect)) check(*memory, *effect);
    if (!instruction.operands.empty() && instruction.operands[0].is_indirect) check_target(instruction.operands[0]);
    before_library(instruction);
    if (leaves(instruction)) {
      if (instruction.name != "ret" && instruction.name != "jmp") return false;
      fmt::print(out_, "\tcall {}_leave\n", kPrefix);
    }
    before_hook(instruction);
    return true;
  }

  /// Does it return, or go on in another function, which returns for this one?
  static bool leaves(const Instruction& instruction) {
    if (instruction.name == "ret") return true;
    if (instruction.name[0] != 'j') return false;
    const Operand& target = instruction.operands[0];
    return target.is_indirect || !(target.text.starts_with('.') || is_cold_part(target.text));
  }

  bool is_safe(const Operand& memory, const Effect& effect) const {
    if (memory.in_thread_block) return is_safe_in_thread_block(memory, effect);
    if (!memory.index.empty()) return false;
    if (memory.base == "%rsp") {
      const auto offset = memory.displacement.empty() ? std::optional<std::int64_t>(0) : number_in(memory.displacement);
      const std::int64_t most = effect.writes ? std::min(frame_.bytes_to_return().value_or(0), kFrameBytes) : kFrameBytes;
      return offset && *offset >= 0 && *offset + effect.bytes <= most;
    }
    if (memory.base != "%rip") return false;
    const auto place = place_in(memory.displacement);
    if (!place) return false;
    if (is_of(place->kind, {"GOTPCREL", "gottpoff"})) return !effect.writes && place->offset == 0;
    // A kernel may write to a variable only if that is counted.
    if (place->offset >= 0 && place->offset + effect.bytes <= defined_.bytes_of(place->symbol)) return !effect.writes;
    return !effect.writes && place->offset == 0 && !defined_.objects.contains(place->symbol);
  }

  /// threadIdx and its like, which another file defines, are found by an offset that the instruction before has loaded.
  bool is_safe_in_thread_block(const Operand& memory, const Effect& effect) const {
    if (effect.writes) return false;
    if (memory.base.empty()) return memory.index.empty();
    const Line* const before = instruction_before();
    if (before == nullptr || before->instruction.name != "movq" || !memory.index.empty()) return false;
    const auto& operands = before->instruction.operands;
    return operands.size() == 2 && operands[0].base == "%rip" && operands[0].displacement.ends_with("@gottpoff") &&
           operands[1].text == memory.base;
  }

  const Line* instruction_before() const {
    for (std::size_t i = at_; i-- > 0;) {
      if (read_[i].kind == Line::Kind::instruction) return &read_[i];
      if (read_[i].kind == Line::Kind::label && !read_[i].name.starts_with(".LV") && !read_[i].name.starts_with(".LB")) return nullptr;
    }
    return nullptr;
  }

  /// Are the flags read after this place?
  bool are_flags_needed() const {
    for (std::size_t i = at_; i < read_.size(); ++i) {
      if (read_[i].kind != Line::Kind::instruction) continue;
      const Instruction& next = read_[i].instruction;
      const auto effect = effect_of(next);
      if (!effect || effect->reads_flags) return true;
      if (effect->sets_flags || is_of(next.name, {"call", "ret"})) return false;
      if (next.name == "jmp") return true;
    }
    return false;
  }

  /// The operand, in the words of an instruction that stands after `pushed` bytes more on the stack.
  static std::string seen_after(const Operand& memory, int pushed) {
    if (memory.base != "%rsp") return memory.text;
    const std::string rest = memory.text.substr(memory.displacement.size());
    return fmt::format("{}{}", number_in(memory.displacement).value_or(0) + pushed, rest);
  }

  /// Writes code around `inside` that leaves everything as it was but for memory below the stack pointer.
  template <class Write>
  void aside(bool keeps_flags, const Write& inside) {
    const int pushed = keeps_flags ? 16 : 8;
    if (keeps_flags) fmt::print(out_, "\tpushfq\n");
    fmt::print(out_, "\tpushq %rdi\n");
    inside(pushed);
    fmt::print(out_, "\tpopq %rdi\n");
    if (keeps_flags) fmt::print(out_, "\tpopfq\n");
  }

  void check(const Operand& memory, const Effect& effect) {
    aside(are_flags_needed(), [&](int pushed) {
      fmt::print(out_, "\tleaq {}, %rdi\n", seen_after(memory, pushed));
      if (memory.in_thread_block) fmt::print(out_, "\taddq %fs:0, %rdi\n");
      if (effect.reads) fmt::print(out_, "\tcall {}_load{}\n", kPrefix, effect.bytes);
      if (effect.writes) fmt::print(out_, "\tcall {}_store{}\n", kPrefix, effect.bytes);
    });
  }

  void check_repeated(const Effect& effect) {
    aside(are_flags_needed(), [&](int) {
      fmt::print(out_, "\tcall {}_fill{}\n", kPrefix, effect.bytes);
      if (effect.reads) fmt::print(out_, "\tmovq %rsi, %rdi\n\tcall {}_copy{}\n", kPrefix, effect.bytes);
    });
  }

  void check_target(const Operand& target) {
    aside(false, [&](int pushed) {
      fmt::print(out_, "\tmovq {}, %rdi\n", target.kind == Operand::Kind::memory ? seen_after(target, pushed) : target.text);
      fmt::print(out_, "\tcall {}_target\n", kPrefix);
    });
  }

  /// The simulator's hook tells of the next access: from here on it is known.
  void before_hook(const Instruction& instruction) {
    hook_ = hook_of(instruction);
    if (hook_.empty()) return;
    const bool may_wait = hook_.find("volatile") != hook_.npos;
    if (may_wait) fmt::print(out_, "\tpushq %rdi\n\tpushq %rdi\n");
    if (!may_wait) note_hook();
  }

  /// The function outside of the submission that the instruction calls or jumps to.
  std::string library_function(const Instruction& instruction) const {
    if (instruction.operands.empty() || instruction.operands[0].kind != Operand::Kind::target) return {};
    const std::string& name = instruction.operands[0].text;
    return name.starts_with('.') || defined_.functions.contains(name) ? std::string() : name;
  }

  /// A stand-in is called in place of its function, also through a pointer.
  std::string with_own_library(const Line& line, const std::string& text) const {
    if (line.kind == Line::Kind::directive && line.name == ".quad") return with_stand_in(text, line.arguments);
    if (line.kind != Line::Kind::instruction) return text;
    const Operand* const memory = memory_of(line.instruction);
    if (memory != nullptr && memory->base == "%rip") return with_stand_in(text, memory->displacement);
    for (const Operand& operand : line.instruction.operands)
      if (operand.kind == Operand::Kind::immediate) return with_stand_in(text, operand.text.substr(1));
    const std::string stand_in = stand_in_for(library_function(line.instruction));
    return stand_in.empty() ? text : fmt::format("\t{} {}_{}", line.instruction.name, kPrefix, stand_in);
  }

  std::string with_stand_in(std::string text, std::string_view expression) const {
    const auto place = place_in(expression);
    if (!place || defined_.functions.contains(place->symbol)) return text;
    const std::string stand_in = stand_in_for(place->symbol);
    if (!stand_in.empty()) text.replace(text.find(place->symbol), place->symbol.size(), fmt::format("{}_{}", kPrefix, stand_in));
    return text;
  }

  void before_library(const Instruction& instruction) const {
    const std::string function = library_function(instruction);
    if (function.empty() || !stand_in_for(function).empty()) return;
    for (const std::string& check : checks_before(function)) fmt::print(out_, "\tcall {}_{}\n", kPrefix, check);
  }

  static std::string hook_of(const Instruction& instruction) {
    if (instruction.name != "call" || instruction.operands[0].kind != Operand::Kind::target) return {};
    const std::string& name = instruction.operands[0].text;
    const bool is_access = name.starts_with("__tsan_") &&
                           (name.find("read") != name.npos || name.find("write") != name.npos || name.find("vptr") != name.npos);
    return is_access ? name : std::string();
  }

  void note_hook() const {
    const bool writes = hook_.find("write") != hook_.npos || hook_.find("update") != hook_.npos;
    const std::string slot = fmt::format("%fs:{}_{}@tpoff", kPrefix, writes ? "stored" : "loaded");
    const auto last = hook_.find_last_not_of("0123456789");
    const std::string digits = hook_.substr(last + 1);
    const std::string bytes = hook_.ends_with("_range") ? "%rsi" : "$" + (digits.empty() ? std::string("8") : digits);
    fmt::print(out_, "\tmovq %rdi, {0}\n\tmovq {1}, {0}+8\n", slot, bytes);
  }

  void after() {
    if (read_[at_].kind == Line::Kind::directive && read_[at_].name == ".cfi_startproc" && frame_.is_at_entry())
      fmt::print(out_, "\tcall {}_enter\n", kPrefix);
    if (read_[at_].kind != Line::Kind::instruction) return;
    if (!hook_.empty() && hook_.find("volatile") != hook_.npos) {
      fmt::print(out_, "\tpopq %rdi\n\tpopq %rdi\n");
      note_hook();
    }
    hook_.clear();
    if (moves_stack(read_[at_].instruction)) fmt::print(out_, "\tcall {}_stack\n", kPrefix);
  }

  /// Other instructions than those that the compiler writes for it could move it where no check looks.
  static bool is_usual_for_stack_pointer(const Instruction& instruction) {
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
      const Operand& operand = instruction.operands[i];
      if (operand.kind != Operand::Kind::reg) continue;
      if (is_of(operand.text, {"%esp", "%sp", "%spl"})) return false;
      if (operand.text != "%rsp") continue;
      const bool is_last = i + 1 == instruction.operands.size();
      if (instruction.operands.size() == 1 && !is_of(instruction.name, {"pushq", "popq"})) return false;
      if (instruction.operands.size() > 2) return false;
      if (!is_of(instruction.name, {"pushq", "popq", "movq", "addq", "subq", "andq", "cmpq", "testq"}) &&
          !(is_last && instruction.name == "leaq"))
        return false;
    }
    return true;
  }

  /// By more than a frame, or to anywhere.
  static bool moves_stack(const Instruction& instruction) {
    if (instruction.name == "leave") return true;
    if (instruction.operands.size() < (instruction.name == "popq" ? 1U : 2U) || instruction.operands.back().text != "%rsp") return false;
    if (is_of(instruction.name, {"cmpq", "testq"})) return false;
    const std::string& amount = instruction.operands[0].text;
    const bool is_small = is_of(instruction.name, {"addq", "subq", "andq"}) && amount.starts_with('$');
    if (!is_small) return true;
    const auto bytes = number_in(std::string_view(amount).substr(1));
    return !bytes || *bytes > kFrameBytes || *bytes < -kFrameBytes;
  }

  void write_tables() {
    fmt::print(out_, "\t.section {}_targets,\"aw\",@progbits\n", kPrefix);
    std::set<std::string> targets = defined_.functions;
    std::erase_if(targets, is_cold_part);
    for (const std::string& name : named_) {
      const std::string stand_in = stand_in_for(name);
      if (defined_.functions.contains(name) || defined_.objects.contains(name)) continue;
      if (!stand_in.empty())
        targets.insert(fmt::format("{}_{}", kPrefix, stand_in));
      else if (may_be_called_through_pointer(name))
        targets.insert(name);
    }
    for (const std::string& name : targets) fmt::print(out_, "\t.quad {}\n", name);
    fmt::print(out_, "\t.section {}_objects,\"aw\",@progbits\n", kPrefix);
    for (const auto& [name, bytes] : defined_.objects)
      if (!defined_.of_threads.contains(name)) fmt::print(out_, "\t.quad {}, {}\n", name, bytes);
    fmt::print(out_, "\t.section {}_thread_objects,\"aw\",@progbits\n", kPrefix);
    for (const std::string& name : defined_.of_threads)
      if (defined_.objects.contains(name)) fmt::print(out_, "\t.quad {}@tpoff, {}\n", name, defined_.objects[name]);
  }

  const std::vector<std::string>& lines_;
  std::ostream& out_;
  std::vector<Line> read_;
  Definitions defined_;
  Frame frame_;
  std::set<std::string> named_;
  std::vector<bool> pushed_;
  std::string hook_;
  std::size_t at_ = 0;
  bool in_code_ = false, is_loaded_ = true, runs_by_itself_ = false;
};

}  // namespace

std::optional<std::string> guard(std::istream& assembly, std::ostream& guarded) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(assembly, line);) lines.push_back(std::move(line));
  return Guard(lines, guarded).run();
}

}  // namespace lockstep::grading
