/// @file
/// @brief Splits lines of assembly into their parts.
#include "grading/guard/assembly.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace lockstep::grading {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Names may have letters of any alphabet.
bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$' || (c & 0x80) != 0; }

bool is_name(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_of_name); }

// The assembler takes `;` for the end of a statement and `#` for the begin of a comment, outside of strings. Strings end on their line.
bool is_one_statement(std::string_view text) {
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_text && c == '\\')
      ++i;
    else if (c == '"')
      in_text = !in_text;
    else if (!in_text && (c == ';' || c == '#' || c == '\\' || c == '\'' || c == '{' || c == '}'))
      return false;
    else if (!in_text && c == '/' && i + 1 < text.size() && (text[i + 1] == '*' || text[i + 1] == '/'))
      return false;
  }
  return !in_text;
}

bool is_register(std::string_view text) { return text.size() > 1 && text[0] == '%' && is_name(text.substr(1)); }

bool is_number(std::string_view text) {
  if (!text.empty() && text[0] == '-') text.remove_prefix(1);
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

// "table", "table+8", "x@tpoff", "-8+table"
bool is_expression(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return is_of_name(c) || c == '+' || c == '-' || c == '@'; });
}

// Of a variable of the device, the translator's own words (sim/translate/rewrites/variable.cpp): the name of a section, and a gap. The
// compiler's flags, which the assembler does not read, are others where the variable is const.
std::optional<std::string> section_of_variable(std::string_view text) {
  constexpr std::string_view kBegin = ".section\tlockstep_", kGap = ",\"aw\";.balign 256;.zero 1024#";
  const std::string_view end = text.ends_with(",\"a\"") ? ",\"a\"" : ",\"aw\"";
  if (!text.starts_with(kBegin) || !text.ends_with(end)) return std::nullopt;
  const auto gap = text.find(kGap);
  if (gap == text.npos) return std::nullopt;
  const std::string_view name =
      text.substr(kBegin.size() - std::string_view("lockstep_").size(), gap - kBegin.size() + std::string_view("lockstep_").size());
  const std::string_view number = text.substr(gap + kGap.size(), text.size() - end.size() - gap - kGap.size());
  return is_name(name) && is_number(number) ? std::optional(std::string(name)) : std::nullopt;
}

// disp(base,index,scale), in which every part may be missing.
bool read_memory(std::string_view text, Operand& operand) {
  operand.kind = Operand::Kind::memory;
  constexpr std::string_view kThreadBlock = "%fs:";
  if (text.starts_with(kThreadBlock)) {
    operand.in_thread_block = true;
    text.remove_prefix(kThreadBlock.size());
  }
  operand.text = text;
  const auto open = text.find('(');
  operand.displacement = text.substr(0, open);
  if (!is_expression(operand.displacement)) return false;
  if (open == text.npos) return !operand.displacement.empty();
  if (text.back() != ')') return false;
  const std::vector<std::string> parts = split_at_commas(text.substr(open + 1, text.size() - open - 2));
  if (parts.empty() || parts.size() > 3) return false;
  operand.base = parts[0];
  if (!operand.base.empty() && !is_register(operand.base)) return false;
  if (parts.size() > 1) operand.index = parts[1];
  if (parts.size() > 1 && !is_register(operand.index)) return false;
  return parts.size() < 3 || is_number(parts[2]);
}

std::optional<Operand> read_operand(std::string_view text, bool is_jump) {
  Operand operand{};
  if (text.empty()) return std::nullopt;
  if (is_jump && text[0] == '*') {
    operand.is_indirect = true;
    text.remove_prefix(1);
  } else if (is_jump) {
    operand.kind = Operand::Kind::target;
    operand.text = text.substr(0, text.find('@'));
    const bool is_digit = !operand.text.empty() && std::isdigit(static_cast<unsigned char>(operand.text[0])) != 0;
    return is_name(operand.text) && !is_digit ? std::optional(operand) : std::nullopt;
  }
  operand.text = text;
  if (text[0] == '$') {
    operand.kind = Operand::Kind::immediate;
    return is_expression(text.substr(1)) ? std::optional(operand) : std::nullopt;
  }
  // x87 names its registers %st(1).
  if (is_register(text) || text.starts_with("%st(")) {
    operand.kind = Operand::Kind::reg;
    return operand;
  }
  return read_memory(text, operand) ? std::optional(operand) : std::nullopt;
}

std::optional<Line> read_instruction(std::string_view text) {
  Line line{.kind = Line::Kind::instruction, .name = {}, .arguments = {}, .instruction = {}};
  const auto word = [&] {
    const auto end = std::ranges::find_if(text, is_blank);
    const std::string first(text.begin(), end);
    text = trimmed({end, text.end()});
    return first;
  };
  line.instruction.name = word();
  line.instruction.is_repeated = line.instruction.name == "rep";
  if (line.instruction.is_repeated || line.instruction.name == "lock") line.instruction.name = word();
  if (!is_name(line.instruction.name)) return std::nullopt;
  const bool is_jump = line.instruction.name == "call" || line.instruction.name[0] == 'j';
  for (const std::string& part : split_at_commas(text)) {
    const auto operand = read_operand(part, is_jump);
    if (!operand) return std::nullopt;
    line.instruction.operands.push_back(*operand);
  }
  return line;
}

}  // namespace

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  bool in_text = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_text && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      in_text = !in_text;
    else if (in_text)
      continue;
    else if (text[i] == '(')
      ++depth;
    else if (text[i] == ')')
      --depth;
    else if (text[i] == ',' && depth == 0) {
      parts.emplace_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  if (begin != 0 || !trimmed(text).empty()) parts.emplace_back(trimmed(text.substr(begin)));
  return parts;
}

std::optional<Line> read_line(const std::string& whole) {
  const std::string_view text = trimmed(whole);
  if (text.empty() || text[0] == '#') return Line{};
  if (const auto section = section_of_variable(text))
    return Line{.kind = Line::Kind::directive, .name = ".section", .arguments = *section, .instruction = {}};
  if (!is_one_statement(text)) return std::nullopt;
  if (text.back() == ':' && is_name(text.substr(0, text.size() - 1)))
    return Line{.kind = Line::Kind::label, .name = std::string(text.substr(0, text.size() - 1)), .arguments = {}};
  // A step of the translator (lockstep/sim/launch.hpp).
  constexpr std::string_view kStep = "661: nop";
  if (text == kStep) return Line{.kind = Line::Kind::label, .name = "661", .arguments = {}, .instruction = {}};
  if (text[0] == '.') {
    const auto end = std::ranges::find_if(text, is_blank);
    Line line{.kind = Line::Kind::directive,
              .name = std::string(text.begin(), end),
              .arguments = std::string(trimmed({end, text.end()})),
              .instruction = {}};
    return is_name(line.name) ? std::optional(line) : std::nullopt;
  }
  return read_instruction(text);
}

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace lockstep::grading
