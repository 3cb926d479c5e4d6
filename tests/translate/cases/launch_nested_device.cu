__global__ void k() {
  j<<<1, 2>>>(x);
}
__device__ int f() { { k<<<1, 2>>>(x); } }
struct S { __device__ void f() { k<<<1, 2>>>(x); } };
__device__ auto f = [] { struct L { void g() { k<<<1, 2>>>(x); } }; };
__host__ __device__ void fine() { k<<<1, 2>>>(x); }
void host() { k<<<1, 2>>>(x); }
