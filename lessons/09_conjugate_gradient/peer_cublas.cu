/// @file
/// @brief cuBLAS: what one would write without kernels of one's own: products, sums and updates by calls, one iteration as a graph.
#include "graph_loop.hpp"
#include "lockstep/cublas.hpp"
#include "state.hpp"

namespace {

/// Scalars that cuBLAS reads and writes on the device.
struct Scalars {
  float pq, rr, alpha, minus_alpha, beta, one;
};

/// Between pᵀAp and the updates. After the end both factors are zero, and nothing moves any more.
__global__ void choose_alpha(const ConjugateGradient::Device s, States* states, Scalars* scalars) {
  if (states->now.end == End::running) states->now = state_with(s, states->now, scalars->pq, true);
  scalars->alpha = states->now.end == End::running ? states->now.rr / scalars->pq : 0;
  scalars->minus_alpha = -scalars->alpha;
  scalars->one = 1;
}

__global__ void choose_beta(const ConjugateGradient::Device s, States* states, Scalars* scalars) {
  const State before = states->now;
  scalars->beta = 0;
  if (before.end != End::running) return;
  scalars->beta = scalars->rr / before.rr;
  states->now = state_after(s, scalars->rr, before.limit, before.k + 1, true);
}

/// @param product  queues q = A p
template <class Product>
void solve(const ConjugateGradient::Device& s, const Launch& launch, const Product& product) {
  const Vectors v = scratch_vectors(s, launch);
  States* states = launch.scratch<States>(1);
  Scalars* scalars = launch.scratch<Scalars>(1);
  const cublasHandle_t handle = lockstep::cublas(launch.stream);

  iterate_as_graph(s, v, states, launch, [&] {
    lockstep::check(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    product(handle, v);
    lockstep::check(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    lockstep::check(cublasSdot_64(handle, s.n, v.p, 1, v.q, 1, &scalars->pq));
    choose_alpha<<<1, 1, 0, launch.stream>>>(s, states, scalars);
    lockstep::check_launch();
    lockstep::check(cublasSaxpy_64(handle, s.n, &scalars->alpha, v.p, 1, s.x, 1));
    lockstep::check(cublasSaxpy_64(handle, s.n, &scalars->minus_alpha, v.q, 1, v.r, 1));
    lockstep::check(cublasSdot_64(handle, s.n, v.r, 1, v.r, 1, &scalars->rr));
    choose_beta<<<1, 1, 0, launch.stream>>>(s, states, scalars);
    lockstep::check_launch();
    lockstep::check(cublasSscal_64(handle, s.n, &scalars->beta, v.p, 1));
    lockstep::check(cublasSaxpy_64(handle, s.n, &scalars->one, v.r, 1, v.p, 1));
  });
}

void run_gemv(const ConjugateGradient::Device& s, const Launch& launch) {
  solve(s, launch, [&](cublasHandle_t handle, const Vectors& v) {
    const float one = 1, zero = 0;
    lockstep::check(cublasSgemv_64(handle, CUBLAS_OP_T, s.n, s.n, &one, s.a, s.pitch, v.p, 1, &zero, v.q, 1));
  });
}

void run_symv(const ConjugateGradient::Device& s, const Launch& launch) {
  solve(s, launch, [&](cublasHandle_t handle, const Vectors& v) {
    const float one = 1, zero = 0;
    lockstep::check(cublasSsymv_64(handle, CUBLAS_FILL_MODE_UPPER, s.n, &one, s.a, s.pitch, v.p, 1, &zero, v.q, 1));
  });
}

const Version version{__FILE__, "cuBLAS in a graph: gemv, dot, axpy, scal", run_gemv, "gemv"};
const Version symmetric{__FILE__, "cuBLAS in a graph: symv, dot, axpy, scal", run_symv, "symv"};

}  // namespace
