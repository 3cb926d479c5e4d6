/// @file
/// @brief Reads a lesson's inputs from a file.
#include "harness/running/file_lesson.hpp"

#include "support/input_file.hpp"

namespace lockstep {

FileLesson::FileLesson(const Lesson& lesson, const std::string& path) : lesson_(lesson) {
  reading(path, [&] { require_readable(path); });  // errors that are the same for every file format
  inputs_ = lesson.read_inputs(path);
}

std::unique_ptr<Case> FileLesson::make_case(Size size, std::uint64_t seed, InputKind kind, std::span<const double> settings) const {
  if (kind == InputKind::real && size == inputs_->size()) return inputs_->make_case(settings);
  return lesson_.make_case(size, seed, kind, settings);
}

}  // namespace lockstep
