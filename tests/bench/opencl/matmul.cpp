/// @file
/// @brief The tiled matrix product of the benchmark in OpenCL, for Oclgrind: prints the milliseconds that the kernel took.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr std::size_t kSize = 128, kTile = 16;

const char* const kSource = R"(
#define TILE 16
kernel void matmul(global const float* a, global const float* b, global float* c, int n) {
  local float as[TILE][TILE], bs[TILE][TILE];
  const int tx = get_local_id(0), ty = get_local_id(1);
  const int row = get_group_id(1) * TILE + ty, column = get_group_id(0) * TILE + tx;
  float sum = 0;
  for (int k = 0; k < n; k += TILE) {
    as[ty][tx] = a[row * n + k + tx];
    bs[ty][tx] = b[(k + ty) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; ++i) sum += as[ty][i] * bs[i][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
)";

void check(cl_int status) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "OpenCL error %d\n", status);
  std::exit(3);
}

}  // namespace

int main() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int status = CL_SUCCESS;
  check(clGetPlatformIDs(1, &platform, nullptr));
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  const char* source = kSource;
  const cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  check(clBuildProgram(program, 1, &device, "", nullptr, nullptr));
  const cl_kernel kernel = clCreateKernel(program, "matmul", &status);
  check(status);

  std::vector<float> a(kSize * kSize, 1.0f), c(kSize * kSize);
  const std::size_t bytes = a.size() * sizeof(float);
  const cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, a.data(), &status);
  const cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, nullptr, &status);
  const cl_int n = kSize;
  check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &in));
  check(clSetKernelArg(kernel, 1, sizeof(cl_mem), &in));
  check(clSetKernelArg(kernel, 2, sizeof(cl_mem), &out));
  check(clSetKernelArg(kernel, 3, sizeof n, &n));

  const std::size_t global[] = {kSize, kSize}, local[] = {kTile, kTile};
  const auto start = std::chrono::steady_clock::now();
  check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, local, 0, nullptr, nullptr));
  check(clFinish(queue));
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes, c.data(), 0, nullptr, nullptr));
  for (const float x : c)
    if (x != static_cast<float>(kSize)) return 1;
  std::printf("%.3f\n", took.count());
}
