/// @file
/// @brief Pictures against counters: what a picture of an access says is what the profile counted for it, and what an H100 counts.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "access_patterns.hpp"
#include "catch.hpp"
#include "harness/plots/picture.hpp"
#include "observation/observation.hpp"

using namespace lockstep;
using namespace lockstep::testing;

namespace {

constexpr std::size_t kElements = 2048;  // more than any index of the measurement

struct Indices {
  int of[32];  // of each lane; -1: it takes no part
};

enum class Op { load, store, reduce, add };

Op op_of(const std::string& name) {
  if (name == "ld") return Op::load;
  if (name == "st") return Op::store;
  return name == "red" ? Op::reduce : Op::add;
}

template <class T>
__device__ void touch(Op op, T* at, T* result) {
  if (op == Op::load) *result = *at;
  if (op == Op::store) *at = T{};
}

template <>
__device__ void touch(Op op, unsigned* at, unsigned* result) {
  if (op == Op::load) *result = *at;
  if (op == Op::store) *at = 1;
  if (op == Op::reduce) atomicAdd(at, 1);
  if (op == Op::add) *result = atomicAdd(at, 1);
}

template <class T>
__global__ void in_global_memory(Op op, Indices index, T* data, T* result) {
  const int mine = index.of[threadIdx.x];
  if (mine >= 0) touch(op, data + mine, result + threadIdx.x);
}

// An atomic of the measurement is one whose result is not used.
template <class T>
__global__ void in_shared_memory(Op op, Indices index, T* result) {
  extern __shared__ __align__(16) unsigned char shared[];
  const int mine = index.of[threadIdx.x];
  if (mine >= 0) touch(op == Op::add ? Op::reduce : op, reinterpret_cast<T*>(shared) + mine, result + threadIdx.x);
}

template <class T>
void launch(const AccessPattern& row, void* data, void* result) {
  Indices index{};
  for (std::size_t lane = 0; lane < 32; ++lane)
    index.of[lane] = (row.access.lanes >> lane & 1u) != 0 ? static_cast<int>(row.access.address[lane] / sizeof(T)) : -1;
  if (row.space == "global")
    in_global_memory<<<1, 32>>>(op_of(row.op), index, static_cast<T*>(data), static_cast<T*>(result));
  else
    in_shared_memory<<<1, 32, kElements * sizeof(T)>>>(op_of(row.op), index, static_cast<T*>(result));
}

void launch_row(const AccessPattern& row, void* data, void* result) {
  if (row.access.bytes == 1) return launch<unsigned char>(row, data, result);
  if (row.access.bytes == 2) return launch<unsigned short>(row, data, result);
  if (row.access.bytes == 4) return launch<unsigned>(row, data, result);
  if (row.access.bytes == 8) return launch<double>(row, data, result);
  launch<int4>(row, data, result);
}

Observation watch(const AccessPattern& row, void* data, void* result) {
  const std::unique_ptr<Watch> watch = Watch::begin({.counters = true, .requests = 1});
  launch_row(row, data, result);
  return watch->end();
}

// The loads that a store of their results goes with are not the row's.
std::optional<WarpRequest> request_of(const AccessPattern& row, const Observation& seen) {
  const auto is_mine = [&](const WarpRequest& request) {
    const bool atomic = row.op == "red" || row.op == "atom";
    return request.shared == (row.space == "shared") && request.atomic == atomic && (atomic || request.write == (row.op == "st"));
  };
  const std::vector<WarpRequest> requests = all_requests(seen.launches);
  const auto found = std::ranges::find_if(requests, is_mine);
  return found == requests.end() ? std::nullopt : std::optional(*found);
}

std::string counter(const Observation& seen, const std::string& name) { return std::to_string(static_cast<long>(seen.counters.at(name))); }

std::string counted(const std::string& number, const std::string& thing) { return number + " " + thing + (number == "1" ? "" : "s"); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

void check_global(const AccessPattern& row, const Observation& seen, const WarpRequest& request) {
  const std::string ideal = counter(seen, "lockstep__ideal_sectors_mem_global_op_" + row.op + ".sum");
  CHECK(counter(seen, "l1tex__t_sectors_pipe_lsu_mem_global_op_" + row.op + ".sum") == row.sectors);
  CHECK(std::to_string(request.sectors) == row.sectors);
  CHECK(std::to_string(request.ideal_sectors) == ideal);
  const std::string colour = row.sectors == ideal ? "good" : "bad";
  CHECK(has(picture_text("k", "rows", {request}), "class=\"" + colour + "\">" + counted(row.sectors, "sector") + ", ideal " + ideal + "<"));
}

void check_shared(const AccessPattern& row, const Observation& seen, const WarpRequest& request) {
  const bool free = row.conflicts == "0";
  CHECK(counter(seen, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" + row.op + ".sum") == row.wavefronts);
  CHECK(counter(seen, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" + row.op + ".sum") == row.conflicts);
  CHECK(std::to_string(request.wavefronts) == row.wavefronts);
  CHECK(std::to_string(request.bank_conflicts) == row.conflicts);
  std::uint32_t of_phases = 0;
  for (const Phase& phase : request.phases) of_phases += phase.wavefronts;
  CHECK(of_phases == request.wavefronts);
  const std::string svg = picture_text("k", "rows", {request});
  const std::string finding = counted(row.wavefronts, "wavefront") + ", " + (free ? "no conflict" : counted(row.conflicts, "conflict"));
  CHECK(has(svg, (free ? "class=\"good\">" : "class=\"bad\">") + finding + "<"));
  CHECK(has(svg, "class=\"crowded\"/>") == !free);
}

struct Memory {
  Memory() { REQUIRE(cudaMalloc(&data, kElements * sizeof(int4)) == cudaSuccess); }
  ~Memory() { cudaFree(data); }
  void* data = nullptr;
};

}  // namespace

TEST_CASE("the counters and the picture of every measured access say what the hardware counted") {
  const Memory data, result;
  std::size_t line = 1;
  for (const AccessPattern& row : measured_access_patterns()) {
    CAPTURE(++line, row.space, row.op, row.access.bytes);
    const Observation seen = watch(row, data.data, result.data);
    if (row.access.lanes == 0) {
      CHECK(all_requests(seen.launches).empty());
      continue;
    }
    const std::optional<WarpRequest> request = request_of(row, seen);
    REQUIRE(request.has_value());
    row.space == "global" ? check_global(row, seen, *request) : check_shared(row, seen, *request);
  }
}
