/// @file
/// @brief Plays scripts, in two launches: the second one finds what the first one wrote.
#include "screening.hpp"

#include <cuda_runtime.h>

#include <algorithm>

namespace {

struct Script {
  ScriptStep steps[kScriptSteps];
  int count;
};

__constant__ int constants[kScriptWords];

__global__ void act(Script script, int* words, int* sums) {
  __shared__ int shared[kScriptWords];
  int seen = 0;
  for (int i = 0; i < script.count; ++i) {
    const ScriptStep& step = script.steps[i];
    const int thread = static_cast<int>(threadIdx.x);
    const int at = step.by_thread * thread + step.by_block * static_cast<int>(blockIdx.x) + step.from;
    const bool takes_part = thread >= step.first && thread < step.end;
    if (step.kind == ScriptStep::barrier) __syncthreads();
    if (step.kind == ScriptStep::warp_barrier) __syncwarp();
    if (!takes_part) continue;
    switch (step.kind) {
      case ScriptStep::load:
        seen += words[at];
        break;
      case ScriptStep::store:
        words[at] = i;
        break;
      case ScriptStep::load_shared:
        seen += shared[at];
        break;
      case ScriptStep::store_shared:
        shared[at] = i;
        break;
      case ScriptStep::add:
        atomicAdd(words + at, 1);
        break;
      case ScriptStep::add_shared:
        atomicAdd(shared + at, 1);
        break;
      case ScriptStep::exchange:
        seen += atomicExch(words + at, i);
        break;
      case ScriptStep::load_byte:
        seen += reinterpret_cast<char*>(words)[at];
        break;
      case ScriptStep::store_byte:
        reinterpret_cast<char*>(words)[at] = static_cast<char>(i);
        break;
      case ScriptStep::load_pair:
        seen += reinterpret_cast<int2*>(words)[at / 2].y;
        break;
      case ScriptStep::load_volatile:
        seen += static_cast<volatile int*>(words)[at];
        break;
      case ScriptStep::store_volatile:
        static_cast<volatile int*>(words)[at] = i;
        break;
      case ScriptStep::load_constant:
        seen += constants[at];
        break;
      case ScriptStep::fence:
        __threadfence();
        break;
      default:
        break;
    }
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = seen;
}

template <class Step>
Script script_of(Step first, Step end) {
  Script script{};
  std::copy(first, end, script.steps);
  script.count = static_cast<int>(end - first);
  return script;
}

// Each thread takes the next place.
__global__ void queue_up(int* places, int* count) {
  const int place = atomicAdd(count, 1);
  places[place] = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}

}  // namespace

std::vector<int> play_queue() {
  constexpr int kThreads = 256, kBlocks = 512;
  int *places = nullptr, *count = nullptr;
  cudaMalloc(&places, kThreads * kBlocks * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  queue_up<<<kBlocks, kThreads>>>(places, count);
  std::vector<int> after(kThreads * kBlocks);
  cudaMemcpy(after.data(), places, after.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(places);
  cudaFree(count);
  return after;
}

std::vector<int> play(const std::vector<ScriptStep>& script) {
  const auto half = script.begin() + static_cast<std::ptrdiff_t>(script.size() / 2);
  int *words = nullptr, *sums = nullptr;
  cudaMalloc(&words, kScriptWords * sizeof(int));
  cudaMalloc(&sums, kScriptBlock * kScriptGrid * sizeof(int));
  cudaMemset(words, 0, kScriptWords / 2 * sizeof(int));
  act<<<kScriptGrid, kScriptBlock>>>(script_of(script.begin(), half), words, sums);
  act<<<kScriptGrid, kScriptBlock>>>(script_of(half, script.end()), words, sums);
  std::vector<int> after(kScriptWords);
  cudaMemcpy(after.data(), words, kScriptWords * sizeof(int), cudaMemcpyDeviceToHost);
  static_cast<void>(cudaGetLastError());
  cudaFree(words);
  cudaFree(sums);
  return after;
}
