/// @file
/// @brief The directives that move the frame (GNU as, "CFI directives").
#include "grading/guard/frame.hpp"

#include "grading/guard/assembly.hpp"

namespace lockstep::grading {
namespace {

constexpr const char* kStackPointer = "7";  // as DWARF numbers registers

}  // namespace

bool is_cold_part(const std::string& name) { return name.find(".cold") != name.npos; }

void Frame::label(const std::string& name, bool is_function) {
  if (is_function && !is_inside_) is_named_ = !is_cold_part(name);
}

bool Frame::directive(const std::string& name, const std::vector<std::string>& arguments) {
  is_at_entry_ = false;
  const std::string first = arguments.empty() ? "" : arguments[0], last = arguments.empty() ? "" : arguments.back();
  if (name == ".cfi_startproc") {
    if (is_inside_) return false;
    is_inside_ = true;
    is_at_entry_ = is_named_;
    frame_ = 8;
    remembered_.clear();
  } else if (name == ".cfi_endproc") {
    is_inside_ = is_named_ = false;
  } else if (name == ".cfi_def_cfa_offset") {
    if (frame_) frame_ = number_in(first);
  } else if (name == ".cfi_adjust_cfa_offset") {
    const auto more = number_in(first);
    if (frame_) frame_ = more ? std::optional(*frame_ + *more) : std::nullopt;
  } else if (name == ".cfi_def_cfa") {
    frame_ = first == kStackPointer ? number_in(last) : std::nullopt;
  } else if (name == ".cfi_def_cfa_register" || name == ".cfi_escape") {
    frame_ = std::nullopt;
  } else if (name == ".cfi_remember_state") {
    remembered_.push_back(frame_);
  } else if (name == ".cfi_restore_state") {
    if (remembered_.empty()) return false;
    frame_ = remembered_.back();
    remembered_.pop_back();
  }
  return true;
}

}  // namespace lockstep::grading
