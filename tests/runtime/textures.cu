/// @file
/// @brief Arrays, textures and surfaces, against a plain model of what the programming guide says.
#include <cmath>
#include <vector>

#include "runtime_test.hpp"

namespace {

constexpr int kWidth = 13, kHeight = 7, kDepth = 5, kPoints = 512;

__global__ void read_1d(cudaTextureObject_t t, const float3* at, float* out) { out[threadIdx.x] = tex1D<float>(t, at[threadIdx.x].x); }
__global__ void read_2d(cudaTextureObject_t t, const float3* at, float* out) {
  const float3 p = at[threadIdx.x];
  out[threadIdx.x] = tex2D<float>(t, p.x, p.y);
}
__global__ void read_3d(cudaTextureObject_t t, const float3* at, float* out) {
  const float3 p = at[threadIdx.x];
  out[threadIdx.x] = tex3D<float>(t, p.x, p.y, p.z);
}
__global__ void read_layer(cudaTextureObject_t t, int layer, float* out) {
  out[threadIdx.x] = tex2DLayered<float>(t, static_cast<float>(threadIdx.x) + 0.5f, 1.5f, layer);
}
__global__ void fetch(cudaTextureObject_t t, float* out) { out[threadIdx.x] = tex1Dfetch<float>(t, static_cast<int>(threadIdx.x) - 2); }
template <class T>
__global__ void read_texels(cudaTextureObject_t t, T* out) {
  tex2D(&out[threadIdx.x], t, static_cast<float>(threadIdx.x) + 0.5f, 0.5f);
}
__global__ void turn(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  surf2Dwrite(surf2Dread<int>(from, x * 4, y) + 1, to, y * 4, x);
}
__global__ void read_edge(cudaSurfaceObject_t s, cudaSurfaceBoundaryMode mode, int* out) {
  surf2Dwrite(99, s, -4, 0, cudaBoundaryModeZero);
  *out = surf2Dread<int>(s, -4, 0, mode);
}

class Array {
 public:
  Array(const cudaChannelFormatDesc& format, cudaExtent extent, unsigned flags = 0) {
    REQUIRE(cudaMalloc3DArray(&handle_, &format, extent, flags) == cudaSuccess);
  }
  ~Array() { cudaFreeArray(handle_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  operator cudaArray_t() const { return handle_; }

  void set(const void* texels, std::size_t row_bytes, std::size_t rows, std::size_t slices, std::size_t width) {
    cudaMemcpy3DParms p{};
    p.srcPtr = make_cudaPitchedPtr(const_cast<void*>(texels), row_bytes, width, rows);
    p.dstArray = handle_;
    p.extent = make_cudaExtent(width, rows, slices);
    p.kind = cudaMemcpyHostToDevice;
    REQUIRE(cudaMemcpy3D(&p) == cudaSuccess);
  }

 private:
  cudaArray_t handle_ = nullptr;
};

cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  return r;
}

class Texture {
 public:
  Texture(const cudaResourceDesc& resource, const cudaTextureDesc& desc) {
    REQUIRE(cudaCreateTextureObject(&handle_, &resource, &desc, nullptr) == cudaSuccess);
  }
  ~Texture() { cudaDestroyTextureObject(handle_); }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  operator cudaTextureObject_t() const { return handle_; }

 private:
  cudaTextureObject_t handle_ = 0;
};

std::vector<float> volume() {
  std::vector<float> v(kWidth * kHeight * kDepth);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>((i * 7919) % 101);
  return v;
}

// Points in and around the volume, away from where rounding would choose another texel.
std::vector<float3> points(bool normalized) {
  std::vector<float3> all;
  unsigned state = 1;
  const auto coordinate = [&](int size) {
    state = state * 1664525 + 1013904223;
    const float u = static_cast<float>(state >> 8) / 16777216.0F * 3 - 1;
    const float fixed = (std::floor(u * static_cast<float>(size) * 256) + (state >> 31 == 0 ? 0.25F : 0.75F)) /
                        256;  // either side of the middle between two weights
    return normalized ? fixed / static_cast<float>(size) : fixed;
  };
  for (int i = 0; i < kPoints; ++i) all.push_back({coordinate(kWidth), coordinate(kHeight), coordinate(kDepth)});
  return all;
}

// The guide's formulas, one coordinate at a time, in double.
struct Model {
  std::vector<float> texels = volume();
  cudaTextureDesc desc{};
  int dimensions = 1;

