/// @file
/// @brief What the simulator saw of a submission's kernels: counters and hazards, and what is said where they are not as they should be.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "grading/verdict/counts.hpp"
#include "lockstep/problem.hpp"

namespace lockstep::testing {

/// How many bytes a run is about: they tell who did the work.
struct ProblemBytes {
  double needed;   ///< what kernels must at least move to have read the inputs and written the outputs (Cost::bytes)
  double inputs;   ///< what the host would have to see to do the work
  double outputs;  ///< copied to the host by the harness itself
  double sums;     ///< of partial sums, which the host may add up
};

/// A run of the submission with all observers on.
class Observed {
 public:
  /// Fails the test where the work was not done by kernels: they moved less than is needed, or the host saw so much of the inputs that it
  /// may have done the work. Where there is no doubt of it, no part earns points.
  /// @param seen  the JSON of the version, from Submission::observe
  /// @param size  for people
  Observed(nlohmann::json seen, const std::string& size, const ProblemBytes& bytes);

  /// What it was made from.
  const nlohmann::json& seen() const { return version_; }
  /// Of all launches together.
  grading::Counts counts() const { return grading::Counts(version_); }
  std::size_t launches() const { return version_.at("launches").size(); }
  /// Bytes of all sectors that global memory accesses touched, and of what is read through textures and from constants.
  double bytes_moved() const;
  /// The same over the bytes that must move.
  double moved_over_needed() const { return bytes_moved() / needed_bytes_; }

  /// Fails with the hazards' own words where there is one that is an error, or a barrier that only some threads of a block reach.
  void require_no_hazards() const;
  /// Fails where warps moved more than `most` times the bytes that the problem needs; says which line moves most.
  void require_moved_at_most(double most) const;
  /// Fails where a load or store touches more than `most` times the sectors that it would if its lanes stood side by side.
  void require_coalesced(double most) const;
  /// Fails where lanes made more than `most` steps (a statement, or an access to memory), each lane counted: where threads or blocks do the
  /// same work many times.
  void require_lane_steps_at_most(double most) const;
  /// Fails where stores take more than `most` sectors of global memory, even if their lanes stood side by side: where threads or blocks do
  /// the same work many times. A lane that stores alone takes a sector, too.
  void require_stored_at_most(double most) const;
  /// Fails where the host got more than `most` bytes from device memory while run() worked: where it does a rest or the last step itself.
  void require_to_host_at_most(double most) const;
  /// Fails where more than `most` bytes of what kernels need went into constant memory. @param instead  for people: "Load tiles of
  /// A into shared memory instead"
  void require_to_constants_at_most(double most, const std::string& instead) const;
  /// Fails where shared memory took more than `most` rounds too many.
  void require_bank_conflicts_at_most(double most) const;
  /// Fails where warps read shared memory fewer than `least` times: where what would be there is read from constant memory, or a cache,
  /// which cost nothing that is counted. @param of  for people: "the pixels"
  void require_shared_loads_at_least(double least, const std::string& of) const;
  /// Fails where there were more atomic operations (of warps) than `most`.
  void require_atomics_at_most(double most) const;
  /// Fails where blocks waited at more barriers than `most`.
  void require_barriers_at_most(double most) const;
  /// Fails where there were more launches than `most`.
  void require_launches_at_most(std::size_t most) const;
  /// Fails where the launch that moves most bytes had fewer than `least` blocks.
  void require_blocks_at_least(double least) const;
  /// Fails where the launch that moves most bytes had fewer than `least` warps.
  void require_warps_at_least(double least) const;
  /// Fails where fewer than `least` of 32 lanes were at work on average.
  void require_lanes_at_least(double least) const;

  /// For demands of an exercise's own: fails with `said`, and shows the line with the most of these counters together.
  void fail_at_busiest(std::span<const Counter> counters, const std::string& said) const;

 private:
  /// The launch that moves most bytes.
  nlohmann::json busiest_launch() const;

  nlohmann::json version_;
  double needed_bytes_;
  double to_host_ = 0;  ///< bytes, during run()
};

/// The hazards among what was seen, in the check's own words; empty where there is none. Warnings are among them: they may be the cause of
/// a wrong answer.
std::string hazards_of(const nlohmann::json& seen);

}  // namespace lockstep::testing
