/// @file
/// @brief Allocation, freeing, and what is asked about pointers.
#include <cstdint>
#include <cstring>
#include <vector>

#include "runtime_test.hpp"
#include "sim/runtime/memory/address_text.hpp"
#include "sim/runtime/memory/memory.hpp"

using lockstep::sim::describe_address;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

cudaPointerAttributes attributes(const void* p) {
  cudaPointerAttributes a;
  REQUIRE(cudaPointerGetAttributes(&a, p) == cudaSuccess);
  return a;
}

std::size_t free_memory() {
  std::size_t free = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  return free;
}

}  // namespace

TEST_CASE("cudaMalloc gives aligned memory that holds no numbers") {
  DeviceArray<float> a(1000), b(3);
  REQUIRE(reinterpret_cast<std::uintptr_t>(a.data()) % 512 == 0);
  REQUIRE(reinterpret_cast<std::uintptr_t>(b.data()) % 512 == 0);
  for (const float value : a.values()) REQUIRE(value != value);
}

TEST_CASE("cudaMalloc's errors") {
  void* p = &p;
  REQUIRE(cudaMalloc(&p, 0) == cudaSuccess);
  REQUIRE(p == nullptr);
  REQUIRE(cudaMalloc(static_cast<void**>(nullptr), 4) == cudaErrorInvalidValue);
  p = &p;
  REQUIRE(cudaMalloc(&p, std::size_t{1} << 50) == cudaErrorMemoryAllocation);
  REQUIRE(p == nullptr);
  REQUIRE(cudaMalloc(&p, SIZE_MAX) == cudaErrorMemoryAllocation);
  REQUIRE(cudaGetLastError() == cudaErrorMemoryAllocation);
}

TEST_CASE("memory that is freed can be had again") {
  const std::size_t before = free_memory();
  {
    DeviceArray<char> a(std::size_t{1} << 20);
    REQUIRE(free_memory() == before - (std::size_t{1} << 20));
  }
  REQUIRE(free_memory() == before);
  std::size_t total = 0;
  REQUIRE(cudaMemGetInfo(nullptr, &total) == cudaErrorInvalidValue);
  void* p = nullptr;
  REQUIRE(cudaMalloc(&p, before + 1) == cudaErrorMemoryAllocation);
  for (int i = 0; i < 100; ++i) {  // many times what the device has
    REQUIRE(cudaMalloc(&p, before / 2) == cudaSuccess);
    REQUIRE(cudaFree(p) == cudaSuccess);
    if (before > (std::size_t{1} << 30)) break;  // filling 256 MB a hundred times would take long
  }
}