  double texel(long x, long y, long z) const {
    long at[3] = {x, y, z};
    const long size[3] = {kWidth, kHeight, kDepth};
    for (int d = 0; d < dimensions; ++d) {
      const bool normalized = desc.normalizedCoords != 0;
      if (desc.addressMode[d] == cudaAddressModeBorder && (at[d] < 0 || at[d] >= size[d])) return desc.borderColor[0];
      if (desc.addressMode[d] == cudaAddressModeWrap && normalized) at[d] = (at[d] % size[d] + size[d]) % size[d];
      if (desc.addressMode[d] == cudaAddressModeMirror && normalized)
        while (at[d] < 0 || at[d] >= size[d]) at[d] = at[d] < 0 ? -1 - at[d] : 2 * size[d] - 1 - at[d];
      at[d] = std::min(std::max(at[d], 0L), size[d] - 1);
    }
    return texels[static_cast<std::size_t>((at[2] * kHeight + at[1]) * kWidth + at[0])];
  }

  double along(int d, const double (&u)[3], long (&at)[3]) const {
    if (d == dimensions) return texel(at[0], at[1], at[2]);
    if (desc.filterMode == cudaFilterModePoint) {
      at[d] = static_cast<long>(std::floor(u[d]));
      return along(d + 1, u, at);
    }
    const double left = std::floor(u[d] - 0.5), fraction = std::round((u[d] - 0.5 - left) * 256) / 256;
    at[d] = static_cast<long>(left);
    const double a = along(d + 1, u, at);
    at[d] = static_cast<long>(left) + 1;
    return (1 - fraction) * a + fraction * along(d + 1, u, at);
  }

