/// @file
/// @brief Conflicts between operations that nothing orders are found; those that anything orders are not.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lockstep/sim/check.hpp"
#include "observation/observation.hpp"

using lockstep::Hazard;
using lockstep::Severity;

namespace {

constexpr int kCount = 1024;
constexpr unsigned kBlock = 128, kGrid = kCount / kBlock;

__device__ int counter;
__managed__ int managed_counter;
volatile int result;

__global__ void put(int* to, int value) { to[blockIdx.x * blockDim.x + threadIdx.x] = value; }
__global__ void twice(const int* from, int* to) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = 2 * from[i];
}
__global__ void bump_plainly(int* to) { *to += 1; }
__global__ void bump(int* to) { atomicAdd(to, 1); }
__global__ void bump_in_block(int* to) { atomicAdd_block(to, 1); }
__global__ void put_bytes(unsigned char* to, unsigned first, unsigned step) { to[first + step * threadIdx.x] = 7; }
__global__ void count_up() { atomicAdd(&counter, 1); }
__global__ void count_up_managed() { atomicAdd(&managed_counter, 1); }
__global__ void read_counter(int* to) { *to = counter; }
__global__ void paint(cudaSurfaceObject_t surface) { surf2Dwrite(threadIdx.x, surface, static_cast<int>(threadIdx.x * sizeof(int)), 1); }
__global__ void look(cudaTextureObject_t texture, unsigned* to) {
  to[threadIdx.x] = tex2D<unsigned>(texture, static_cast<float>(threadIdx.x), 1);
}
__global__ void publish(int* data, volatile int* flag) {
  *data = 1;
  __threadfence();
  *flag = 1;
}
__global__ void consume(const int* data, const volatile int* flag, int* to) {
  while (*flag != 1) {
  }
  __threadfence();
  *to = *data;
}

// Two arrays of the device, pinned memory, and two streams that wait for no other.
struct Machine {
  int *a = nullptr, *b = nullptr, *pinned = nullptr;
  cudaStream_t first = nullptr, second = nullptr, blocking = nullptr;
  cudaEvent_t event = nullptr;

  Machine() {
    REQUIRE(cudaMalloc(&a, kCount * sizeof(int)) == cudaSuccess);
    REQUIRE(cudaMalloc(&b, kCount * sizeof(int)) == cudaSuccess);
    REQUIRE(cudaMallocHost(&pinned, kCount * sizeof(int)) == cudaSuccess);
    REQUIRE(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking) == cudaSuccess);
    REQUIRE(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking) == cudaSuccess);
    REQUIRE(cudaStreamCreate(&blocking) == cudaSuccess);
    REQUIRE(cudaEventCreate(&event) == cudaSuccess);
    cudaMemset(a, 0, kCount * sizeof(int));
    cudaMemset(b, 0, kCount * sizeof(int));
    cudaDeviceSynchronize();
  }
  ~Machine() {
    cudaDeviceSynchronize();
    cudaEventDestroy(event);
    for (cudaStream_t stream : {first, second, blocking}) cudaStreamDestroy(stream);
    cudaFreeHost(pinned);
    cudaFree(a);
    cudaFree(b);
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void join() const {
    cudaEventRecord(event, first);
    cudaStreamWaitEvent(second, event);
  }
};

std::vector<Hazard> races(const std::function<void(Machine&)>& program) {
  Machine machine;
  lockstep::sim::start_check();
  program(machine);
  cudaDeviceSynchronize();
  std::vector<Hazard> found = lockstep::sim::stop_check();
  std::erase_if(found, [](const Hazard& hazard) { return hazard.kind != "race"; });
  CHECK(cudaGetLastError() == cudaSuccess);
  return found;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr std::size_t kBytes = kCount * sizeof(int);

}  // namespace