TEST_CASE("cudaFree's errors") {
  char on_stack = 0;
  char* p = nullptr;
  REQUIRE(cudaFree(nullptr) == cudaSuccess);
  REQUIRE(cudaMalloc(&p, 4096) == cudaSuccess);
  REQUIRE(cudaFree(p + 16) == cudaErrorInvalidValue);
  REQUIRE(cudaFree(&on_stack) == cudaErrorInvalidValue);
  REQUIRE(cudaFreeHost(p) == cudaErrorInvalidValue);
  REQUIRE(cudaFree(p) == cudaSuccess);
  REQUIRE(cudaFree(p) == cudaErrorInvalidValue);
  DeviceArray<char> next(4096);
  REQUIRE(next.data() != p);  // addresses are used again as late as possible
  REQUIRE(cudaMemcpy(p, &on_stack, 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemset(p, 0, 1) == cudaErrorInvalidValue);
  REQUIRE(attributes(p).type == cudaMemoryTypeUnregistered);
}

TEST_CASE("pitched memory") {
  char* p = nullptr;
  std::size_t pitch = 0;
  struct Case {
    std::size_t width, pitch;
  };
  for (const Case c : {Case{100, 512}, Case{512, 512}, Case{513, 1024}, Case{1000, 1024}}) {
    REQUIRE(cudaMallocPitch(&p, &pitch, c.width, 10) == cudaSuccess);
    REQUIRE(pitch == c.pitch);
    REQUIRE(cudaMemset(p, 0, 10 * pitch) == cudaSuccess);
    REQUIRE(cudaMemset(p, 0, 10 * pitch + 1) == cudaErrorInvalidValue);
    REQUIRE(cudaFree(p) == cudaSuccess);
  }
  REQUIRE(cudaMallocPitch(&p, &pitch, 0, 10) == cudaSuccess);
  REQUIRE(p == nullptr);
  REQUIRE(cudaMallocPitch(&p, static_cast<std::size_t*>(nullptr), 100, 10) == cudaErrorInvalidValue);
  REQUIRE(cudaMallocPitch(static_cast<char**>(nullptr), &pitch, 100, 10) == cudaErrorInvalidValue);

  cudaPitchedPtr volume;
  REQUIRE(cudaMalloc3D(&volume, make_cudaExtent(100, 5, 3)) == cudaSuccess);
  REQUIRE(volume.pitch == 512);
  REQUIRE(volume.xsize == 100);
  REQUIRE(volume.ysize == 5);
  REQUIRE(cudaFree(volume.ptr) == cudaSuccess);
  REQUIRE(cudaMalloc3D(nullptr, make_cudaExtent(1, 1, 1)) == cudaErrorInvalidValue);
}

TEST_CASE("managed and pinned memory are the host's too") {
  int *managed = nullptr, *pinned = nullptr;
  REQUIRE(cudaMallocManaged(&managed, 4096) == cudaSuccess);
  REQUIRE(cudaMallocHost(&pinned, 4096) == cudaSuccess);
  managed[7] = 1;
  pinned[7] = 2;
  REQUIRE(managed[7] + pinned[7] == 3);
  REQUIRE(attributes(managed).type == cudaMemoryTypeManaged);
  REQUIRE(attributes(pinned + 5).type == cudaMemoryTypeHost);
  REQUIRE(attributes(pinned).devicePointer == pinned);
  REQUIRE(attributes(pinned).hostPointer == pinned);

  REQUIRE(cudaFree(pinned) == cudaErrorInvalidValue);
  REQUIRE(cudaFreeHost(managed) == cudaErrorInvalidValue);
  REQUIRE(cudaFreeHost(pinned + 1) == cudaErrorInvalidValue);
  REQUIRE(cudaFreeHost(nullptr) == cudaSuccess);
  REQUIRE(cudaFreeHost(pinned) == cudaSuccess);
  REQUIRE(cudaFree(managed) == cudaSuccess);

  void* p = nullptr;
  REQUIRE(cudaMallocManaged(&p, 16, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaMallocManaged(&p, 16, 7) == cudaErrorInvalidValue);
  REQUIRE(cudaHostAlloc(&p, 16, 64) == cudaErrorInvalidValue);
  REQUIRE(cudaHostAlloc(static_cast<void**>(nullptr), 16, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaMallocHost(&p, 0) == cudaSuccess);
  REQUIRE(p == nullptr);
}

TEST_CASE("registered host memory") {
  std::vector<char> host(8192);
  char* const h = host.data();
  REQUIRE(cudaHostUnregister(h) == cudaErrorHostMemoryNotRegistered);
  REQUIRE(cudaHostRegister(h, 4096, 0) == cudaSuccess);
  REQUIRE(attributes(h + 10).type == cudaMemoryTypeHost);
  REQUIRE(attributes(h + 4096).type == cudaMemoryTypeUnregistered);
  REQUIRE(lockstep::sim::device_may_touch(h + 4095));
  REQUIRE_FALSE(lockstep::sim::device_may_touch(h + 4096));

  void* device = nullptr;
  REQUIRE(cudaHostGetDevicePointer(&device, h + 8, 0) == cudaSuccess);
  REQUIRE(device == h + 8);
  REQUIRE(cudaHostGetDevicePointer(&device, h + 5000, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaHostGetDevicePointer(&device, h, 1) == cudaErrorInvalidValue);
  unsigned flags = 0;
  REQUIRE(cudaHostGetFlags(&flags, h) == cudaSuccess);
  REQUIRE((flags & cudaHostRegisterMapped) != 0);
  REQUIRE(cudaHostGetFlags(&flags, h + 5000) == cudaErrorInvalidValue);

  REQUIRE(cudaHostRegister(h, 4096, 0) == cudaErrorHostMemoryAlreadyRegistered);
  REQUIRE(cudaHostRegister(h + 1000, 100, 0) == cudaErrorHostMemoryAlreadyRegistered);
  REQUIRE(cudaHostRegister(nullptr, 10, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaHostRegister(h + 5000, 0, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaHostRegister(h + 5000, 10, 99) == cudaErrorInvalidValue);
  DeviceArray<char> on_device(16);
  REQUIRE(cudaHostRegister(on_device.data(), 16, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaHostUnregister(h + 16) == cudaErrorHostMemoryNotRegistered);
  REQUIRE(cudaHostUnregister(h) == cudaSuccess);
  REQUIRE(attributes(h).type == cudaMemoryTypeUnregistered);
}

TEST_CASE("pointers are known by their addresses") {
  int local = 0;
  DeviceArray<char> a(512);  // a whole unit of alignment, so that the next byte is not allocated
  REQUIRE(attributes(a.data() + 5).type == cudaMemoryTypeDevice);
  REQUIRE(attributes(a.data()).device == 0);
  REQUIRE(attributes(a.data()).hostPointer == nullptr);
  REQUIRE(attributes(a.data() + 512).type == cudaMemoryTypeUnregistered);
  REQUIRE(attributes(&local).type == cudaMemoryTypeUnregistered);
  REQUIRE(attributes(&local).device == cudaInvalidDeviceId);
  REQUIRE(cudaPointerGetAttributes(nullptr, a.data()) == cudaErrorInvalidValue);
}

TEST_CASE("hints for managed memory are checked") {
  char* managed = nullptr;
  REQUIRE(cudaMallocManaged(&managed, 4096) == cudaSuccess);
  DeviceArray<char> device(16);
  const cudaMemLocation gpu{cudaMemLocationTypeDevice, 0}, cpu{cudaMemLocationTypeHost, 0}, nowhere{cudaMemLocationTypeDevice, 9};
  REQUIRE(cudaMemPrefetchAsync(managed, 4096, gpu, 0) == cudaSuccess);
  REQUIRE(cudaMemPrefetchAsync(managed, 4096, cpu, 0, nullptr) == cudaSuccess);
  REQUIRE(cudaMemPrefetchAsync(managed, 4096, 0) == cudaSuccess);
  REQUIRE(cudaMemPrefetchAsync(managed, 4096, cudaCpuDeviceId) == cudaSuccess);
  REQUIRE(cudaMemPrefetchAsync(managed, 4097, gpu, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaMemPrefetchAsync(managed, 4096, gpu, 3) == cudaErrorInvalidValue);
  REQUIRE(cudaMemPrefetchAsync(device.data(), 16, gpu, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaMemPrefetchAsync(managed, 4096, nowhere, 0) == cudaErrorInvalidDevice);
  REQUIRE(cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, gpu) == cudaSuccess);
  REQUIRE(cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, 0) == cudaSuccess);
  REQUIRE(cudaMemAdvise(managed, 4096, cudaMemAdviseSetAccessedBy, nowhere) == cudaErrorInvalidDevice);
  REQUIRE(cudaMemAdvise(device.data(), 16, cudaMemAdviseSetReadMostly, gpu) == cudaErrorInvalidValue);
  REQUIRE(cudaMemAdvise(managed, 4096, static_cast<cudaMemoryAdvise>(44), gpu) == cudaErrorInvalidValue);
  REQUIRE(cudaStreamAttachMemAsync(nullptr, managed) == cudaSuccess);  // no length: all of it
  REQUIRE(cudaStreamAttachMemAsync(nullptr, device.data()) == cudaErrorInvalidValue);
  REQUIRE(cudaStreamAttachMemAsync(nullptr, managed, 4096, cudaMemAttachHost) == cudaSuccess);
  REQUIRE(cudaStreamAttachMemAsync(nullptr, managed, 4096, 9) == cudaErrorInvalidValue);
  REQUIRE(cudaFree(managed) == cudaSuccess);
}

TEST_CASE("an address is described in words") {
  int local = 0;
  char* p = nullptr;
  REQUIRE(cudaMalloc(&p, 4000) == cudaSuccess);
  REQUIRE(contains(describe_address(p + 16), "byte 16 of the 4000 bytes from cudaMalloc"));
  REQUIRE(contains(describe_address(p + 4000), "just past the end of the 4000 bytes from cudaMalloc"));
  REQUIRE(contains(describe_address(&local), "a local variable of host code"));
  REQUIRE(describe_address(nullptr) == "a null pointer");
  REQUIRE(cudaFree(p) == cudaSuccess);
  REQUIRE(contains(describe_address(p + 16), "which was freed"));
  REQUIRE(contains(describe_address(lockstep::sim::address_space().device_heap.end() - 1), "which is not allocated memory"));
}

TEST_CASE("memory is not shared with other processes") {
  int* p = nullptr;
  REQUIRE(cudaMalloc(&p, 4) == cudaSuccess);
  cudaIpcMemHandle_t memory{};
  cudaIpcEventHandle_t event{};
  static_assert(sizeof memory == 64 && sizeof event == 64, "as large as CUDA's");
  REQUIRE(cudaIpcGetMemHandle(&memory, p) == cudaErrorNotSupported);
  REQUIRE(cudaIpcGetEventHandle(&event, nullptr) == cudaErrorNotSupported);
  cudaGetLastError();
  REQUIRE(cudaFree(p) == cudaSuccess);
}
