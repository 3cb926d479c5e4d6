/// @file
/// @brief Follows the compiler's call frame information: where functions begin and end, and where in them the return address lies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::grading {

/// Of the line that is read now.
class Frame {
 public:
  /// @param is_function the name is a function's
  void label(const std::string& name, bool is_function);
  /// @return false where the compiler writes no such directive
  bool directive(const std::string& name, const std::vector<std::string>& arguments);

  bool is_in_function() const { return is_inside_; }
  /// True after the directive with which a function begins that can be called. A part of one that stands elsewhere is jumped to.
  bool is_at_entry() const { return is_at_entry_; }
  /// How far above the stack pointer the return address lies, in bytes, where that is known.
  std::optional<std::int64_t> bytes_to_return() const { return frame_ ? std::optional(*frame_ - 8) : std::nullopt; }

 private:
  bool is_named_ = false, is_inside_ = false, is_at_entry_ = false;
  std::optional<std::int64_t> frame_;  ///< from the stack pointer to the end of the return address
  std::vector<std::optional<std::int64_t>> remembered_;
};

/// "f.cold" is the part of f that is seldom reached.
bool is_cold_part(const std::string& name);

}  // namespace lockstep::grading
