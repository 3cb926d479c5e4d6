/// @file
/// @brief An instruction that is being translated: its suffixes, which are taken one by one, and its operands as C++.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "sim/translate/ptx/registers.hpp"
#include "sim/translate/ptx/text.hpp"

namespace lockstep::translate::ptx {

/// True for `u32`, `f16x2`, `pred` and their like.
bool is_type(std::string_view suffix);

class Instruction {
 public:
  Instruction(const Line& line, const Registers& registers) : line_(line), registers_(registers), left_(line.suffixes) {}

  const Line& line() const { return line_; }
  std::size_t operands() const { return line_.operands.size(); }

  /// Takes a suffix, wherever it stands.
  bool take(std::string_view suffix);
  /// Takes the first suffix that is one of these; empty where there is none.
  std::string take_any(std::initializer_list<std::string_view> suffixes);
  /// Takes all of these.
  void ignore(std::initializer_list<std::string_view> suffixes);
  /// Takes all that begin with `prefix`.
  void ignore_prefix(std::string_view prefix);
  /// Takes the first type. @throws Unreadable where there is none
  std::string take_type();
  std::string take_type_or(std::string_view otherwise);
  const std::vector<std::string>& left() const { return left_; }
  /// @throws Unreadable where suffixes are left
  void finish() const;

  /// The i-th operand as an expression.
  std::string value(std::size_t i) const { return value(line_.operands.at(i)); }
  std::string value(const Operand& operand) const;
  /// Those from `first` up to `last`, separated by commas; lists are taken apart.
  std::string values(std::size_t first, std::size_t last) const;
  std::string values() const { return values(0, operands()); }
  std::string address(std::size_t i, bool shared) const;
  /// @throws Unreadable where there are not as many operands
  void need(std::size_t at_least, std::size_t at_most) const;
  [[noreturn]] void fail(const std::string& message) const;

 private:
  const Line& line_;
  const Registers& registers_;
  std::vector<std::string> left_;
};

/// `::lockstep::sim::ptx::name<types>(arguments);`
std::string call(std::string_view name, std::string_view types, std::string_view arguments);
/// The type as a template argument.
std::string type_argument(std::string_view type);

}  // namespace lockstep::translate::ptx