TEST_CASE("two kernels on two streams meet in an array") {
  const auto found = races([](Machine& m) {
    put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
    twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
  });
  REQUIRE(found.size() == 1);
  const Hazard& race = found[0];
  CHECK(race.severity == Severity::error);
  CHECK(race.kernel == "twice");
  CHECK(race.count == kCount);
  CHECK(contains(race.file, "stream_races.cu"));
  CHECK(race.line != 0);
  CHECK(race.other_line != 0);
  CHECK(race.line > race.other_line);
  CHECK(race.threads == "thread (0,0,0) of block (0,0,0) of kernel twice, and before it thread (0,0,0) of block (0,0,0) of kernel put");
  CHECK(contains(race.message, "kernel twice reads byte 0 of the 4096 bytes from cudaMalloc"));
  CHECK(contains(race.message, "which kernel put wrote"));
  CHECK(contains(race.fix, "cudaStreamWaitEvent"));
}

TEST_CASE("the first threads that conflict are named") {
  const auto found = races([](Machine& m) {
    put<<<1, 128, 0, m.first>>>(m.a + 100, 5);
    put<<<2, 64, 0, m.second>>>(m.a, 6);
  });
  REQUIRE(found.size() == 1);
  CHECK(found[0].count == 28);
  CHECK(found[0].threads == "thread (36,0,0) of block (1,0,0) of kernel put, and before it thread (0,0,0) of block (0,0,0) of kernel put");
  CHECK(contains(found[0].message, "byte 400 of"));
}

TEST_CASE("whatever orders two kernels keeps the check silent") {
  const auto silent = [](const std::function<void(Machine&)>& program) { CHECK(races(program).empty()); };
  SECTION("one stream") {
    silent([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      twice<<<kGrid, kBlock, 0, m.first>>>(m.a, m.b);
    });
  }
  SECTION("an event") {
    silent([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      m.join();
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    });
  }
  SECTION("an event, and then another by a third stream") {
    silent([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.second>>>(m.a, 5);
      cudaEventRecord(m.event, m.second);
      cudaStreamWaitEvent(m.blocking, m.event);
      cudaEventRecord(m.event, m.blocking);
      cudaStreamWaitEvent(m.first, m.event);
      twice<<<kGrid, kBlock, 0, m.first>>>(m.a, m.b);
    });
  }
  SECTION("the host waits for the first stream") {
    silent([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      cudaStreamSynchronize(m.first);
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    });
  }
  SECTION("the host waits for an event") {
    silent([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      cudaEventRecord(m.event, m.first);
      cudaEventSynchronize(m.event);
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    });
  }
  SECTION("the host asks until the stream is done") {
    silent([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      while (cudaStreamQuery(m.first) == cudaErrorNotReady) {
      }
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    });
  }
  SECTION("the host asks until the event has come") {
    silent([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      cudaEventRecord(m.event, m.first);
      while (cudaEventQuery(m.event) == cudaErrorNotReady) {
      }
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    });
  }
  SECTION("the host waits for the device") {
    silent([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      cudaDeviceSynchronize();
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    });
  }
  SECTION("cudaFree waits for everything") {
    silent([](Machine& m) {
      int* other = nullptr;
      cudaMalloc(&other, 16);
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      cudaFree(other);
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    });
  }
  SECTION("a copy to the host's own memory waits for its stream") {
    silent([](Machine& m) {
      int host[4];
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      cudaMemcpyAsync(host, m.a, sizeof host, cudaMemcpyDeviceToHost, m.first);
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    });
  }
  SECTION("other memory") {
    silent([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      put<<<kGrid, kBlock, 0, m.second>>>(m.b, 6);
    });
  }
  SECTION("disjoint parts of one array") {
    silent([](Machine& m) {
      put<<<4, kBlock, 0, m.first>>>(m.a, 5);
      put<<<4, kBlock, 0, m.second>>>(m.a + 512, 6);
    });
  }
  SECTION("disjoint bytes of the same words") {
    silent([](Machine& m) {
      put_bytes<<<1, 64, 0, m.first>>>(reinterpret_cast<unsigned char*>(m.a), 0, 2);
      put_bytes<<<1, 64, 0, m.second>>>(reinterpret_cast<unsigned char*>(m.a), 1, 2);
    });
  }
  SECTION("both only read") {
    silent([](Machine& m) {
      twice<<<4, kBlock, 0, m.first>>>(m.a, m.b);
      twice<<<4, kBlock, 0, m.second>>>(m.a, m.b + 512);
    });
  }
  SECTION("atomics in both") {
    silent([](Machine& m) {
      bump<<<1, 64, 0, m.first>>>(m.a);
      bump<<<1, 64, 0, m.second>>>(m.a);
    });
  }
  SECTION("the default stream waits for blocking streams, and they for it") {
    silent([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.blocking>>>(m.a, 5);
      twice<<<kGrid, kBlock>>>(m.a, m.b);
      put<<<kGrid, kBlock, 0, m.blocking>>>(m.b, 6);
    });
  }
  SECTION("it also orders two blocking streams") {
    silent([](Machine& m) {
      cudaStream_t other;
      cudaStreamCreate(&other);
      put<<<kGrid, kBlock, 0, m.blocking>>>(m.a, 5);
      put<<<1, 1>>>(m.b, 0);
      put<<<kGrid, kBlock, 0, other>>>(m.a, 6);
      cudaStreamDestroy(other);
    });
  }
  SECTION("and waits for a blocking stream that was destroyed") {
    silent([](Machine& m) {
      cudaStream_t other;
      cudaStreamCreate(&other);
      put<<<kGrid, kBlock, 0, other>>>(m.a, 5);
      cudaStreamDestroy(other);
      twice<<<kGrid, kBlock>>>(m.a, m.b);
    });
  }
  SECTION("and for what blocking streams wait for") {
    silent([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      cudaEventRecord(m.event, m.first);
      cudaStreamWaitEvent(m.blocking, m.event);
      twice<<<kGrid, kBlock>>>(m.a, m.b);
    });
  }
  SECTION("a flag with fences on both sides") {
    silent([](Machine& m) {
      publish<<<1, 1, 0, m.first>>>(m.a, m.a + 1);
      consume<<<1, 1, 0, m.second>>>(m.a, m.a + 1, m.b);
    });
  }
}

