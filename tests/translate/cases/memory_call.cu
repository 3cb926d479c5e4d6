// Calls of memcpy, memmove and memset, by whatever name of the C library's; not what is called like them.
struct Tape {
  void memset(int);
  static void memmove(int);
  void clear() { memset(0), memcpy(this, this, 1); }
};
namespace other {
void memcpy(int);
}

__global__ void copy(float* to, const float* from, int n) {
  memcpy(to, from, n);
  std::memcpy(to, from, n), ::memcpy(to, from, n);
  return n > 0 && ::std::memset(to, 0, n) ? (void)__builtin_memcpy(to, memset(to, 0, 4), n)
                                          : (void)std::
                                                memset(to, 0, n);
}
template <class T>
__host__ __device__ void* move(T* to, const T* from) {
  auto f = [=] { memmove(to, from, sizeof(T)); };
  if (from == to) return ::memmove(to, from, sizeof(T));
  return f(), std::memmove(to, from, 3);
}

__device__ void others(Tape* tape, Tape& other, void* (*f)(void*, const void*, std::size_t)) {
  tape->memset(1), other.memset(1), Tape::memmove(2), other::memcpy(3);
  f = std::memcpy;
  void* memcpy(void*, const void*, unsigned long);
}
void* host(int* to) { return std::memset(to, 0, 4); }
