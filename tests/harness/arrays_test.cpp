/// @file
/// @brief Tests how arrays are placed, poisoned, read and written, on the host and on the device.
#include <cmath>

#include "catch.hpp"
#include "harness/running/device_scratch.hpp"
#include "harness/running/host_arrays.hpp"
#include "harness/running/placed_arrays.hpp"
#include "lockstep/usage_error.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using namespace lockstep;
using namespace lockstep::testing;

namespace {

void write(const std::string& path, const std::vector<float>& values) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(float)));
}

template <class T>
std::vector<T> fetch(const T* device, std::size_t count) {
  std::vector<T> host(count);
  check(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

}  // namespace

TEST_CASE("The host's arrays are handed out as they are", "[arrays]") {
  std::vector<float> in{1, 2}, out(3);
  HostArrays arrays;
  CHECK(arrays.input("in", in) == in.data());
  CHECK(arrays.output("out", out) == out.data());
  arrays.poison_outputs();
  CHECK(in == std::vector<float>{1, 2});
  for (const float value : out) CHECK(std::isnan(value));
}

TEST_CASE("Raw files hold the arrays in the order of their binding", "[arrays]") {
  const TemporaryFolder folder;
  write(folder / "in", {1, 2, 3, 4, 5});
  std::vector<float> a(2), b(3), c{7}, d{8, 9};
  HostArrays arrays;
  arrays.input("a", a);
  arrays.output("c", c);
  arrays.input("b", b);
  arrays.output("d", d);
  arrays.read_inputs(folder / "in");
  CHECK(a == std::vector<float>{1, 2});
  CHECK(b == std::vector<float>{3, 4, 5});
  arrays.write_outputs(folder / "out");
  write(folder / "expected", {7, 8, 9});
  CHECK(read_file(folder / "out") == read_file(folder / "expected"));
}

TEST_CASE("A raw file of the wrong length is refused, with the lengths, and nothing is read", "[arrays]") {
  const TemporaryFolder folder;
  const std::size_t present = GENERATE(0u, 1u, 3u);
  write(folder / "in", std::vector<float>(present, 5.0f));
  std::vector<float> a{1, 2};
  HostArrays arrays;
  arrays.input("a", a);
  try {
    arrays.read_inputs(folder / "in");
    FAIL("a file of " << present << " numbers was read as one of 2");
  } catch (const UsageError& error) {
    const std::string message = error.what();
    CHECK(message.find("has " + std::to_string(4 * present) + " bytes") != std::string::npos);
    CHECK(message.find("needs 8: a (8 bytes)") != std::string::npos);
  }
  CHECK(a == std::vector<float>{1, 2});
  CHECK_THROWS_AS(arrays.read_inputs(folder / "absent"), UsageError);
}

TEST_CASE("The device's arrays hold the inputs, and NaN for outputs", "[arrays][device]") {
  const std::vector<float> in{1, 2, 3}, nothing;
  std::vector<float> out{4, 5};
  const Stream stream;
  DeviceArrays arrays(stream.get());
  const float* const device_in = arrays.input("in", in);
  float* const device_out = arrays.output("out", out);
  CHECK(arrays.input("nothing", nothing) == nullptr);
  CHECK(device_in != in.data());
  arrays.upload_inputs();
  arrays.poison_outputs();
  stream.synchronize();
  CHECK(fetch(device_in, 3) == in);
  arrays.fetch_outputs();
  for (const float value : out) CHECK(std::isnan(value));
  check(cudaMemcpy(device_out, in.data(), 8, cudaMemcpyHostToDevice));
  check(cudaDeviceSynchronize());  // a small copy from pageable memory may return before it is done, and the stream waits for no other
  arrays.fetch_outputs();
  CHECK(out == std::vector<float>{1, 2});
}

TEST_CASE("Scratch memory is the same for each run, poisoned when it is new and when asked", "[arrays][device]") {
  const Stream stream;
  DeviceScratch scratch(stream.get());
  auto* const first = static_cast<int*>(scratch.take(8));
  auto* const second = static_cast<int*>(scratch.take(4));
  CHECK(first != second);
  stream.synchronize();
  CHECK(fetch(first, 2) == std::vector<int>{-1, -1});

  const int values[] = {7, 8};
  check(cudaMemcpy(first, values, 8, cudaMemcpyHostToDevice));
  scratch.rewind();
  CHECK(scratch.take(8) == first);
  CHECK(scratch.take(4) == second);
  stream.synchronize();
  CHECK(fetch(first, 2) == std::vector<int>{7, 8});

  scratch.poison();
  stream.synchronize();
  CHECK(fetch(first, 2) == std::vector<int>{-1, -1});
  scratch.rewind();
  const auto* const larger = static_cast<int*>(scratch.take(400));
  stream.synchronize();
  CHECK(fetch(larger, 100) == std::vector<int>(100, -1));
}

TEST_CASE("Device memory is owned once", "[arrays][device]") {
  DeviceBuffer<double> a(10);
  double* const memory = a.data();
  CHECK(a.bytes() == 80);
  DeviceBuffer<double> b = std::move(a);
  CHECK(b.data() == memory);
  CHECK(a.data() == nullptr);
  CHECK(a.size() == 0);
  b = DeviceBuffer<double>();
  CHECK(b.data() == nullptr);
  CHECK(DeviceBuffer<double>(0).data() == nullptr);
}

TEST_CASE("A failed call names its line and its error", "[arrays][device]") {
  const unsigned line = __LINE__ + 2;
  try {
    check(cudaErrorInvalidValue);
    FAIL("an error passed");
  } catch (const CudaError& error) {
    const std::string message = error.what();
    CHECK(error.code() == cudaErrorInvalidValue);
    CHECK(message.find("arrays_test.cpp:" + std::to_string(line)) == 0);
    CHECK(message.find("cudaErrorInvalidValue") != std::string::npos);
  }
  CHECK_NOTHROW(check(cudaSuccess));
}
