// cuBLAS as programs use it: handles, pointer modes, streams, graphs, batches, mixed types, copies and errors.
#include <cublas_v2.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

int failures = 0;
void check(bool good, const char* what) {
  if (good) return;
  std::printf("wrong: %s\n", what);
  ++failures;
}
#define OK(call) check((call) == CUBLAS_STATUS_SUCCESS, #call)
#define IS(call, status) check((call) == (status), #call)

template <class T>
T* on_device(const std::vector<T>& host) {
  T* p;
  cudaMalloc(&p, host.size() * sizeof(T));
  cudaMemcpy(p, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
template <class T>
std::vector<T> to_host(const T* p, size_t n) {
  std::vector<T> host(n);
  cudaMemcpy(host.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
  return host;
}

__global__ void set(float* p, float value) { p[threadIdx.x] = value; }

void results_on_device(cublasHandle_t h) {
  float *x = on_device(std::vector<float>{1, 2, 3, 4}), *sum = on_device(std::vector<float>{0});
  OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
  OK(cublasSasum(h, 4, x, 1, sum));
  OK(cublasSscal(h, 4, sum, x, 1));  // by a factor that is not known yet
  OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
  check(to_host(x, 4) == std::vector<float>{10, 20, 30, 40}, "a factor on the device");
  cudaFree(x);
  cudaFree(sum);
}

// A call waits for what is before it in its stream, and host code does not wait for it.
void order(cublasHandle_t h) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  OK(cublasSetStream(h, stream));
  cudaStream_t same;
  OK(cublasGetStream(h, &same));
  check(same == stream, "cublasGetStream");
  float* x = on_device(std::vector<float>(32, 1));
  const float two = 2;
  set<<<1, 32, 0, stream>>>(x, 5);
  OK(cublasSscal(h, 32, &two, x, 1));
  float sum;
  OK(cublasSasum(h, 32, x, 1, &sum));  // waits, as its result is on the host
  check(sum == 320, "calls follow kernels of their stream");

  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  set<<<1, 32, 0, stream>>>(x, 3);
  OK(cublasSscal(h, 32, &two, x, 1));
  OK(cublasSaxpy(h, 16, &two, x, 1, x + 16, 1));
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  OK(cublasSasum(h, 32, x, 1, &sum));
  check(sum == 16 * 6 + 16 * 18, "a graph of cuBLAS's calls");
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  OK(cublasSetStream(h, nullptr));
  cudaStreamDestroy(stream);
  cudaFree(x);
}

void batches(cublasHandle_t h) {
  // Two matrices of 2 by 2, by columns.
  float *a = on_device(std::vector<float>{1, 2, 3, 4, 0, 2, 1, 0}), *b = on_device(std::vector<float>{1, 0, 0, 1, 5, 6, 7, 8});
  float* c = on_device(std::vector<float>(8, -1));
  const float one = 1, zero = 0;
  const std::vector<float> right{1, 2, 3, 4, 6, 10, 8, 14};
  OK(cublasSgemmStridedBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, 4, b, 2, 4, &zero, c, 2, 4, 2));
  check(to_host(c, 8) == right, "cublasSgemmStridedBatched");
  float** pa = on_device(std::vector<float*>{a, a + 4});
  float** pb = on_device(std::vector<float*>{b, b + 4});
  float** pc = on_device(std::vector<float*>{c, c + 4});
  cudaMemset(c, 0, 32);
  OK(cublasSgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, pa, 2, pb, 2, &zero, pc, 2, 2));
  check(to_host(c, 8) == right, "cublasSgemmBatched");
  int *pivots = on_device(std::vector<int>(4)), *info = on_device(std::vector<int>(2, -1)), status = -1;
  OK(cublasSmatinvBatched(h, 2, pa, 2, pc, 2, info, 2));
  const std::vector<float> inverses = to_host(c, 8), expected{-2, 1, 1.5f, -0.5f, 0, 1, 0.5f, 0};
  for (int i = 0; i < 8; ++i) check(std::fabs(inverses[i] - expected[i]) < 1e-6, "cublasSmatinvBatched");
  OK(cublasSgetrfBatched(h, 2, pa, 2, pivots, info, 2));
  check(to_host(info, 2) == std::vector<int>{0, 0} && to_host(pivots, 4) == std::vector<int>{2, 2, 2, 2}, "cublasSgetrfBatched");
  OK(cublasSgetrsBatched(h, CUBLAS_OP_N, 2, 2, pa, 2, pivots, pc, 2, &status, 2));
  OK(cublasSgetriBatched(h, 2, pa, 2, pivots, pb, 2, info, 2));
  const std::vector<float> again = to_host(b, 8);
  for (int i = 0; i < 8; ++i) check(status == 0 && std::fabs(again[i] - expected[i]) < 1e-6, "cublasSgetriBatched");
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(pa);
  cudaFree(pb);
  cudaFree(pc);
  cudaFree(pivots);
  cudaFree(info);
}

