__global__ void __launch_bounds__(256) k() {}
__launch_bounds__(256, 2) __global__ void k() {}
__global__ __launch_bounds__(256, 2, 4) void k() {}
template <int N> __global__ void __launch_bounds__(N * 32, max<N, 2>()) k() {}
__global__ __cluster_dims__(2) void k() {}
__global__ void __cluster_dims__(2, N, 1) __launch_bounds__(64) k() {}
__global__ void __launch_bounds__(256) __maxnreg__(32) k() {}
__global__ void __launch_bounds__(256) declared(int);
__global__ void declared(int), declared2(float);
__global__ auto declared(int) -> void;
void f() { __global__ void declared(int); }
