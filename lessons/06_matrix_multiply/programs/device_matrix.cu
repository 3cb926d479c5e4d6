/// @file
/// @brief A whole program: a matrix whose object lives on the host or on the device, and its
/// copies.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

enum class Space { host, device };

using Memory = std::unique_ptr<void, void (*)(void*)>;

static Memory allocate(Space space, std::size_t bytes) {
  if (space == Space::host) return {std::malloc(bytes), std::free};
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes), "cudaMalloc");
  return {memory, [](void* device) { check(cudaFree(device), "cudaFree"); }};
}

/// Copies in any direction: the runtime sees from an address where it lies.
static void copy_bytes(void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpy(to, from, bytes, cudaMemcpyDefault), "cudaMemcpy");
}

/// What code works with, on either side. It owns nothing, so its copies are harmless.
template <class T>
struct Matrix {
  unsigned width, height;
  T* data;
};

/// Owns a matrix: the object and its elements, both in one space. Only the host has handles.
template <class T>
class OwnedMatrix {
 public:
  static OwnedMatrix make(Space space, unsigned width, unsigned height) {
    const std::size_t bytes = std::size_t{width} * height * sizeof(T);
    return OwnedMatrix(space, width, height, allocate(space, bytes));
  }

  /// The object. Where it lies on the device, the host may pass it on, but must not follow it.
  Matrix<T>* object() const { return static_cast<Matrix<T>*>(object_.get()); }

  /// The same as the object, for the host.
  const Matrix<T>& known() const { return known_; }

  std::size_t count() const { return std::size_t{known_.width} * known_.height; }

  /// Takes shape and elements of a matrix in any space, and stays in its own.
  void copy_from(const OwnedMatrix& other) {
    if (known_.width != other.known_.width || known_.height != other.known_.height)
      *this = make(space_, other.known_.width, other.known_.height);
    copy_bytes(known_.data, other.known_.data, count() * sizeof(T));
  }

 private:
  OwnedMatrix(Space space, unsigned width, unsigned height, Memory elements)
      : space_(space),
        known_{width, height, static_cast<T*>(elements.get())},
        elements_(std::move(elements)),
        object_(allocate(space, sizeof(Matrix<T>))) {
    copy_bytes(object_.get(), &known_, sizeof known_);
  }

  Space space_;
  Matrix<T> known_;
  Memory elements_, object_;
};

template <class T>
static OwnedMatrix<T> filled(Space space, unsigned width, const std::vector<T>& values) {
  auto matrix = OwnedMatrix<T>::make(space, width, static_cast<unsigned>(values.size()) / width);
  copy_bytes(matrix.known().data, values.data(), values.size() * sizeof(T));
  return matrix;
}

/// The elements, found by way of the object itself.
template <class T>
static std::vector<T> elements(const OwnedMatrix<T>& matrix) {
  Matrix<T> object{};
  copy_bytes(&object, matrix.object(), sizeof object);
  std::vector<T> values(std::size_t{object.width} * object.height);
  copy_bytes(values.data(), object.data, values.size() * sizeof(T));
  return values;
}

/// A thread for each element of C. The objects are on the device, as their elements are.
template <class T>
__global__ void multiply(const Matrix<T>* a, const Matrix<T>* b, Matrix<T>* c) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= c->width || row >= c->height) return;
  T sum = 0;
  for (unsigned l = 0; l < a->width; ++l)
    sum += a->data[row * a->width + l] * b->data[l * b->width + column];
  c->data[row * c->width + column] = sum;
}

static const char* name(Space space) { return space == Space::host ? "host" : "device"; }

static void show_copy(Space from, Space to) {
  const std::vector<int> values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const auto source = filled(from, 5, values);
  auto target = OwnedMatrix<int>::make(to, 2, 2);  // another shape: it has to change
  target.copy_from(source);
  const bool right = target.known().width == 5 && elements(target) == values;
  std::printf("%-6s to %-6s  5 x 3 elements, %s\n", name(from), name(to),
              right ? "right" : "WRONG");
}

static void show_product(unsigned m, unsigned n, unsigned k) {
  std::vector<int> a(m * k), b(k * n), want(m * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int>(i % 11);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<int>(i % 7) - 3;
  for (unsigned i = 0; i < m * n; ++i)
    for (unsigned l = 0; l < k; ++l) want[i] += a[i / n * k + l] * b[l * n + i % n];

  const auto d_a = filled(Space::device, k, a), d_b = filled(Space::device, n, b);
  const auto d_c = OwnedMatrix<int>::make(Space::device, n, m);
  const dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  multiply<<<grid, block>>>(d_a.object(), d_b.object(), d_c.object());
  check(cudaGetLastError(), "the launch");
  auto c = OwnedMatrix<int>::make(Space::host, n, m);
  c.copy_from(d_c);
  std::printf("product of %u x %u and %u x %u: %s\n", m, k, k, n,
              elements(c) == want ? "right" : "WRONG");
}

int main() {
  for (const Space from : {Space::host, Space::device})
    for (const Space to : {Space::host, Space::device}) show_copy(from, to);
  show_product(37, 21, 50);
  return EXIT_SUCCESS;
}
