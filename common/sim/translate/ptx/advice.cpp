/// @file
/// @brief The functions of CUDA C++ that do what an instruction does.
#include "sim/translate/ptx/advice.hpp"

#include <algorithm>
#include <iterator>

namespace lockstep::translate::ptx {
namespace {

struct Advice {
  std::string_view opcode, instead;
};

constexpr Advice kAdvice[] = {
    {"mbarrier", "cuda::barrier"},
    {"wmma", "nvcuda::wmma"},
    {"mma", "nvcuda::wmma"},
    {"wgmma", "nvcuda::wmma"},
    {"tex", "tex2D() and its family"},
    {"tld4", "tex2Dgather()"},
    {"suld", "surf2Dread() and its family"},
    {"sust", "surf2Dwrite() and its family"},
    {"mapa", "cluster.map_shared_rank()"},
    {"getctarank", "cluster.query_shared_rank()"},
    {"call", "a __device__ function"},
    {"ret", "return"},
    {"vprintf", "printf()"},
    {"atom", "atomicAdd() and its family"},
    {"red", "atomicAdd() and its family"},
    {"cp", "cuda::memcpy_async()"},
};

}  // namespace

std::string advice_on(std::string_view opcode) {
  const auto found = std::ranges::find(kAdvice, opcode, &Advice::opcode);
  return found == std::end(kAdvice) ? std::string() : "; use " + std::string(found->instead);
}

}  // namespace lockstep::translate::ptx
