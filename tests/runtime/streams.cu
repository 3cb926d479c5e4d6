/// @file
/// @brief Streams are lazy, in order, and honest about what is still to come; events take times.
#include <thread>
#include <vector>

#include "runtime_test.hpp"

namespace {

__global__ void add_one(int* p) { atomicAdd(p, 1); }
__global__ void times_ten(int* p) { *p *= 10; }

class Stream {
 public:
  explicit Stream(unsigned flags = cudaStreamDefault) { REQUIRE(cudaStreamCreateWithFlags(&handle_, flags) == cudaSuccess); }
  ~Stream() { cudaStreamDestroy(handle_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  operator cudaStream_t() const { return handle_; }

 private:
  cudaStream_t handle_ = nullptr;
};

class Event {
 public:
  explicit Event(unsigned flags = cudaEventDefault) { REQUIRE(cudaEventCreateWithFlags(&handle_, flags) == cudaSuccess); }
  ~Event() { cudaEventDestroy(handle_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  operator cudaEvent_t() const { return handle_; }

 private:
  cudaEvent_t handle_ = nullptr;
};

// An int that both sides see.
class Managed {
 public:
  Managed() {
    REQUIRE(cudaMallocManaged(&value_, sizeof(int)) == cudaSuccess);
    *value_ = 0;
  }
  ~Managed() { cudaFree(value_); }
  Managed(const Managed&) = delete;
  Managed& operator=(const Managed&) = delete;
  int* pointer() const { return value_; }
  int operator*() const { return *value_; }

 private:
  int* value_ = nullptr;
};

}  // namespace

TEST_CASE("a kernel's result is not there before a synchronization") {
  Managed value;
  add_one<<<1, 1>>>(value.pointer());
  REQUIRE(*value == 0);
  SECTION("of the device") { REQUIRE(cudaDeviceSynchronize() == cudaSuccess); }
  SECTION("of the stream") { REQUIRE(cudaStreamSynchronize(nullptr) == cudaSuccess); }
  SECTION("of an event") {
    Event event;
    REQUIRE(cudaEventRecord(event) == cudaSuccess);
    REQUIRE(cudaEventSynchronize(event) == cudaSuccess);
  }
  SECTION("by a copy to the host") {
    int copy = 0;
    REQUIRE(cudaMemcpy(&copy, value.pointer(), sizeof copy, cudaMemcpyDeviceToHost) == cudaSuccess);
    REQUIRE(copy == 1);
  }
  SECTION("by freeing") { REQUIRE(cudaFree(DeviceArray<int>(1).data()) == cudaSuccess); }
  REQUIRE(*value == 1);
}

TEST_CASE("asking long enough brings a stream to its end") {
  cudaGetLastError();
  Managed value;
  Stream stream;
  Event event;
  REQUIRE(cudaStreamQuery(stream) == cudaSuccess);
  REQUIRE(cudaEventQuery(event) == cudaSuccess);  // never recorded
  for (int i = 0; i < 3; ++i) add_one<<<1, 1, 0, stream>>>(value.pointer());
  REQUIRE(cudaEventRecord(event, stream) == cudaSuccess);
  const bool by_event = GENERATE(false, true);
  REQUIRE((by_event ? cudaEventQuery(event) : cudaStreamQuery(stream)) == cudaErrorNotReady);
  REQUIRE(cudaPeekAtLastError() == cudaSuccess);  // not ready is not an error
  REQUIRE(*value < 3);
  int asked = 1;
  while ((by_event ? cudaEventQuery(event) : cudaStreamQuery(stream)) == cudaErrorNotReady) REQUIRE(++asked < 100);
  REQUIRE(*value == 3);
}

TEST_CASE("a program that never synchronizes does not fill memory") {
  Managed value;
  for (int i = 0; i < 3000; ++i) add_one<<<1, 1>>>(value.pointer());
  REQUIRE(*value > 0);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(*value == 3000);
}

TEST_CASE("events order streams") {
  Managed value;
  Stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  Event done(cudaEventDisableTiming);
  add_one<<<1, 1, 0, a>>>(value.pointer());
  REQUIRE(cudaEventRecord(done, a) == cudaSuccess);
  REQUIRE(cudaStreamWaitEvent(b, done) == cudaSuccess);
  times_ten<<<1, 1, 0, b>>>(value.pointer());
  REQUIRE(cudaStreamSynchronize(b) == cudaSuccess);
  REQUIRE(*value == 10);
  REQUIRE(cudaStreamWaitEvent(b, done, 9) == cudaErrorInvalidValue);
  REQUIRE(cudaStreamWaitEvent(b, nullptr) == cudaErrorInvalidResourceHandle);
}

TEST_CASE("events take times") {
  Event start, end, never, timeless(cudaEventDisableTiming);
  Managed value;
  float ms = -1;
  REQUIRE(cudaEventElapsedTime(&ms, start, end) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaEventRecord(start) == cudaSuccess);
  add_one<<<1000, 32>>>(value.pointer());
  REQUIRE(cudaEventRecord(end) == cudaSuccess);
  REQUIRE(cudaEventElapsedTime(&ms, start, end) == cudaErrorNotReady);
  REQUIRE(cudaEventSynchronize(end) == cudaSuccess);
  REQUIRE(cudaEventElapsedTime(&ms, start, end) == cudaSuccess);
  REQUIRE(ms > 0);
  float back = 0;
  REQUIRE(cudaEventElapsedTime(&back, end, start) == cudaSuccess);
  REQUIRE(back == -ms);
  REQUIRE(cudaEventRecord(timeless) == cudaSuccess);
  REQUIRE(cudaEventSynchronize(timeless) == cudaSuccess);
  REQUIRE(cudaEventElapsedTime(&ms, start, timeless) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaEventElapsedTime(&ms, start, never) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaEventElapsedTime(nullptr, start, end) == cudaErrorInvalidValue);
}

TEST_CASE("errors of events") {
  cudaEvent_t event = nullptr;
  REQUIRE(cudaEventCreate(nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaEventCreateWithFlags(&event, 8) == cudaErrorInvalidValue);
  REQUIRE(cudaEventCreateWithFlags(&event, cudaEventInterprocess) == cudaErrorInvalidValue);
  REQUIRE(cudaEventCreate(&event, cudaEventBlockingSync) == cudaSuccess);
  REQUIRE(cudaEventRecordWithFlags(event, nullptr, 5) == cudaErrorInvalidValue);
  REQUIRE(cudaEventDestroy(event) == cudaSuccess);
  for (const cudaEvent_t gone : {event, cudaEvent_t{nullptr}}) {
    REQUIRE(cudaEventDestroy(gone) == cudaErrorInvalidResourceHandle);
    REQUIRE(cudaEventRecord(gone) == cudaErrorInvalidResourceHandle);
    REQUIRE(cudaEventQuery(gone) == cudaErrorInvalidResourceHandle);
    REQUIRE(cudaEventSynchronize(gone) == cudaErrorInvalidResourceHandle);
  }
}

TEST_CASE("host functions run in stream order, and may not call the API") {
  struct Note {
    Managed value;
    int seen = -1;
    cudaError_t error = cudaSuccess;
  } note;
  Stream stream;
  add_one<<<1, 1, 0, stream>>>(note.value.pointer());
  const auto look = [](void* data) {
    Note& n = *static_cast<Note*>(data);
    n.seen = *n.value;
    n.error = cudaStreamQuery(nullptr);
  };
  REQUIRE(cudaLaunchHostFunc(stream, look, &note) == cudaSuccess);
  add_one<<<1, 1, 0, stream>>>(note.value.pointer());
  REQUIRE(note.seen == -1);
  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
  REQUIRE(note.seen == 1);
  REQUIRE(note.error == cudaErrorNotPermitted);
  REQUIRE(cudaLaunchHostFunc(stream, nullptr, nullptr) == cudaErrorInvalidValue);

  cudaError_t status = cudaErrorUnknown;
  const auto callback = [](cudaStream_t, cudaError_t s, void* data) { *static_cast<cudaError_t*>(data) = s; };
  REQUIRE(cudaStreamAddCallback(stream, callback, &status, 0) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
  REQUIRE(status == cudaSuccess);
  REQUIRE(cudaStreamAddCallback(stream, nullptr, nullptr, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaStreamAddCallback(stream, callback, &status, 1) == cudaErrorInvalidValue);
}

TEST_CASE("what a stream says of itself") {
  cudaStream_t s = nullptr;
  int least = 1, greatest = 1, priority = 1, device = 1;
  unsigned flags = 9;
  REQUIRE(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess);
  REQUIRE(least == 0);
  REQUIRE(greatest == -5);
  REQUIRE(cudaDeviceGetStreamPriorityRange(nullptr, nullptr) == cudaSuccess);
  REQUIRE(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -100) == cudaSuccess);
  REQUIRE(cudaStreamGetPriority(s, &priority) == cudaSuccess);
  REQUIRE(priority == -5);
  REQUIRE(cudaStreamGetFlags(s, &flags) == cudaSuccess);
  REQUIRE(flags == cudaStreamNonBlocking);
  REQUIRE(cudaStreamGetFlags(nullptr, &flags) == cudaSuccess);
  REQUIRE(flags == cudaStreamDefault);
  REQUIRE(cudaStreamGetFlags(s, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaStreamGetDevice(s, &device) == cudaSuccess);
  REQUIRE(device == 0);
  unsigned long long id = 0, legacy = 0, own = 0;
  REQUIRE(cudaStreamGetId(s, &id) == cudaSuccess);
  REQUIRE(cudaStreamGetId(cudaStreamLegacy, &legacy) == cudaSuccess);
  REQUIRE(cudaStreamGetId(cudaStreamPerThread, &own) == cudaSuccess);
  REQUIRE(id != legacy);
  REQUIRE(id != own);
  unsigned long long other = own;
  std::thread([&] { cudaStreamGetId(cudaStreamPerThread, &other); }).join();
  REQUIRE(other != own);
  REQUIRE(cudaStreamDestroy(s) == cudaSuccess);
}

TEST_CASE("a stream's attributes are kept, and copied") {
  cudaStream_t s = nullptr, other = nullptr;
  REQUIRE(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -2) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&other) == cudaSuccess);
  cudaStreamAttrValue value{};
  REQUIRE(cudaStreamGetAttribute(s, cudaStreamAttributePriority, &value) == cudaSuccess);
  REQUIRE(value.priority == -2);
  REQUIRE(cudaStreamGetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &value) == cudaSuccess);
  REQUIRE(value.syncPolicy == cudaSyncPolicyAuto);
  value.syncPolicy = cudaSyncPolicySpin;
  REQUIRE(cudaStreamSetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &value) == cudaSuccess);
  REQUIRE(cudaStreamCopyAttributes(other, s) == cudaSuccess);
  value = {};
  REQUIRE(cudaStreamGetAttribute(other, cudaStreamAttributeSynchronizationPolicy, &value) == cudaSuccess);
  REQUIRE(value.syncPolicy == cudaSyncPolicySpin);
  int priority = 0;
  REQUIRE(cudaStreamGetPriority(other, &priority) == cudaSuccess);
  REQUIRE(priority == -2);
  REQUIRE(cudaStreamSetAttribute(s, cudaLaunchAttributeCooperative, &value) == cudaErrorInvalidValue);
  REQUIRE(cudaStreamGetAttribute(s, cudaLaunchAttributeClusterDimension, &value) == cudaErrorInvalidValue);
  REQUIRE(cudaStreamGetAttribute(s, cudaStreamAttributePriority, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaStreamDestroy(s) == cudaSuccess);
  REQUIRE(cudaStreamGetAttribute(s, cudaStreamAttributePriority, &value) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaStreamDestroy(other) == cudaSuccess);
}

TEST_CASE("errors of streams") {
  cudaStream_t s = nullptr;
  REQUIRE(cudaStreamCreate(nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaStreamCreateWithFlags(&s, 2) == cudaErrorInvalidValue);
  for (const cudaStream_t standard : {cudaStream_t{nullptr}, cudaStreamLegacy, cudaStreamPerThread})
    REQUIRE(cudaStreamDestroy(standard) == cudaErrorInvalidResourceHandle);
  Managed value;
  REQUIRE(cudaStreamCreate(&s) == cudaSuccess);
  add_one<<<1, 1, 0, s>>>(value.pointer());
  REQUIRE(cudaStreamDestroy(s) == cudaSuccess);  // what was queued still runs
  REQUIRE(cudaStreamDestroy(s) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaStreamQuery(s) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaStreamSynchronize(s) == cudaErrorInvalidResourceHandle);
  add_one<<<1, 1, 0, s>>>(value.pointer());
  REQUIRE(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(*value == 1);
}

TEST_CASE("several host threads issue work") {
  Managed value;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) add_one<<<1, 1, 0, cudaStreamPerThread>>>(value.pointer());
      cudaStreamSynchronize(cudaStreamPerThread);
    });
  for (auto& thread : threads) thread.join();
  REQUIRE(*value == 400);
}
