void host(int* p) {}
__device__ void device(int* p) {}
__global__ void kernel(int* p) {}
template <class T> __global__ void generic(T* p) {}
void launches(int* p) {
  host<<<1, 1>>>(p);
  device<<<1, 1>>>(p);
  kernel(p);
  generic<int>(p);
  device(p);
  __syncthreads();
  const auto own = [&] { __syncwarp(); };
}
__device__ void calls(int* p) {
  kernel(p);
  void (*f)(int*) = host;
  host(p);
  std::cout << *p << std::endl;
  *p = rand() + std::time(nullptr);
  fprintf(stderr, "%d", *p);
  std::vector<int> v(3);
  std::string s;
  if (*p == 0) throw 1;
  try { *p = 1; } catch (...) {}
  *p = typeid(int).hash_code() + (dynamic_cast<B*>(a) != nullptr);
  static thread_local int x;
}
__constant__ int factor, table[4];
__constant__ struct { int x; } record;
__global__ void changes(int i) {
  factor = 1;
  table[i] += 2;
  ++factor;
  record.x = 3;
}
__device__ void algorithms(int* p) {
  *p = std::max(p[0], p[1]) + std::accumulate<int*, int>(p, p + 4, 0);
  std::sort(p, p + 4);
  *p = cuda::std::max(1, 2) + own::std::max(1, 2) + std::numeric_limits<int>::max() + max(1, 2);
}
__host__ __device__ int of_both(int* p) { return std::max(1, 2); }