TEST_CASE("what does not order two kernels is seen through") {
  const auto caught = [](const std::function<void(Machine&)>& program) {
    const auto found = races(program);
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::error);
  };
  SECTION("an event that was recorded too early") {
    caught([](Machine& m) {
      cudaEventRecord(m.event, m.first);
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      cudaStreamWaitEvent(m.second, m.event);
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    });
  }
  SECTION("a wait for the wrong stream") {
    caught([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      put<<<1, 1, 0, m.second>>>(m.b, 1);
      cudaStreamSynchronize(m.second);
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    });
  }
  SECTION("the default stream does not wait for non-blocking streams") {
    caught([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      twice<<<kGrid, kBlock>>>(m.a, m.b);
    });
  }
  SECTION("a destroyed non-blocking stream is not waited for") {
    caught([](Machine& m) {
      cudaStream_t other;
      cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
      put<<<kGrid, kBlock, 0, other>>>(m.a, 5);
      cudaStreamDestroy(other);
      twice<<<kGrid, kBlock>>>(m.a, m.b);
    });
  }
  SECTION("one byte is enough") {
    caught([](Machine& m) {
      cudaMemsetAsync(m.a, 1, 101, m.first);
      put_bytes<<<1, 1, 0, m.second>>>(reinterpret_cast<unsigned char*>(m.a), 100, 1);
    });
  }
  SECTION("an atomic against a plain read") {
    caught([](Machine& m) {
      count_up<<<1, 1, 0, m.first>>>();
      read_counter<<<1, 1, 0, m.second>>>(m.a);
    });
  }
  SECTION("atomics that hold inside of a block only") {
    caught([](Machine& m) {
      bump_in_block<<<1, 1, 0, m.first>>>(m.a);
      bump_in_block<<<1, 1, 0, m.second>>>(m.a);
    });
  }
  SECTION("the host waited for the first, but the second was issued before") {
    caught([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
      while (cudaStreamQuery(m.first) == cudaErrorNotReady) {
      }
      put<<<1, 1, 0, m.first>>>(m.pinned, 5);
    });
  }
  SECTION("an operation ran long ago, but nobody waited for it") {
    caught([](Machine& m) {
      put<<<1, 1, 0, m.second>>>(m.b, 0);
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      cudaStreamSynchronize(m.second);
      put<<<1, 1, 0, m.second>>>(m.b, 0);
      cudaStreamSynchronize(m.second);
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    });
  }
}