void mixed_types(cublasHandle_t h) {
  std::vector<__half> halves;
  for (int i = 1; i <= 4; ++i) halves.push_back(__float2half((float)i));
  __half* a = on_device(halves);
  float* c = on_device(std::vector<float>(4, -1));
  const float one = 1, zero = 0;
  OK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &one, a, CUDA_R_16F, 2, a, CUDA_R_16F, 2, &zero, c, CUDA_R_32F, 2,
                  CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  check(to_host(c, 4) == std::vector<float>{10, 14, 14, 20}, "cublasGemmEx");
  IS(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &one, a, CUDA_R_16F, 2, a, CUDA_R_16F, 2, &zero, c, CUDA_R_64F, 2,
                  CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
     CUBLAS_STATUS_NOT_SUPPORTED);
  const __half half_one = __float2half(1), half_zero = __float2half(0);
  __half* d = on_device(halves);
  OK(cublasHgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &half_one, a, 2, a, 2, &half_zero, d, 2));
  check(__half2float(to_host(d, 4)[3]) == 22, "cublasHgemm");
  signed char* bytes = on_device(std::vector<signed char>{1, -2, 3, 4, 5, 6, 7, -8, 1, 1, 1, 1, 1, 1, 1, 1});
  int* sums = on_device(std::vector<int>(16));
  const int int_one = 1, int_zero = 0;
  OK(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 4, 4, 4, &int_one, bytes, CUDA_R_8I, 4, bytes, CUDA_R_8I, 4, &int_zero, sums, CUDA_R_32I, 4,
                  CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
  check(to_host(sums, 2) == std::vector<int>{30, -18}, "cublasGemmEx of bytes");
  float dot;
  OK(cublasDotEx(h, 4, a, CUDA_R_16F, 1, a, CUDA_R_16F, 1, &dot, CUDA_R_32F, CUDA_R_32F));
  check(dot == 30, "cublasDotEx");
  cudaFree(a);
  cudaFree(c);
  cudaFree(d);
  cudaFree(bytes);
  cudaFree(sums);
}

void rotations(cublasHandle_t h) {
  double a = 3, b = 4, c, s;
  OK(cublasDrotg(h, &a, &b, &c, &s));
  check(std::fabs(a - 5) < 1e-15 && std::fabs(b - 1 / 0.6) < 1e-15 && std::fabs(c - 0.6) < 1e-15 && std::fabs(s - 0.8) < 1e-15, "cublasDrotg");
  // A modified rotation makes the second number 0, too.
  double d1 = 2, d2 = 3, x1 = 1, y1 = 5, param[5]{};
  const double old = d1 * x1 * x1 + d2 * y1 * y1;
  OK(cublasDrotmg(h, &d1, &d2, &x1, &y1, param));
  double *x = on_device(std::vector<double>{1}), *y = on_device(std::vector<double>{5});
  OK(cublasDrotm(h, 1, x, 1, y, 1, param));
  check(param[0] == 1 && std::fabs(to_host(y, 1)[0]) < 1e-14 && std::fabs(to_host(x, 1)[0] - x1) < 1e-14, "cublasDrotmg, cublasDrotm");
  check(std::fabs(d1 * x1 * x1 - old) < 1e-12, "cublasDrotmg keeps the weighted length");
  cudaFree(x);
  cudaFree(y);
}

