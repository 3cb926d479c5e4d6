/// @file
/// @brief What the simulator counts, by names that say what they are of.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace lockstep::grading {

/// The JSON of counters: of a version, a launch or a line.
class Counts {
 public:
  explicit Counts(const nlohmann::json& json) : json_(json) {}

  /// A counter by its name. @throws nlohmann::json::exception where there is none of that name
  double count(const std::string& counter) const { return json_.at("counters").at(counter).get<double>(); }

  /// Of global memory; `op`: "ld", "st", "atom" (with a result) or "red" (without).
  double requests(const std::string& op) const { return count("l1tex__t_requests_pipe_lsu_mem_global_op_" + op + ".sum"); }
  double sectors(const std::string& op) const { return count("l1tex__t_sectors_pipe_lsu_mem_global_op_" + op + ".sum"); }
  double ideal_sectors(const std::string& op) const { return count("lockstep__ideal_sectors_mem_global_op_" + op + ".sum"); }
  double sectors_per_request(const std::string& op) const { return sectors(op) / requests(op); }

  /// Of shared memory; `op`: "ld", "st" or "atom".
  double shared_requests(const std::string& op) const { return count("lockstep__requests_mem_shared_op_" + op + ".sum"); }
  double wavefronts(const std::string& op) const { return count("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" + op + ".sum"); }
  double bank_conflicts(const std::string& op) const { return count("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" + op + ".sum"); }

  double barriers() const { return count("lockstep__barriers.sum"); }
  double atomics() const { return count("lockstep__atomics.sum"); }
  double contention() const { return count("lockstep__atomic_contention.max"); }  ///< lanes of one atomic that meet at an address
  double bytes_moved() const { return count("lockstep__bytes_moved.sum"); }
  double lanes() const { return count("lockstep__lanes_per_step.ratio"); }  ///< active, of 32

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
