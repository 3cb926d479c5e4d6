/// @file
/// @brief Copies and fills: what arrives where, and which are refused.
#include <cstring>
#include <numeric>
#include <vector>

#include "runtime_test.hpp"

namespace {

std::vector<char> counting(std::size_t n) {
  std::vector<char> v(n);
  std::iota(v.begin(), v.end(), char{1});
  return v;
}

// Pageable, device, pinned and managed memory, in this order.
struct Places {
  std::vector<char> pageable = std::vector<char>(256);
  DeviceArray<char> device{256};
  char *pinned = nullptr, *managed = nullptr;
  Places() {
    REQUIRE(cudaMallocHost(&pinned, 256) == cudaSuccess);
    REQUIRE(cudaMallocManaged(&managed, 256) == cudaSuccess);
  }
  ~Places() {
    cudaFreeHost(pinned);
    cudaFree(managed);
  }
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;
  char* at(int i) { return i == 0 ? pageable.data() : i == 1 ? device.data() : i == 2 ? pinned : managed; }
};

}  // namespace

TEST_CASE("each kind is refused where it calls pageable memory the device's, and nowhere else") {
  Places to, from;
  const auto kind = static_cast<cudaMemcpyKind>(GENERATE(range(0, 5)));
  const int dst = GENERATE(range(0, 4)), src = GENERATE(range(0, 4));
  CAPTURE(kind, dst, src);
  const bool dst_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool src_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const bool refused = (dst_device && dst == 0) || (src_device && src == 0);
  const cudaError_t expected = refused ? cudaErrorInvalidValue : cudaSuccess;

  const std::vector<char> pattern = counting(256);
  REQUIRE(cudaMemcpy(from.at(src), pattern.data(), 256, cudaMemcpyDefault) == cudaSuccess);
  REQUIRE(cudaMemcpyAsync(to.at(dst), from.at(src), 256, kind, nullptr) == expected);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(cudaMemcpy(to.at(dst), from.at(src), 256, kind) == expected);
  if (refused) return;
  std::vector<char> back(256);
  REQUIRE(cudaMemcpy(back.data(), to.at(dst), 256, cudaMemcpyDefault) == cudaSuccess);
  REQUIRE(back == pattern);
}

