/// @file
/// @brief Says in one line what a version did wrong on a case, and knows whether the device survived it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "harness/running/ladder.hpp"

namespace lockstep {

/// A case, and what it is for.
struct Instance {
  Size size;
  InputKind kind;
  bool timed;
  Watching watching;
  std::unique_ptr<Case> problem;
};

/// Judges the versions of one request.
class Trial {
 public:
  /// Both must outlive this.
  Trial(const Lesson& lesson, const LadderRequest& request) : lesson_(lesson), request_(request) {}

  /// Does `work`, which runs the version on the instance. An exception becomes the version's failure; a UsageError, the reason why it
  /// was skipped.
  /// @param when    " in the timed runs", where it is not the first run
  void attempt(VersionResult& result, const Instance& instance, std::string_view when, const std::function<void()>& work);
  /// Checks the host's outputs.
  void judge(VersionResult& result, const Instance& instance, std::string_view when) const;
  /// The version whose failure left the device unusable; empty while the device works.
  const std::string& device_killer() const { return device_killer_; }

 private:
  std::string describe(const Instance& instance) const;

  const Lesson& lesson_;
  const LadderRequest& request_;
  std::string device_killer_;
};

}  // namespace lockstep
