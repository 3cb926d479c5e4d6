/// @file
/// @brief A mistake on purpose: an object with virtual functions, built on the host, called on the
/// device. With any word on the command line the object is built where it is called.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <new>

static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorName(code));
}

class Shape {
 public:
  __host__ __device__ virtual float area() const = 0;

 protected:
  ~Shape() = default;  // nobody deletes a Shape
};

class Square final : public Shape {
 public:
  __host__ __device__ explicit Square(float side) : side_(side) {}
  __host__ __device__ float area() const override { return side_ * side_; }

 private:
  float side_;
};

/// Looks into the object for the table of its functions, and into the table for the function.
__global__ void ask(const Shape* shape, float* area) { *area = shape->area(); }

/// The mended form: the constructor leaves the address of the device's table in the object.
__global__ void build(Square* square, float side) { new (square) Square(side); }

int main(int argc, char**) {
  const bool mended = argc > 1;
  Square* square = nullptr;
  float *device = nullptr, area = 0;
  check(cudaMalloc(&square, sizeof *square), "cudaMalloc");
  check(cudaMalloc(&device, sizeof *device), "cudaMalloc");
  if (mended) {
    build<<<1, 1>>>(square, 3.0F);
  } else {
    const Square host(3.0F);
    // The bytes come over as they are, and among them the address of the host's table.
    check(cudaMemcpy(static_cast<void*>(square), &host, sizeof host, cudaMemcpyHostToDevice),
          "copy of the object");
  }
  ask<<<1, 1>>>(square, device);
  check(cudaGetLastError(), "the launch");
  check(cudaMemcpy(&area, device, sizeof area, cudaMemcpyDeviceToHost), "the kernel");
  std::printf("built on the %s: area %g, should be 9\n", mended ? "device" : "host", area);
  check(cudaFree(square), "cudaFree");
  check(cudaFree(device), "cudaFree");
  return EXIT_SUCCESS;
}