TEST_CASE("a race between streams is told beside one of the same line inside of the kernel") {
  const auto found = races([](Machine& m) {
    bump_plainly<<<2, 1, 0, m.first>>>(m.a);
    bump_plainly<<<2, 1, 0, m.second>>>(m.a);
  });
  const auto between_streams = [](const Hazard& race) { return contains(race.message, "nothing makes one wait"); };
  CHECK(std::count_if(found.begin(), found.end(), between_streams) == 1);
  CHECK(std::count_if(found.begin(), found.end(), std::not_fn(between_streams)) == 1);
}

TEST_CASE("writes of the same value are worth a note") {
  const auto found = races([](Machine& m) {
    put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
    put<<<kGrid, kBlock, 0, m.second>>>(m.a, 5);
  });
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::note);
  const auto fills = races([](Machine& m) {
    cudaMemsetAsync(m.a, 0, kBytes, m.first);
    cudaMemsetAsync(m.a, 0, kBytes, m.second);
  });
  REQUIRE(fills.size() == 1);
  CHECK(fills[0].severity == Severity::note);
  const auto others = races([](Machine& m) {
    cudaMemsetAsync(m.a, 0, kBytes, m.first);
    cudaMemsetAsync(m.a, 1, kBytes, m.second);
  });
  REQUIRE(others.size() == 1);
  CHECK(others[0].severity == Severity::error);
}

TEST_CASE("copies, fills and frees take part") {
  SECTION("a kernel against a copy, which is named and has a line of host code") {
    const auto found = races([](Machine& m) {
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      cudaMemcpyAsync(m.pinned, m.a, kBytes, cudaMemcpyDeviceToHost, m.second);
    });
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::error);
    CHECK(found[0].kernel == "put");
    CHECK(contains(found[0].message, "cudaMemcpyAsync reads"));
    CHECK(contains(found[0].message, "which kernel put wrote"));
    CHECK(contains(found[0].file, "stream_races.cu"));
    CHECK(found[0].line > found[0].other_line);
    CHECK(found[0].count == 1);
    CHECK(found[0].threads == "thread (0,0,0) of block (0,0,0) of kernel put");
  }
  SECTION("a copy against a kernel") {
    const auto found = races([](Machine& m) {
      cudaMemcpyAsync(m.a, m.pinned, kBytes, cudaMemcpyHostToDevice, m.first);
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    });
    REQUIRE(found.size() == 1);
    CHECK(contains(found[0].message, "kernel twice reads"));
    CHECK(contains(found[0].message, "which cudaMemcpyAsync wrote"));
  }
  SECTION("a copy against a copy") {
    const auto found = races([](Machine& m) {
      cudaMemcpyAsync(m.a, m.pinned, kBytes, cudaMemcpyHostToDevice, m.first);
      cudaMemcpy2DAsync(m.b, 64, m.a, 64, 32, 4, cudaMemcpyDeviceToDevice, m.second);
    });
    REQUIRE(found.size() == 1);
    CHECK(contains(found[0].message, "cudaMemcpy2DAsync reads"));
    CHECK(found[0].kernel.empty());
  }
  SECTION("between the rows of a copy there is room") {
    CHECK(races([](Machine& m) {
            cudaMemcpy2DAsync(m.a, 64, m.pinned, 64, 32, 4, cudaMemcpyHostToDevice, m.first);
            cudaMemcpy2DAsync(m.a + 8, 64, m.pinned, 64, 32, 4, cudaMemcpyHostToDevice, m.second);
          }).empty());
  }
  SECTION("pinned memory that one stream fills while another sends it") {
    const auto found = races([](Machine& m) {
      cudaMemcpyAsync(m.pinned, m.a, kBytes, cudaMemcpyDeviceToHost, m.first);
      cudaMemcpyAsync(m.b, m.pinned, kBytes, cudaMemcpyHostToDevice, m.second);
    });
    REQUIRE(found.size() == 1);
  }
  SECTION("a blocking copy in the default stream against a non-blocking stream") {
    const auto found = races([](Machine& m) {
      int host[kCount];
      put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
      cudaMemcpy(host, m.a, kBytes, cudaMemcpyDeviceToHost);
    });
    REQUIRE(found.size() == 1);
    CHECK(contains(found[0].message, "cudaMemcpy reads"));
    CHECK(contains(found[0].fix, "cudaStreamNonBlocking"));
  }
  SECTION("a fill against a kernel") {
    const auto found = races([](Machine& m) {
      cudaMemsetAsync(m.a, 0, kBytes, m.first);
      twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    });
    REQUIRE(found.size() == 1);
    CHECK(contains(found[0].message, "which cudaMemsetAsync wrote"));
  }
  SECTION("memory that is freed while another stream uses it") {
    const auto found = races([](Machine& m) {
      int* memory = nullptr;
      cudaMallocAsync(&memory, kBytes, m.first);
      m.join();
      put<<<kGrid, kBlock, 0, m.second>>>(memory, 5);
      cudaFreeAsync(memory, m.first);
    });
    REQUIRE(found.size() == 1);
    CHECK(contains(found[0].message, "cudaFreeAsync frees byte 0 of the 4096 bytes from cudaMallocAsync"));
  }
  SECTION("memory that another stream uses before it was allocated there") {
    const auto found = races([](Machine& m) {
      int* memory = nullptr;
      cudaMallocAsync(&memory, kBytes, m.first);
      put<<<kGrid, kBlock, 0, m.second>>>(memory, 5);
      cudaStreamSynchronize(m.second);
      cudaFreeAsync(memory, m.first);
    });
    REQUIRE(found.size() == 1);
    CHECK(contains(found[0].message, "which cudaMallocAsync allocated"));
  }
  SECTION("memory that is freed behind all that use it") {
    CHECK(races([](Machine& m) {
            int* memory = nullptr;
            cudaMallocAsync(&memory, kBytes, m.first);
            m.join();
            put<<<kGrid, kBlock, 0, m.second>>>(memory, 5);
            cudaEventRecord(m.event, m.second);
            cudaStreamWaitEvent(m.first, m.event);
            cudaFreeAsync(memory, m.first);
          }).empty());
  }
}

