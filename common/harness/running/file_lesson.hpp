/// @file
/// @brief A lesson that works on a file.
#pragma once

#include "harness/running/lesson.hpp"

namespace lockstep {

/// Wraps a lesson: where that would generate real inputs of the file's size, the file's inputs are used.
class FileLesson final : public Lesson {
 public:
  /// Reads the file. @throws UsageError where it cannot be read
  FileLesson(const Lesson& lesson, const std::string& path);

  /// The file's.
  Size size() const { return inputs_->size(); }

  const LessonInfo& info() const override { return lesson_.info(); }
  const std::vector<VersionInfo>& versions() const override { return lesson_.versions(); }
  Cost cost(Size size) const override { return lesson_.cost(size); }
  std::unique_ptr<Case> make_case(Size size, std::uint64_t seed, InputKind kind, std::span<const double> settings) const override;

 private:
  const Lesson& lesson_;
  std::unique_ptr<FileInputs> inputs_;
};

}  // namespace lockstep
