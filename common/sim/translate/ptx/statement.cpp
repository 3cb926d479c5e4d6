/// @file
/// @brief Reads `asm volatile ("text" "text" : outputs : inputs : clobbers);`.
#include "sim/translate/ptx/statement.hpp"

namespace lockstep::translate::ptx {
namespace {

/// The characters that a string literal stands for; of escapes, those that assembly uses.
std::string characters(std::string_view literal) {
  const std::size_t quote = literal.find('"');
  if (quote == std::string_view::npos || literal.size() < quote + 2) return {};
  if (quote > 0 && literal[quote - 1] == 'R') {
    const std::size_t open = literal.find('(', quote);
    const std::size_t close = literal.rfind(')');
    return std::string(literal.substr(open + 1, close - open - 1));
  }
  std::string text;
  for (std::size_t i = quote + 1; i + 1 < literal.size(); ++i) {
    if (literal[i] != '\\') {
      text += literal[i];
      continue;
    }
    const char escaped = literal[++i];
    text += escaped == 'n' || escaped == '\n' || escaped == '\r' ? '\n' : (escaped == 't' ? '\t' : escaped);
  }
  return text;
}

class Reader {
 public:
  Reader(const Unit& unit, Index word) : unit_(unit) { result_.first = word; }

  Statement read() {
    Index i = result_.first + 1;
    while (unit_[i].kind == Kind::identifier) ++i;  // volatile, inline, goto
    const Index close = unit_.is_symbol(i, '(') ? unit_.outline.partner(i) : kNone;
    if (close == kNone || !unit_.is_symbol(close + 1, ';')) return result_;
    result_.end = close + 1;
    ++i;
    for (; unit_[i].kind == Kind::text; ++i) {
      result_.pieces.push_back({result_.text.size(), i});
      result_.text += characters(unit_.source.text(i));
    }
    result_.has_operands = i != close;
    for (unsigned section = 0; i < close && section < 2; ++section) i = operands(i, close, section == 0);
    return result_;
  }

 private:
  /// One past the section that the colon at `i` begins; `::` begins two, of which the first is empty.
  Index operands(Index i, Index close, bool written) {
    if (half_) return section(i + 1, close, false);
    if (unit_.is_word(i, Word::scope)) {
      half_ = written;
      return written ? i : close;  // only clobbers follow the inputs' place
    }
    if (!unit_.is_symbol(i, ':')) {
      result_.wrong = i;
      return close;
    }
    return section(i + 1, close, written);
  }

  Index section(Index i, Index close, bool written) {
    while (i < close && !unit_.is_symbol(i, ':') && !unit_.is_word(i, Word::scope)) {
      const Index next = operand(i, written);
      if (next == kNone) {
        result_.wrong = i;
        return close;
      }
      i = unit_.is_symbol(next, ',') ? next + 1 : next;
    }
    return half_ && !written ? close : i;
  }

  /// `[name] "=r"(x)`
  Index operand(Index i, bool written) {
    AsmOperand operand;
    if (unit_.is_symbol(i, '[') && unit_.is_symbol(i + 2, ']')) {
      operand.name = unit_.source.text(i + 1);
      i += 3;
    }
    std::string constraint;
    for (; unit_[i].kind == Kind::text; ++i) constraint += characters(unit_.source.text(i));
    if (constraint.empty() || !unit_.is_symbol(i, '(')) return kNone;
    operand.is_written = written;
    operand.is_read = !written || constraint.find('+') != std::string::npos;
    std::erase_if(constraint, [](char c) { return c == '=' || c == '+' || c == '&' || c == ' '; });
    operand.constraint = constraint;
    operand.expression = unit_.in_parentheses(i - 1);
    result_.operands.push_back(operand);
    return operand.expression.last + 1;
  }

  const Unit& unit_;
  Statement result_;
  bool half_ = false;  ///< `::` stood for the outputs' colon and the inputs'
};

}  // namespace

Index Statement::token_at(std::size_t offset) const {
  Index token = first;
  for (const Piece& piece : pieces)
    if (piece.begin <= offset) token = piece.token;
  return token;
}

Statement read_statement(const Unit& unit, Index word) { return Reader(unit, word).read(); }

}  // namespace lockstep::translate::ptx
