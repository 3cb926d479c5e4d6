/// @file
/// @brief Where submissions are compiled and run: in a box or, if that is asked for, as processes of the grader's own user.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/processes/runner.hpp"

namespace lockstep::grading {

/// What a program may use up. Each is far beyond what an honest exercise needs.
struct Allowance {
  std::chrono::milliseconds cpu{10'000};      ///< of all its threads together, however busy the machine is; without a box, by the clock
  std::chrono::milliseconds wall{30'000};     ///< in a box, for what waits
  std::size_t memory = std::size_t{2} << 30;  ///< bytes
  bool may_start_programs = false;            ///< as a compiler does
};

/// Of a program's environment: names and values.
using Variables = std::vector<std::pair<std::string, std::string>>;

/// Runs programs.
class Place {
 public:
  /// @param boxed  false: no box, with all that a submission can then do
  explicit Place(bool boxed) : boxed_(boxed) {}

  /// Why there can be no box here, in one line; nothing where there can.
  static std::optional<std::string> why_no_box();

  /// @param files  all that the program may read besides the system's /usr, and all that it may write and that is kept; each exists
  /// @param variables  more of its environment: in a box it has nothing of ours
  Ended run(const std::filesystem::path& program, const std::vector<std::string>& arguments, const Files& files,
            const Allowance& allowance = {}, const Variables& variables = {}) const;

  bool boxed() const { return boxed_; }

 private:
  bool boxed_;
};

}  // namespace lockstep::grading
