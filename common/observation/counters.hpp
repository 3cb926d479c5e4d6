/// @file
/// @brief The table of counters. A new one begins as a row here (README.md says what else).
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace lockstep {

struct CounterTable;

/// How the counter of a whole comes from those of its parts.
enum class Accumulation {
  sum,
  maximum,
  ratio,  ///< of two other counters of the whole
};

/// A row of the table.
struct Counter {
  const char* name;                         ///< the hardware profiler's; `lockstep__…` where it has none
  const char* unit;                         ///< what one of it is
  std::array<const char*, 2> heading = {};  ///< of a column that shows this counter alone: two lines
  Accumulation accumulation = Accumulation::sum;
  Counter CounterTable::*numerator = nullptr;  ///< of a ratio
  Counter CounterTable::*denominator = nullptr;
};

/// All counters. Members are rows, or rows by instruction, and nothing else: all_counters() takes the table apart.
struct CounterTable {
  // Global memory, by instruction as the hardware's profiler sorts them: loads, stores, atomics whose result is not used, other atomics.
  std::array<Counter, 4> requests{{
      {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "access of a warp"},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "access of a warp"},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", "access of a warp"},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "access of a warp"},
  }};
  std::array<Counter, 4> sectors{{
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sector"},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sector"},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", "sector"},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "sector"},
  }};
  // What as many lanes side by side would touch.
  std::array<Counter, 4> ideal_sectors{{
      {"lockstep__ideal_sectors_mem_global_op_ld.sum", "sector"},
      {"lockstep__ideal_sectors_mem_global_op_st.sum", "sector"},
      {"lockstep__ideal_sectors_mem_global_op_red.sum", "sector"},
      {"lockstep__ideal_sectors_mem_global_op_atom.sum", "sector"},
  }};
  Counter all_ideal_sectors{"memory_l2_theoretical_sectors_global_ideal", "sector"};
  Counter bytes_moved{"lockstep__bytes_moved.sum", "byte of a sector", {"bytes", "moved"}};
  Counter bytes_needed{"lockstep__bytes_needed.sum", "byte of a lane's access"};

  // Shared memory, where the hardware's profiler counts atomics with and without a result as one.
  std::array<Counter, 3> shared_requests{{
      {"lockstep__requests_mem_shared_op_ld.sum", "access of a warp"},
      {"lockstep__requests_mem_shared_op_st.sum", "access of a warp"},
      {"lockstep__requests_mem_shared_op_atom.sum", "access of a warp"},
  }};
  std::array<Counter, 3> wavefronts{{
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "round"},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "round"},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", "round"},
  }};
  std::array<Counter, 3> bank_conflicts{{
      {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "extra round"},
      {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "extra round"},
      {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", "extra round"},
  }};

  // The work of warps.
  Counter steps{"lockstep__steps.sum", "step of a warp"};
  Counter lane_steps{"lockstep__lane_steps.sum", "step of a lane"};
  Counter lanes_per_step{
      .name = "lockstep__lanes_per_step.ratio",
      .unit = "active lane",
      .heading = {"active", "lanes"},
      .accumulation = Accumulation::ratio,
      .numerator = &CounterTable::lane_steps,
      .denominator = &CounterTable::steps,
  };
  Counter barriers{"lockstep__barriers.sum", "barrier of a block", {"", "barriers"}};
  Counter atomics{"lockstep__atomics.sum", "access of a lane", {"", "atomics"}};
  Counter contention{"lockstep__atomic_contention.max", "lane at one address", {"at one", "word"}, Accumulation::maximum};
};

inline constexpr CounterTable kCounters;

/// The row of an instruction: "ld", "st", "red" or "atom" of global memory, "ld", "st" or "atom" of shared memory.
template <std::size_t N>
const Counter& of_op(const std::array<Counter, N>& rows, std::string_view op) {
  for (const Counter& row : rows)
    if (std::string_view(row.name).ends_with("_op_" + std::string(op) + ".sum")) return row;
  throw std::out_of_range("no instruction is called " + std::string(op));
}

}  // namespace lockstep
