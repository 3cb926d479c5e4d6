/// @file
/// @brief A reader of PTX by recursive descent.
#include "sim/translate/ptx/text.hpp"

#include <cctype>

namespace lockstep::translate::ptx {
namespace {

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

class TextReader {
 public:
  TextReader(std::string_view text, bool doubled) : text_(text), doubled_(doubled) {}

  std::vector<Line> read() {
    for (skip(); at_ < text_.size(); skip()) line();
    return std::move(lines_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  [[noreturn]] void fail(const std::string& expected) const {
    const std::string found = at_ < text_.size() ? "'" + std::string(1, peek()) + "'" : "the end";
    throw Unreadable(at_ < text_.size() ? at_ : text_.size() - 1, "expected " + expected + " in inline PTX, found " + found);
  }

  void skip() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(peek())) != 0) {
        ++at_;
      } else if (peek() == '/' && peek(1) == '/') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (peek() == '/' && peek(1) == '*') {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else {
        return;
      }
    }
  }

  bool accept(char c) {
    skip();
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail("'" + std::string(1, c) + "'");
  }

  /// In a label, `%=` is a number that no other statement has. Here labels are a statement's own.
  std::string word() {
    std::string result;
    for (;;) {
      if (is_letter(peek())) {
        result += text_[at_++];
      } else if (doubled_ && !result.empty() && peek() == '%' && peek(1) == '=') {
        result += '_';
        at_ += 2;
      } else {
        return result;
      }
    }
  }

  void line() {
    Line line;
    line.offset = at_;
    if (accept('{')) {
      line.kind = Line::Kind::open;
    } else if (accept('}')) {
      line.kind = Line::Kind::close;
    } else if (accept(';')) {
      return;
    } else if (peek() == '.') {
      declaration(line);
    } else {
      statement(line);
    }
    lines_.push_back(std::move(line));
  }

  /// `.reg .pred p, q;`
  void declaration(Line& line) {
    ++at_;
    line.opcode = word();
    if (line.opcode != "reg") throw Unreadable(line.offset, "." + line.opcode + " in inline PTX is not simulated");
    line.kind = Line::Kind::registers;
    expect('.');
    line.suffixes.push_back(word());
    do line.operands.push_back(operand());
    while (accept(','));
    expect(';');
  }

  void statement(Line& line) {
    if (accept('@')) {
      line.is_guarded = true;
      line.guard = operand();
      skip();
    }
    line.opcode = word();
    if (line.opcode.empty()) fail("an instruction");
    if (!line.is_guarded && peek() == ':' && peek(1) != ':') {
      ++at_;
      line.kind = Line::Kind::label;
      return;
    }
    while (peek() == '.') {
      ++at_;
      std::string suffix = word();
      while (peek() == ':' && peek(1) == ':') {  // shared::cta, L2::128B
        at_ += 2;
        suffix += "::" + word();
      }
      line.suffixes.push_back(suffix);
    }
    if (accept(';')) return;
    do line.operands.push_back(paired());
    while (accept(','));
    expect(';');
  }

  /// `p|q`
  Operand paired() {
    Operand first = operand();
    if (!accept('|')) return first;
    Operand pair;
    pair.kind = Operand::Kind::list;
    pair.is_pair = true;
    pair.list = {std::move(first), operand()};
    return pair;
  }

  Operand operand() {
    skip();
    Operand result;
    result.negated = accept('!');
    skip();
    if (accept('{')) {
      result.kind = Operand::Kind::list;
      do result.list.push_back(operand());
      while (accept(','));
      expect('}');
    } else if (accept('[')) {
      result.kind = Operand::Kind::address;
      address(result);
    } else if (std::isdigit(static_cast<unsigned char>(peek())) != 0 || peek() == '-' || peek() == '+') {
      result.kind = Operand::Kind::number;
      result.text = number();
    } else {
      result.text = name();
      if (result.text == "_") result.kind = Operand::Kind::sink;
    }
    return result;
  }

  /// `[base]`, `[base+4]`, `[base + -4]`; of textures `[t, {x, y}]`
  void address(Operand& result) {
    const Operand base = operand();
    result.text = base.text;
    result.list.push_back(base);
    skip();
    if (peek() == '+' || peek() == '-') {
      if (peek() == '+') ++at_;
      skip();
      result.offset = number();
    }
    while (accept(',')) result.list.push_back(operand());
    expect(']');
  }

  std::string number() {
    std::string result;
    if (peek() == '-' || peek() == '+') {
      if (peek() == '-') result = "-";
      ++at_;
      skip();
    }
    const bool asm_operand = peek() == '%';  // [%1 + %2], of a constant
    if (asm_operand) return result + name();
    const std::size_t begin = at_;
    while (is_letter(peek()) || peek() == '.' || ((peek() == '-' || peek() == '+') && at_ > begin && is_exponent(begin)))
      result += text_[at_++];
    if (at_ == begin) fail("a number");
    return result;
  }
  bool is_exponent(std::size_t begin) const {
    const bool hexadecimal =
        text_[begin] == '0' && begin + 1 < text_.size() && std::isalpha(static_cast<unsigned char>(text_[begin + 1])) != 0;
    return !hexadecimal && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E');
  }

  /// `r1`, `%0`, `%[x]`, `%tid.x`, `%lanemask_lt`
  std::string name() {
    std::string result;
    if (peek() == '%') {
      result = text_[at_++];
      const bool is_operand = std::isdigit(static_cast<unsigned char>(peek())) != 0 || peek() == '[';
      if (doubled_ && peek() == '%')
        ++at_;
      else if (doubled_ && !is_operand)
        fail("a number after '%', or '%%' before the name of a register");
      else if (doubled_ && is_operand)
        result = "#";
    }
    if (result == "#" && accept('[')) {
      result += word();
      expect(']');
      return result;
    }
    const std::string first = word();
    if (first.empty()) fail("an operand");
    result += first;
    while (result[0] != '#' && peek() == '.' && is_letter(peek(1))) {
      result += text_[at_++];
      result += word();
    }
    if (peek() == '<') {  // .reg .b32 r<4>;
      while (peek() != '>' && at_ < text_.size()) result += text_[at_++];
      if (peek() == '>') result += text_[at_++];
    }
    return result;
  }

  std::string_view text_;
  bool doubled_;
  std::size_t at_ = 0;
  std::vector<Line> lines_;
};

}  // namespace

std::vector<Line> read_text(std::string_view text, bool doubled) { return TextReader(text, doubled).read(); }

}  // namespace lockstep::translate::ptx