TEST_CASE("host code that reads a managed variable before it waited for the kernel is seen, and later not") {
  const auto program = [](bool waits) {
    return races([=](Machine&) {
      count_up_managed<<<1, 1>>>();
      if (waits) cudaDeviceSynchronize();
      result = managed_counter;
    });
  };
  CHECK(program(false).size() == 1);
  CHECK(program(true).empty());
}

TEST_CASE("host code that changes a buffer before it waited for the copy is seen") {
  SECTION("what a copy sends") {
    const auto found = races([](Machine& m) {
      m.pinned[3] = 1;
      cudaMemcpyAsync(m.a, m.pinned, kBytes, cudaMemcpyHostToDevice, m.first);
      m.pinned[3] = 2;
    });
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::error);
    CHECK(contains(found[0].message, "cudaMemcpyAsync reads byte 12 of the 4096 bytes from cudaMallocHost"));
    CHECK(contains(found[0].message, "which host code wrote; the host had not waited"));
    CHECK(contains(found[0].file, "stream_races.cu"));
    CHECK(found[0].line != 0);
  }
  SECTION("what a copy brings") {
    const auto found = races([](Machine& m) {
      m.pinned[0] = 1;
      cudaMemcpyAsync(m.pinned, m.a, kBytes, cudaMemcpyDeviceToHost, m.first);
      m.pinned[0] = 2;
    });
    REQUIRE(found.size() == 1);
    CHECK(contains(found[0].message, "cudaMemcpyAsync writes byte 0"));
  }
  SECTION("by code without hooks") {
    const auto found = races([](Machine& m) {
      m.pinned[3] = 1;
      cudaMemcpyAsync(m.a, m.pinned, kBytes, cudaMemcpyHostToDevice, m.first);
      std::snprintf(reinterpret_cast<char*>(m.pinned + 3), sizeof(int), "x");
    });
    REQUIRE(found.size() == 1);
    CHECK(contains(found[0].message, "host code changed byte 12 of the 4096 bytes from cudaMallocHost"));
    CHECK(contains(found[0].message, "may read it before or after"));
  }
  SECTION("not where it waits, nor what is beside the buffer") {
    CHECK(races([](Machine& m) {
            for (int i = 0; i < 3; ++i) {
              m.pinned[0] = i;
              cudaMemcpyAsync(m.a, m.pinned, kBytes / 2, cudaMemcpyHostToDevice, m.first);
              m.pinned[kCount / 2] = i;
              cudaStreamSynchronize(m.first);
            }
          }).empty());
  }
  SECTION("nor what earlier operations write") {
    CHECK(races([](Machine& m) {
            cudaMemcpyAsync(m.pinned, m.a, kBytes, cudaMemcpyDeviceToHost, m.first);
            put<<<kGrid, kBlock, 0, m.first>>>(m.pinned, 9);
            cudaMemcpyAsync(m.b, m.pinned, kBytes, cudaMemcpyHostToDevice, m.first);
          }).empty());
  }
  SECTION("nor the host's own memory, which is copied aside") {
    CHECK(races([](Machine& m) {
            std::vector<int> host(kCount, 1);
            cudaMemcpyAsync(m.a, host.data(), kBytes, cudaMemcpyHostToDevice, m.first);
            host[0] = 2;
            cudaStreamSynchronize(m.first);
          }).empty());
  }
}