void copies() {
  const std::vector<double> host{1, 2, 3, 4, 5, 6};
  double *device, back[6]{};
  cudaMalloc(&device, sizeof back);
  OK(cublasSetVector(3, sizeof(double), host.data(), 2, device, 1));
  OK(cublasGetVector(3, sizeof(double), device, 1, back, 2));
  check(back[0] == 1 && back[1] == 0 && back[2] == 3 && back[4] == 5, "cublasSetVector, cublasGetVector");
  OK(cublasSetMatrix(2, 2, sizeof(double), host.data(), 3, device, 2));
  OK(cublasGetMatrix(2, 2, sizeof(double), device, 2, back, 2));
  check(back[0] == 1 && back[1] == 2 && back[2] == 4 && back[3] == 5, "cublasSetMatrix, cublasGetMatrix");
  IS(cublasSetVector(3, 0, host.data(), 1, device, 1), CUBLAS_STATUS_INVALID_VALUE);
  IS(cublasSetMatrix(3, 1, 8, host.data(), 2, device, 3), CUBLAS_STATUS_INVALID_VALUE);
  cudaFree(device);
}

void errors(cublasHandle_t h) {
  float* a;
  cudaMalloc(&a, 4096);
  cudaMemset(a, 0, 4096);
  const float one = 1;
  float result = -1;
  IS(cublasCreate(nullptr), CUBLAS_STATUS_INVALID_VALUE);
  IS(cublasDestroy(nullptr), CUBLAS_STATUS_NOT_INITIALIZED);
  IS(cublasSscal(nullptr, 4, &one, a, 1), CUBLAS_STATUS_NOT_INITIALIZED);
  IS(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a, 4, a, 4, &one, a, 3), CUBLAS_STATUS_INVALID_VALUE);
  IS(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, -1, 4, 4, &one, a, 4, a, 4, &one, a, 4), CUBLAS_STATUS_INVALID_VALUE);
  IS(cublasSgemm(h, (cublasOperation_t)9, CUBLAS_OP_N, 4, 4, 4, &one, a, 4, a, 4, &one, a, 4), CUBLAS_STATUS_INVALID_VALUE);
  IS(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, nullptr, a, 4, a, 4, &one, a, 4), CUBLAS_STATUS_INVALID_VALUE);
  IS(cublasSgemv(h, CUBLAS_OP_N, 4, 4, &one, a, 4, a, 0, &one, a, 1), CUBLAS_STATUS_INVALID_VALUE);
  OK(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 0, 4, 4, &one, nullptr, 4, nullptr, 4, &one, nullptr, 4));
  OK(cublasSdot(h, 0, a, 1, a, 1, &result));
  check(result == 0, "a dot product of nothing");
  int index = -1, version = 0;
  OK(cublasIsamax(h, 0, a, 1, &index));
  check(index == 0, "the largest of nothing");
  OK(cublasGetVersion(h, &version));
  check(version >= 120000, "cublasGetVersion");
  check(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE) == std::string("CUBLAS_STATUS_INVALID_VALUE"), "cublasGetStatusName");
  cudaFree(a);
}

int main() {
  cublasHandle_t h;
  OK(cublasCreate(&h));
  results_on_device(h);
  order(h);
  batches(h);
  mixed_types(h);
  rotations(h);
  copies();
  errors(h);
  OK(cublasDestroy(h));
  std::puts(failures == 0 ? "passed" : "FAILED");
  return failures;
}
