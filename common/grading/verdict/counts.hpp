/// @file
/// @brief What the simulator counts, by names that say what is counted.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "observation/counters.hpp"

namespace lockstep::grading {

/// The JSON of counters: of a version, a launch or a line.
class Counts {
 public:
  explicit Counts(const nlohmann::json& json) : json_(json) {}

  /// @throws nlohmann::json::exception where it was not counted
  double count(const Counter& counter) const { return json_.at("counters").at(counter.name).get<double>(); }

  /// Of global memory; `op`: "ld", "st", "atom" (with a result) or "red" (without).
  double requests(const std::string& op) const { return count(of_op(kCounters.requests, op)); }
  double sectors(const std::string& op) const { return count(of_op(kCounters.sectors, op)); }
  double ideal_sectors(const std::string& op) const { return count(of_op(kCounters.ideal_sectors, op)); }
  double sectors_per_request(const std::string& op) const { return sectors(op) / requests(op); }

  /// Of shared memory; `op`: "ld", "st" or "atom".
  double shared_requests(const std::string& op) const { return count(of_op(kCounters.shared_requests, op)); }
  double wavefronts(const std::string& op) const { return count(of_op(kCounters.wavefronts, op)); }
  double bank_conflicts(const std::string& op) const { return count(of_op(kCounters.bank_conflicts, op)); }

  double barriers() const { return count(kCounters.barriers); }
  double atomics() const { return count(kCounters.atomics); }
  double contention() const { return count(kCounters.contention); }  ///< lanes of one atomic that meet at an address
  double bytes_moved() const { return count(kCounters.bytes_moved); }
  double lanes() const { return count(kCounters.lanes_per_step); }  ///< active, of 32

  /// Of a launch.
  double blocks() const { return extent("grid"); }
  double threads() const { return extent("block"); }  ///< of a block

 private:
  double extent(const char* of) const {
    double product = 1;
    for (const auto& side : json_.at(of)) product *= side.get<double>();
    return product;
  }

  nlohmann::json json_;
};

}  // namespace lockstep::grading