TEST_CASE("textures and surfaces take part") {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned>();
  cudaArray_t array = nullptr;
  REQUIRE(cudaMallocArray(&array, &format, 32, 2, cudaArraySurfaceLoadStore) == cudaSuccess);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  cudaTextureObject_t texture = 0;
  cudaSurfaceObject_t surface = 0;
  REQUIRE(cudaCreateTextureObject(&texture, &resource, &description, nullptr) == cudaSuccess);
  REQUIRE(cudaCreateSurfaceObject(&surface, &resource) == cudaSuccess);
  for (const bool joined : {false, true}) {
    const auto found = races([&](Machine& m) {
      paint<<<1, 32, 0, m.first>>>(surface);
      if (joined) m.join();
      look<<<1, 32, 0, m.second>>>(texture, reinterpret_cast<unsigned*>(m.a));
    });
    REQUIRE(found.size() == (joined ? 0 : 1));
    if (joined) continue;
    CHECK(found[0].count == 32);
    CHECK(contains(found[0].message, "kernel look reads byte 128 of the 256 bytes from cudaMallocArray"));
  }
  cudaDestroyTextureObject(texture);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
}

TEST_CASE("the nodes of a graph are as ordered as its edges say") {
  const auto captured = [](Machine& m, bool joined) {
    cudaStreamBeginCapture(m.first, cudaStreamCaptureModeGlobal);
    cudaEventRecord(m.event, m.first);
    cudaStreamWaitEvent(m.second, m.event);
    put<<<kGrid, kBlock, 0, m.first>>>(m.a, 5);
    if (joined) m.join();
    twice<<<kGrid, kBlock, 0, m.second>>>(m.a, m.b);
    cudaEventRecord(m.event, m.second);
    cudaStreamWaitEvent(m.first, m.event);
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    REQUIRE(cudaStreamEndCapture(m.first, &graph) == cudaSuccess);
    REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
    REQUIRE(cudaGraphLaunch(executable, m.first) == cudaSuccess);
    REQUIRE(cudaGraphLaunch(executable, m.first) == cudaSuccess);
    cudaStreamSynchronize(m.first);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
  };
  const auto apart = races([&](Machine& m) { captured(m, false); });
  REQUIRE(apart.size() == 1);
  CHECK(apart[0].count == 2 * kCount);
  CHECK(contains(apart[0].fix, "graph"));
  CHECK(races([&](Machine& m) { captured(m, true); }).empty());
}

TEST_CASE("many launches on two streams keep no more than the memory that they touch") {
  const auto found = races([](Machine& m) {
    for (int i = 0; i < 5000; ++i) {
      put<<<1, 32, 0, m.first>>>(m.a, i);
      put<<<1, 32, 0, m.second>>>(m.b, i);
    }
    twice<<<1, 32, 0, m.first>>>(m.b, m.a);
  });
  REQUIRE(found.size() == 1);
  CHECK(found[0].count == 32);
}