TEST_CASE("a copy must lie inside of one allocation") {
  std::vector<char> host(2048);
  DeviceArray<char> d(1000);
  REQUIRE(cudaMemcpy(d.data(), host.data(), 1000, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpy(d.data(), host.data(), 1001, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy(d.data() + 1, host.data(), 1000, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy(host.data(), d.data() + 999, 1, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(cudaMemcpy(host.data(), d.data() + 999, 2, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpyAsync(host.data(), d.data(), 1001, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  REQUIRE(cudaMemset(d.data(), 0, 1001) == cudaErrorInvalidValue);
  REQUIRE(cudaMemsetAsync(d.data() + 1000, 0, 1) == cudaErrorInvalidValue);
}

TEST_CASE("bad arguments of copies") {
  std::vector<char> host(64);
  DeviceArray<char> d(64);
  REQUIRE(cudaMemcpy(d.data(), host.data(), 16, static_cast<cudaMemcpyKind>(5)) == cudaErrorInvalidMemcpyDirection);
  REQUIRE(cudaMemcpy(nullptr, host.data(), 16, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy(d.data(), nullptr, 16, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpyAsync(d.data(), host.data(), 16, cudaMemcpyHostToDevice, reinterpret_cast<cudaStream_t>(&host)) ==
          cudaErrorInvalidResourceHandle);
  REQUIRE(cudaMemcpyPeer(d.data(), 0, d.data(), 0, 16) == cudaSuccess);
  REQUIRE(cudaMemcpyPeer(d.data(), 1, d.data(), 0, 16) == cudaErrorInvalidDevice);
  REQUIRE(cudaMemcpyPeerAsync(d.data(), 0, d.data(), 1, 16) == cudaErrorInvalidDevice);
  REQUIRE(cudaMemset(host.data(), 0, 16) == cudaErrorInvalidValue);
  REQUIRE(cudaMemset(nullptr, 0, 16) == cudaErrorInvalidValue);
  REQUIRE(cudaMemset(nullptr, 0, 0) == cudaSuccess);
}

TEST_CASE("rows are copied by their pitches") {
  const std::vector<char> source = counting(7 * 20);
  char* device = nullptr;
  std::size_t pitch = 0;
  REQUIRE(cudaMallocPitch(&device, &pitch, 20, 7) == cudaSuccess);
  const bool async = GENERATE(false, true);
  if (async)
    REQUIRE(cudaMemcpy2DAsync(device, pitch, source.data(), 20, 20, 7, cudaMemcpyHostToDevice) == cudaSuccess);
  else
    REQUIRE(cudaMemcpy2D(device, pitch, source.data(), 20, 20, 7, cudaMemcpyHostToDevice) == cudaSuccess);
  std::vector<char> back(7 * 33, 0);
  REQUIRE(cudaMemcpy2D(back.data(), 33, device, pitch, 20, 7, cudaMemcpyDeviceToHost) == cudaSuccess);
  for (std::size_t y = 0; y < 7; ++y)
    for (std::size_t x = 0; x < 33; ++x) REQUIRE(back[y * 33 + x] == (x < 20 ? source[y * 20 + x] : 0));

  REQUIRE(cudaMemcpy2D(device, pitch, source.data(), 8, 16, 2, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  REQUIRE(cudaMemcpy2D(device, 8, source.data(), 16, 16, 1, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  REQUIRE(cudaMemcpy2D(device, pitch, source.data(), 20, 20, 8, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy2D(device, std::size_t{1} << 40, source.data(), 20, 20, 2, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy2D(device, pitch, source.data(), 20, 0, 2, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaFree(device) == cudaSuccess);
}

TEST_CASE("boxes are copied with offsets") {
  constexpr std::size_t w = 6, h = 5, d = 4;
  const std::vector<char> source = counting(w * h * d);
  cudaPitchedPtr device;
  REQUIRE(cudaMalloc3D(&device, make_cudaExtent(w, h, d)) == cudaSuccess);
  cudaMemcpy3DParms p{};
  p.srcPtr = make_cudaPitchedPtr(const_cast<char*>(source.data()), w, w, h);
  p.dstPtr = device;
  p.extent = make_cudaExtent(w, h, d);
  p.kind = cudaMemcpyHostToDevice;
  REQUIRE(cudaMemcpy3D(&p) == cudaSuccess);

  std::vector<char> back(2 * 3 * 2);
  cudaMemcpy3DParms q{};
  q.srcPtr = device;
  q.srcPos = make_cudaPos(3, 1, 2);
  q.dstPtr = make_cudaPitchedPtr(back.data(), 2, 2, 3);
  q.extent = make_cudaExtent(2, 3, 2);
  q.kind = cudaMemcpyDeviceToHost;
  REQUIRE(cudaMemcpy3DAsync(&q) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (std::size_t z = 0; z < 2; ++z)
    for (std::size_t y = 0; y < 3; ++y)
      for (std::size_t x = 0; x < 2; ++x) REQUIRE(back[(z * 3 + y) * 2 + x] == source[((z + 2) * h + y + 1) * w + x + 3]);

  p.extent.height = h + 1;
  REQUIRE(cudaMemcpy3D(&p) == cudaErrorInvalidPitchValue);
  p.extent = make_cudaExtent(w, h, d + 1);
  REQUIRE(cudaMemcpy3D(&p) == cudaErrorInvalidValue);
  p.extent = make_cudaExtent(w, h, d);
  p.kind = cudaMemcpyDeviceToHost;
  REQUIRE(cudaMemcpy3D(&p) == cudaErrorInvalidValue);
  p.kind = static_cast<cudaMemcpyKind>(8);
  REQUIRE(cudaMemcpy3D(&p) == cudaErrorInvalidMemcpyDirection);
  p.kind = cudaMemcpyHostToDevice;
  p.dstPtr.ptr = nullptr;
  REQUIRE(cudaMemcpy3D(&p) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy3D(nullptr) == cudaErrorInvalidValue);
  p = {};
  REQUIRE(cudaMemcpy3D(&p) == cudaSuccess);
  REQUIRE(cudaFree(device.ptr) == cudaSuccess);
}

TEST_CASE("fills set bytes, in rows and boxes") {
  DeviceArray<unsigned char> d(std::vector<unsigned char>(100, 9));
  REQUIRE(cudaMemset(d.data() + 10, 0x1234, 5) == cudaSuccess);  // the lowest byte counts
  REQUIRE(cudaMemset2D(d.data() + 20, 10, 7, 3, 2) == cudaSuccess);
  REQUIRE(cudaMemset3DAsync(make_cudaPitchedPtr(d.data() + 50, 4, 4, 3), 8, make_cudaExtent(2, 2, 2)) == cudaSuccess);
  using Places = std::vector<std::size_t>;
  std::vector<unsigned char> expected(100, 9);
  for (const std::size_t i : Places{10, 11, 12, 13, 14}) expected[i] = 0x34;
  for (const std::size_t i : Places{20, 21, 22, 30, 31, 32}) expected[i] = 7;
  for (const std::size_t i : Places{50, 51, 54, 55, 62, 63, 66, 67}) expected[i] = 8;
  REQUIRE(d.values() == expected);
  REQUIRE(cudaMemset2D(d.data(), 8, 0, 16, 2) == cudaErrorInvalidValue);
  REQUIRE(cudaMemset2DAsync(d.data(), 16, 0, 16, 7) == cudaErrorInvalidValue);
  REQUIRE(cudaMemset3D(make_cudaPitchedPtr(d.data(), 4, 4, 3), 8, make_cudaExtent(2, 4, 2)) == cudaErrorInvalidValue);
}

TEST_CASE("a pageable source may be changed as soon as an asynchronous copy returns") {
  const bool waits = GENERATE(false, true);  // for work that was issued before it
  std::vector<int> host{1, 2, 3};
  DeviceArray<int> d(3);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  if (waits) REQUIRE(cudaMemsetAsync(d.data(), 0, d.bytes()) == cudaSuccess);
  REQUIRE(cudaMemcpyAsync(d.data(), host.data(), d.bytes(), cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaStreamQuery(nullptr) == (waits ? cudaErrorNotReady : cudaSuccess));
  host.assign(3, 0);
  REQUIRE(d.values() == std::vector<int>{1, 2, 3});
}

TEST_CASE("a copy of pageable to managed memory runs when the program synchronizes: host code could see it") {
  Places to;
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  to.managed[0] = 1;
  const char two = 2;
  REQUIRE(cudaMemcpyAsync(to.managed, &two, 1, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(to.managed[0] == 1);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(to.managed[0] == 2);
}

TEST_CASE("a pinned source is read when its copy runs, and a pinned destination is written then") {
  int* pinned = nullptr;
  REQUIRE(cudaMallocHost(&pinned, sizeof(int)) == cudaSuccess);
  DeviceArray<int> d(1);
  *pinned = 1;
  REQUIRE(cudaMemcpyAsync(d.data(), pinned, sizeof(int), cudaMemcpyHostToDevice) == cudaSuccess);
  *pinned = 2;  // too early: the mistake that this shows
  REQUIRE(d.values() == std::vector<int>{2});
  REQUIRE(cudaMemset(d.data(), 0, sizeof(int)) == cudaSuccess);
  REQUIRE(cudaMemcpyAsync(pinned, d.data(), sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(*pinned == 2);  // not there yet
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(*pinned == 0);
  REQUIRE(cudaFreeHost(pinned) == cudaSuccess);
}