  double read(float3 p) const {
    const bool normalized = desc.normalizedCoords != 0;
    const double u[3] = {normalized ? p.x * double{kWidth} : p.x, normalized ? p.y * double{kHeight} : p.y,
                         normalized ? p.z * double{kDepth} : p.z};
    long at[3] = {0, 0, 0};
    return along(0, u, at);
  }
};

}  // namespace

TEST_CASE("textures read what the guide's formulas give") {
  Model model;
  model.dimensions = GENERATE(1, 2, 3);
  model.desc.filterMode = GENERATE(cudaFilterModePoint, cudaFilterModeLinear);
  model.desc.normalizedCoords = GENERATE(0, 1);
  const auto mode = GENERATE(cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder);
  for (auto& each : model.desc.addressMode) each = mode;
  model.desc.borderColor[0] = 0.25F;
  CAPTURE(model.dimensions, model.desc.filterMode, model.desc.normalizedCoords, mode);

  const int height = model.dimensions > 1 ? kHeight : 0, depth = model.dimensions > 2 ? kDepth : 0;
  Array array(cudaCreateChannelDesc<float>(), make_cudaExtent(kWidth, static_cast<std::size_t>(height), static_cast<std::size_t>(depth)));
  array.set(model.texels.data(), kWidth * sizeof(float), std::max(height, 1), std::max(depth, 1), kWidth);
  const Texture texture(resource_of(array), model.desc);
  const std::vector<float3> at = points(model.desc.normalizedCoords != 0);
  DeviceArray<float3> coordinates(at);
  DeviceArray<float> out(kPoints);
  if (model.dimensions == 1) read_1d<<<1, kPoints>>>(texture, coordinates.data(), out.data());
  if (model.dimensions == 2) read_2d<<<1, kPoints>>>(texture, coordinates.data(), out.data());
  if (model.dimensions == 3) read_3d<<<1, kPoints>>>(texture, coordinates.data(), out.data());
  const std::vector<float> got = out.values();
  for (std::size_t i = 0; i < kPoints; ++i) REQUIRE(std::abs(got[i] - model.read(at[i])) <= 1e-4);
}

TEST_CASE("texels of every kind") {
  cudaTextureDesc desc{};
  SECTION("integers as they are") {
    const std::vector<short2> texels{{-5, 7}, {300, -300}, {0, 1}, {32767, -32768}};
    Array array(cudaCreateChannelDesc<short2>(), make_cudaExtent(4, 1, 0));
    array.set(texels.data(), 4 * sizeof(short2), 1, 1, 4);
    DeviceArray<short2> out(4);
    const Texture texture(resource_of(array), desc);
    read_texels<<<1, 4>>>(texture, out.data());
    REQUIRE(out.values()[0].x == -5);
    REQUIRE(out.values()[1].y == -300);
    REQUIRE(out.values()[3].y == -32768);
  }
  SECTION("four floats") {
    const std::vector<float4> texels{{1, 2, 3, 4}, {5, 6, 7, 8}};
    Array array(cudaCreateChannelDesc<float4>(), make_cudaExtent(2, 1, 0));
    array.set(texels.data(), 2 * sizeof(float4), 1, 1, 2);
    const Texture texture(resource_of(array), desc);
    DeviceArray<float4> out(2);
    read_texels<<<1, 2>>>(texture, out.data());
    REQUIRE(out.values()[1].w == 8);
    REQUIRE(out.values()[0].y == 2);
  }
  SECTION("signed bytes") {
    const std::vector<signed char> texels{-128, -127, 0, 127};
    Array array(cudaCreateChannelDesc<signed char>(), make_cudaExtent(4, 1, 0));
    array.set(texels.data(), 4, 1, 1, 4);
    const Texture texture(resource_of(array), desc);
    DeviceArray<signed char> out(4);
    read_texels<<<1, 4>>>(texture, out.data());
    REQUIRE(out.values() == texels);
    desc.readMode = cudaReadModeNormalizedFloat;
    const Texture normalized(resource_of(array), desc);
    DeviceArray<float> numbers(4);
    read_texels<<<1, 4>>>(normalized, numbers.data());
    REQUIRE(numbers.values() == std::vector<float>{-1, -1, 0, 1});
  }
  SECTION("unsigned shorts as fractions") {
    const std::vector<unsigned short> texels{0, 32768, 65535};
    Array array(cudaCreateChannelDesc<unsigned short>(), make_cudaExtent(3, 1, 0));
    array.set(texels.data(), 6, 1, 1, 3);
    desc.readMode = cudaReadModeNormalizedFloat;
    const Texture texture(resource_of(array), desc);
    DeviceArray<float> out(3);
    read_texels<<<1, 3>>>(texture, out.data());
    REQUIRE(out.values() == std::vector<float>{0, 32768.0F / 65535.0F, 1});
  }
}

TEST_CASE("linear, pitched and layered textures") {
  const std::vector<float> values{1, 2, 3, 4};
  DeviceArray<float> out(8);
  cudaResourceDesc resource{};
  SECTION("linear: zero beyond the ends") {
    DeviceArray<float> memory(values);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {memory.data(), cudaCreateChannelDesc<float>(), 4 * sizeof(float)};
    const Texture texture(resource, {});
    fetch<<<1, 8>>>(texture, out.data());
    REQUIRE(out.values() == std::vector<float>{0, 0, 1, 2, 3, 4, 0, 0});
  }
  SECTION("pitched") {
    float* memory = nullptr;
    std::size_t pitch = 0;
    REQUIRE(cudaMallocPitch(&memory, &pitch, 2 * sizeof(float), 2) == cudaSuccess);
    REQUIRE(cudaMemcpy2D(memory, pitch, values.data(), 8, 8, 2, cudaMemcpyHostToDevice) == cudaSuccess);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {memory, cudaCreateChannelDesc<float>(), 2, 2, pitch};
    cudaTextureDesc desc{};
    for (auto& mode : desc.addressMode) mode = cudaAddressModeClamp;
    const Texture texture(resource, desc);
    DeviceArray<float3> at(std::vector<float3>{{0.5F, 0.5F, 0}, {1.5F, 0.5F, 0}, {0.5F, 1.5F, 0}, {9, 9, 0}});
    DeviceArray<float> four(4);
    read_2d<<<1, 4>>>(texture, at.data(), four.data());
    REQUIRE(four.values() == values);
    REQUIRE(cudaFree(memory) == cudaSuccess);
  }
  SECTION("layers are chosen, and clamped as unsigned numbers") {
    const std::vector<float> texels = volume();
    Array array(cudaCreateChannelDesc<float>(), make_cudaExtent(kWidth, kHeight, kDepth), cudaArrayLayered);
    array.set(texels.data(), kWidth * sizeof(float), kHeight, kDepth, kWidth);
    const Texture texture(resource_of(array), {});
    for (const int layer : {0, 3, 4, 5, -1}) {
      read_layer<<<1, 8>>>(texture, layer, out.data());
      const int shown = layer < 0 || layer > 4 ? 4 : layer;
      REQUIRE(out.values()[2] == texels[static_cast<std::size_t>((shown * kHeight + 1) * kWidth + 2)]);
    }
  }
}

TEST_CASE("copies to and from arrays") {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  std::vector<float> host(128), back(128);
  for (std::size_t i = 0; i < 128; ++i) host[i] = static_cast<float>(i);
  REQUIRE(cudaMallocArray(&array, &format, 16, 8) == cudaSuccess);
  REQUIRE(cudaMemcpy2DToArray(array, 0, 0, host.data(), 64, 64, 8, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpy2DFromArray(back.data(), 8, array, 8, 3, 8, 2, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(back[0] == 50);
  REQUIRE(back[3] == 67);
  REQUIRE(cudaMemcpy2DToArrayAsync(array, 4, 1, host.data(), 4, 4, 1, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpy2DFromArrayAsync(back.data(), 64, array, 0, 0, 64, 8, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(back[17] == 0);
  REQUIRE(back[18] == 18);
  REQUIRE(cudaMemcpyToArray(array, 0, 0, host.data(), 512, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpyFromArray(back.data(), array, 0, 0, 512, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(back == host);

  REQUIRE(cudaMemcpy2DToArray(array, 0, 0, host.data(), 64, 68, 8, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  REQUIRE(cudaMemcpy2DToArray(array, 0, 1, host.data(), 64, 64, 8, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy2DToArray(array, 4, 0, host.data(), 64, 64, 8, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy2DToArray(array, 0, 0, host.data(), 64, 64, 8, cudaMemcpyDeviceToHost) == cudaErrorInvalidMemcpyDirection);
  REQUIRE(cudaMemcpy2DToArray(array, 0, 0, nullptr, 64, 64, 8, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy2DToArray(nullptr, 0, 0, host.data(), 64, 64, 8, cudaMemcpyHostToDevice) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaMemcpyToArray(array, 0, 0, host.data(), 513, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);

  cudaExtent extent;
  unsigned flags = 9;
  cudaChannelFormatDesc told;
  REQUIRE(cudaArrayGetInfo(&told, &extent, &flags, array) == cudaSuccess);
  REQUIRE(extent.width == 16);
  REQUIRE(extent.height == 8);
  REQUIRE(flags == 0);
  REQUIRE(told.x == 32);
  REQUIRE(cudaGetChannelDesc(&told, array) == cudaSuccess);
  REQUIRE(told.f == cudaChannelFormatKindFloat);
  REQUIRE(cudaGetChannelDesc(&told, nullptr) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaFreeArray(array) == cudaSuccess);
  REQUIRE(cudaFreeArray(nullptr) == cudaSuccess);
  REQUIRE(cudaFreeArray(array) == cudaErrorInvalidResourceHandle);
}

TEST_CASE("copies between arrays, of rows, and as from another device") {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t from = nullptr, to = nullptr;
  REQUIRE(cudaMallocArray(&from, &format, 4, 3) == cudaSuccess);
  REQUIRE(cudaMallocArray(&to, &format, 6, 3) == cudaSuccess);
  std::vector<int> host(12), back(18, -1);
  for (int i = 0; i < 12; ++i) host[static_cast<std::size_t>(i)] = i;
  REQUIRE(cudaMemcpyToArrayAsync(from, 0, 0, host.data(), 48, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpy2DToArray(to, 0, 0, back.data(), 24, 24, 3, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpy2DArrayToArray(to, 8, 1, from, 4, 0, 8, 2) == cudaSuccess);
  REQUIRE(cudaMemcpyArrayToArray(to, 0, 0, from, 0, 2, 16) == cudaSuccess);
  REQUIRE(cudaMemcpyFromArrayAsync(back.data(), to, 0, 0, 72, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(back == std::vector<int>{8, 9, 10, 11, -1, -1, -1, -1, 1, 2, -1, -1, -1, -1, 5, 6, -1, -1});
  REQUIRE(cudaMemcpy2DArrayToArray(to, 20, 0, from, 0, 0, 8, 1) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 1, cudaMemcpyHostToDevice) == cudaErrorInvalidMemcpyDirection);
  REQUIRE(cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 48) == cudaErrorInvalidValue);  // rows of different widths

  cudaMemcpy3DPeerParms peer{};
  peer.srcArray = from;
  peer.dstArray = to;
  peer.extent = make_cudaExtent(2, 1, 1);
  peer.dstPos = make_cudaPos(4, 2, 0);
  REQUIRE(cudaMemcpy3DPeer(&peer) == cudaSuccess);
  REQUIRE(cudaMemcpy2DFromArray(back.data(), 8, to, 16, 2, 8, 1, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(back[1] == 1);
  peer.srcDevice = 1;
  REQUIRE(cudaMemcpy3DPeerAsync(&peer, nullptr) == cudaErrorInvalidDevice);
  REQUIRE(cudaMemcpy3DPeer(nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaFreeArray(from) == cudaSuccess);
  REQUIRE(cudaFreeArray(to) == cudaSuccess);

  std::size_t width = 0;
  REQUIRE(cudaDeviceGetTexture1DLinearMaxWidth(&width, &format, 0) == cudaSuccess);
  REQUIRE(width == std::size_t{1} << 28);
  REQUIRE(cudaCreateChannelDescHalf2().y == 16);
}

TEST_CASE("errors of arrays") {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  REQUIRE(cudaMallocArray(&array, &format, 0, 8) == cudaErrorInvalidValue);
  REQUIRE(cudaMallocArray(&array, nullptr, 16, 8) == cudaErrorInvalidValue);
  REQUIRE(cudaMallocArray(nullptr, &format, 16, 8) == cudaErrorInvalidValue);
  REQUIRE(cudaMallocArray(&array, &format, 200000, 8) == cudaErrorInvalidValue);
  REQUIRE(cudaMalloc3DArray(&array, &format, make_cudaExtent(16, 0, 4)) == cudaErrorInvalidValue);
  REQUIRE(cudaMalloc3DArray(&array, &format, make_cudaExtent(16, 8, 0), cudaArrayLayered) == cudaErrorInvalidValue);
  const cudaChannelFormatDesc bad[] = {{8, 16, 0, 0, cudaChannelFormatKindUnsigned},
                                       {8, 8, 8, 0, cudaChannelFormatKindUnsigned},
                                       {64, 0, 0, 0, cudaChannelFormatKindUnsigned},
                                       {8, 0, 0, 0, cudaChannelFormatKindFloat},
                                       {8, 0, 0, 0, cudaChannelFormatKindNone}};
  for (const auto& each : bad) REQUIRE(cudaMallocArray(&array, &each, 16, 8) == cudaErrorInvalidChannelDescriptor);
}

TEST_CASE("errors of texture objects") {
  Array floats(cudaCreateChannelDesc<float>(), make_cudaExtent(16, 8, 0)), ints(cudaCreateChannelDesc<int>(), make_cudaExtent(16, 8, 0)),
      bytes(cudaCreateChannelDesc<unsigned char>(), make_cudaExtent(16, 8, 0));
  cudaTextureObject_t t = 0;
  const cudaTextureDesc plain{};
  cudaTextureDesc linear{}, normalized{}, both{}, bad{};
  linear.filterMode = both.filterMode = cudaFilterModeLinear;
  normalized.readMode = both.readMode = cudaReadModeNormalizedFloat;
  bad.addressMode[0] = static_cast<cudaTextureAddressMode>(7);
  const auto create = [&](const cudaResourceDesc& r, const cudaTextureDesc& d) { return cudaCreateTextureObject(&t, &r, &d, nullptr); };
  REQUIRE(create(resource_of(floats), linear) == cudaSuccess);
  REQUIRE(create(resource_of(floats), normalized) == cudaErrorInvalidNormSetting);
  REQUIRE(create(resource_of(floats), bad) == cudaErrorInvalidValue);
  REQUIRE(create(resource_of(ints), linear) == cudaErrorInvalidFilterSetting);
  REQUIRE(create(resource_of(ints), both) == cudaErrorInvalidFilterSetting);
  REQUIRE(create(resource_of(bytes), both) == cudaSuccess);
  REQUIRE(create(resource_of(nullptr), plain) == cudaErrorInvalidResourceHandle);
  const cudaResourceDesc resource = resource_of(floats);
  REQUIRE(cudaCreateTextureObject(nullptr, &resource, &plain, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaCreateTextureObject(&t, nullptr, &plain, nullptr) == cudaErrorInvalidValue);

  DeviceArray<float> memory(1024);
  float on_host[16] = {};
  cudaResourceDesc line{};
  line.resType = cudaResourceTypeLinear;
  for (float* start : {memory.data() + 1, memory.data() + 64, static_cast<float*>(nullptr), on_host}) {
    line.res.linear = {start, cudaCreateChannelDesc<float>(), 64};
    REQUIRE(create(line, plain) == cudaErrorInvalidValue);
  }
  cudaResourceDesc rows{};
  rows.resType = cudaResourceTypePitch2D;
  for (const std::size_t pitch : {48, 32}) {  // no multiple of 32; too small
    rows.res.pitch2D = {memory.data(), cudaCreateChannelDesc<float>(), 16, 8, pitch};
    REQUIRE(create(rows, plain) == cudaErrorInvalidValue);
  }
  rows.res.pitch2D.pitchInBytes = 64;
  REQUIRE(create(rows, plain) == cudaSuccess);
  cudaResourceDesc told;
  cudaTextureDesc told_desc;
  REQUIRE(cudaGetTextureObjectResourceDesc(&told, t) == cudaSuccess);
  REQUIRE(told.res.pitch2D.devPtr == memory.data());
  REQUIRE(cudaGetTextureObjectTextureDesc(&told_desc, t) == cudaSuccess);
  REQUIRE(cudaDestroyTextureObject(t) == cudaSuccess);
  REQUIRE(cudaDestroyTextureObject(t) == cudaErrorInvalidValue);
  REQUIRE(cudaDestroyTextureObject(0) == cudaSuccess);
  REQUIRE(cudaGetTextureObjectTextureDesc(&told_desc, t) == cudaErrorInvalidValue);
}

TEST_CASE("surfaces are read and written") {
  const std::vector<int> values{1, 2, 3, 4, 5, 6};
  Array from(cudaCreateChannelDesc<int>(), make_cudaExtent(3, 2, 0), cudaArraySurfaceLoadStore);
  Array to(cudaCreateChannelDesc<int>(), make_cudaExtent(2, 3, 0), cudaArraySurfaceLoadStore);
  from.set(values.data(), 12, 2, 1, 3);
  cudaSurfaceObject_t a = 0, b = 0;
  const cudaResourceDesc from_resource = resource_of(from), to_resource = resource_of(to);
  REQUIRE(cudaCreateSurfaceObject(&a, &from_resource) == cudaSuccess);
  REQUIRE(cudaCreateSurfaceObject(&b, &to_resource) == cudaSuccess);
  REQUIRE(cudaCreateSurfaceObject(nullptr, &to_resource) == cudaErrorInvalidValue);
  turn<<<1, dim3(3, 2)>>>(a, b);
  std::vector<int> back(6);
  REQUIRE(cudaMemcpy2DFromArray(back.data(), 8, to, 0, 0, 8, 3, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(back == std::vector<int>{2, 5, 3, 6, 4, 7});

  DeviceArray<int> out(1);
  read_edge<<<1, 1>>>(a, cudaBoundaryModeZero, out.data());
  REQUIRE(out.values()[0] == 0);
  read_edge<<<1, 1>>>(a, cudaBoundaryModeClamp, out.data());
  REQUIRE(out.values()[0] == 1);
  {
    const QuietErrors quiet;
    read_edge<<<1, 1>>>(a, cudaBoundaryModeTrap, out.data());
    REQUIRE(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  }
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  cudaGetLastError();
  REQUIRE(cudaDestroySurfaceObject(a) == cudaErrorInvalidValue);  // gone with the reset
  REQUIRE(cudaDestroySurfaceObject(0) == cudaSuccess);
}

TEST_CASE("a texture that does not exist fails the launch") {
  const QuietErrors quiet;
  DeviceArray<float> out(8);
  fetch<<<1, 8>>>(12345, out.data());
  REQUIRE(cudaDeviceSynchronize() == cudaErrorTextureFetchFailed);
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  cudaGetLastError();
}
