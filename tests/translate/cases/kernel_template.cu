template <class T> __global__ void k(T* a) { a[0] = 1; }
template <class T, int N = (3 > 2), class U = A<B<int>>>
__global__ void k(T a, U (&b)[N]) { a = b[0]; }
template <> __global__ void k<float>(float* a) { a[0] = 1; }
template <class... A> __global__ void k(A... a) { (f(a), ...); }
template <class... A> __global__ void k(A&... a) { (f(a), ...); }
template <template <class> class C, bool b = (1 < 2)> __global__ void k(C<int> a) { a = 1; }
template <class T> requires (sizeof(T) > 4) __global__ void k(T a) { a = 1; }
template <class T> requires std::integral<T> && C<T>::value __global__ void k(T a) { a = 1; }
template <class T> requires requires(T t) { t + 1; } __global__ void k(T a) { a = 1; }
template <class T> __global__ void k(T a) requires requires(T t) { t + 1; } && C<T> { a = 1; }
template <class T> __global__ typename std::enable_if<(sizeof(T) > 4)>::type k(T a) { a = 1; }
template <std::integral T> __global__ void k(T a) noexcept { a = 1; }
template __global__ void k<float>(float*);
extern template __global__ void k<double>(double*);
