/// @file
/// @brief A mistake on purpose: a class whose destructor frees device memory, passed by value to a
/// kernel. With any word on the command line the kernel gets a view instead.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr unsigned kCount = 64;

static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// What a kernel may have: a copy of it frees nothing.
struct View {
  unsigned* data;
  unsigned count;
};

/// Owns memory of the device, and, this is the mistake, can be copied.
class Numbers {
 public:
  explicit Numbers(unsigned count) : view_{nullptr, count} {
    check(cudaMalloc(&view_.data, count * sizeof *view_.data), "cudaMalloc");
  }
  ~Numbers() {
    ++destroyed;
    static_cast<void>(cudaFree(view_.data));  // a copy may have freed it before
  }
  __host__ __device__ View view() const { return view_; }

  static inline int destroyed = 0;

 private:
  View view_;
};

__device__ void fill(View numbers) {
  if (threadIdx.x < numbers.count) numbers.data[threadIdx.x] = 2 * threadIdx.x;
}

/// The launch copies the argument, and destroys its copy on the host.
__global__ void fill_copy(Numbers numbers) { fill(numbers.view()); }

/// The mended form.
__global__ void fill_view(View numbers) { fill(numbers); }

int main(int argc, char**) {
  const bool mended = argc > 1;
  const Numbers numbers(kCount);
  if (mended) {
    fill_view<<<1, kCount>>>(numbers.view());
  } else {
    fill_copy<<<1, kCount>>>(numbers);
  }
  std::printf("the launch has destroyed a copy: %s\n", Numbers::destroyed > 0 ? "yes" : "no");
  std::vector<unsigned> host(kCount);
  const cudaError_t read = cudaMemcpy(host.data(), numbers.view().data, kCount * sizeof(unsigned),
                                      cudaMemcpyDeviceToHost);
  std::printf("reading the numbers: %s\n", cudaGetErrorName(read));
  std::printf("the last number is %u, should be 126\n", host.back());
  return EXIT_SUCCESS;
}
