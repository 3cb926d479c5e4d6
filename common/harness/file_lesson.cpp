/// @file
/// @brief Reads a lesson's inputs from a file.
#include "file_lesson.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "lockstep/usage_error.hpp"

namespace lockstep {
namespace {

/// What every lesson would have to say of a file, whatever its form.
void require_readable(const std::string& path) {
  std::error_code absent;
  if (std::filesystem::is_directory(path, absent)) throw UsageError(fmt::format("cannot read {}: it is a directory", path));
  if (access(path.c_str(), R_OK) != 0) throw UsageError(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
}

}  // namespace

FileLesson::FileLesson(const Lesson& lesson, const std::string& path) : lesson_(lesson) {
  require_readable(path);
  inputs_ = lesson.read_inputs(path);
}

std::unique_ptr<Case> FileLesson::make_case(Size size, std::uint64_t seed, InputKind kind, std::span<const double> settings) const {
  if (kind == InputKind::real && size == inputs_->size()) return inputs_->make_case(settings);
  return lesson_.make_case(size, seed, kind, settings);
}

}  // namespace lockstep
