/// @file
/// @brief cuBLAS's products whose types are arguments, and those of half precision.
#include <optional>

#include "sim/libraries/cublas/batch.hpp"
#include "sim/libraries/cublas/data_types.hpp"
#include "sim/libraries/cublas/level_3.hpp"

namespace lockstep::sim::blas {

namespace {

/// The types of a product: of A and B, of C, and of the scalars.
struct Types {
  cudaDataType a, b, c, scalar;
};

bool is_one_of(cudaDataType type, std::initializer_list<cudaDataType> types) { return std::ranges::find(types, type) != types.end(); }

// What the scalars are, by what is computed in; nothing where the combination is not one of cuBLAS's.
std::optional<cudaDataType> scalar_type(cublasComputeType_t compute, cudaDataType a, cudaDataType b, cudaDataType c) {
  if (a != b) return std::nullopt;
  switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      if (a == CUDA_R_16F && c == CUDA_R_16F) return CUDA_R_16F;
      return std::nullopt;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      if (a == CUDA_R_8I && c == CUDA_R_32I) return CUDA_R_32I;
      return std::nullopt;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
      if (a == c && is_one_of(a, {CUDA_R_64F, CUDA_C_64F})) return a;
      return std::nullopt;
    default:
      break;
  }
  if (a == CUDA_C_32F && c == CUDA_C_32F) return CUDA_C_32F;
  if (is_one_of(a, {CUDA_R_16F, CUDA_R_16BF}) && is_one_of(c, {a, CUDA_R_32F})) return CUDA_R_32F;
  if (is_one_of(a, {CUDA_R_32F, CUDA_R_8I}) && c == CUDA_R_32F) return CUDA_R_32F;
  return std::nullopt;
}

/// The arguments of a product, of one matrix or of a batch.
struct Product {
  cublasOperation_t transa, transb;
  Index m, n, k;
  const void* alpha;
  Batch<const std::byte> a, b;
  Index lda, ldb;
  const void* beta;
  Batch<std::byte> c;
  Index ldc;
  Types types;

  TypedMatrix left(Index i) const { return turned(a[i], types.a, transa, m, k, lda); }
  TypedMatrix right(Index i) const { return turned(b[i], types.b, transb, k, n, ldb); }
  TypedMatrix result(Index i) const { return {c[i], types.c, m, n, ldc}; }

 private:
  static TypedMatrix turned(const std::byte* p, cudaDataType type, cublasOperation_t op, Index rows, Index columns, Index leading) {
    if (op != CUBLAS_OP_N) std::swap(rows, columns);
    return {const_cast<std::byte*>(p), type, rows, columns, leading, op};
  }
};

template <class T>
void multiply(const Product& product, Index item, T factor, T old) {
  const TypedMatrix a = product.left(item), b = product.right(item), c = product.result(item);
  multiply_matrices<T>(
      product.m, product.n, factor == T{} ? 0 : product.k, [&](Index i, Index p) { return a.get<T>(i, p); },
      [&](Index p, Index j) { return b.get<T>(p, j); },
      [&](Index i, Index j, T sum) {
        const T made = factor * sum;
        store(c.type, c.at(i, j), old == T{} ? made : made + old * c.get<T>(i, j));
      });
}

template <class T>
cublasStatus_t submit_product(cublasContext& context, Call call, const Product& product) {
  const TypedScalar factor(context, product.alpha, product.types.scalar), old(context, product.beta, product.types.scalar);
  const Index count = product.c.count();
  const auto operands = [=] {
    Operands all;
    factor.add_to(all, "alpha");
    old.add_to(all, "beta");
    const bool listed =
        product.a.add_list_to(all, "Aarray") && product.b.add_list_to(all, "Barray") && product.c.add_list_to(all, "Carray");
    if (!listed || !factor.is_reached() || !old.is_reached()) return all;
    if (factor.get<T>() != T{}) {
      add_batch(all, "A", count, true, false, [&](Index i) { return product.left(i); });
      add_batch(all, "B", count, true, false, [&](Index i) { return product.right(i); });
    }
    add_batch(all, "C", count, old.get<T>() != T{}, true, [&](Index i) { return product.result(i); });
    return all;
  };
  return submit(context, call, operands, [=] {
    for (Index i = 0; i < count; ++i) multiply(product, i, factor.get<T>(), old.get<T>());
  });
}

cublasStatus_t multiply_mixed(cublasHandle_t handle, Call call, Product product, cublasComputeType_t compute) {
  return with(handle, [&](cublasContext& context) {
    const auto scalar = scalar_type(compute, product.types.a, product.types.b, product.types.c);
    if (!scalar) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (!is_product(product.transa, product.transb, product.m, product.n, product.k, product.lda, product.ldb, product.ldc) ||
        product.c.count() < 0 || product.alpha == nullptr || product.beta == nullptr)
      return CUBLAS_STATUS_INVALID_VALUE;
    if (product.m == 0 || product.n == 0 || product.c.count() == 0) return CUBLAS_STATUS_SUCCESS;
    product.types.scalar = *scalar;
    if (*scalar == CUDA_R_32I) return submit_product<std::int32_t>(context, call, product);
    if (*scalar == CUDA_R_64F) return submit_product<double>(context, call, product);
    if (*scalar == CUDA_C_32F) return submit_product<std::complex<float>>(context, call, product);
    if (*scalar == CUDA_C_64F) return submit_product<std::complex<double>>(context, call, product);
    return submit_product<float>(context, call, product);
  });
}

Batch<const std::byte> apart(const void* p, cudaDataType type, Index stride, Index count) {
  return Batch<const std::byte>::apart(static_cast<const std::byte*>(p), stride * static_cast<Index>(bytes_of(type)), count);
}
Batch<std::byte> results_apart(void* p, cudaDataType type, Index stride, Index count) {
  return Batch<std::byte>::apart(static_cast<std::byte*>(p), stride * static_cast<Index>(bytes_of(type)), count);
}

}  // namespace

}  // namespace lockstep::sim::blas

using namespace lockstep::sim;
using namespace lockstep::sim::blas;

#define LOCKSTEP_CUBLAS_DEFINE(suffix, Int)                                                                                              \
  LOCKSTEP_CUBLAS_GEMM_EX(suffix, Int) {                                                                                                 \
    static_cast<void>(algo);                                                                                                             \
    return multiply_mixed(handle, Call::here(),                                                                                          \
                          {transa,                                                                                                       \
                           transb,                                                                                                       \
                           m,                                                                                                            \
                           n,                                                                                                            \
                           k,                                                                                                            \
                           alpha,                                                                                                        \
                           apart(A, Atype, 0, 1),                                                                                        \
                           apart(B, Btype, 0, 1),                                                                                        \
                           lda,                                                                                                          \
                           ldb,                                                                                                          \
                           beta,                                                                                                         \
                           results_apart(C, Ctype, 0, 1),                                                                                \
                           ldc,                                                                                                          \
                           {Atype, Btype, Ctype, Atype}},                                                                                \
                          computeType);                                                                                                  \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_GEMM_STRIDED_EX(suffix, Int) {                                                                                         \
    static_cast<void>(algo);                                                                                                             \
    return multiply_mixed(handle, Call::here(),                                                                                          \
                          {transa,                                                                                                       \
                           transb,                                                                                                       \
                           m,                                                                                                            \
                           n,                                                                                                            \
                           k,                                                                                                            \
                           alpha,                                                                                                        \
                           apart(A, Atype, strideA, batchCount),                                                                         \
                           apart(B, Btype, strideB, batchCount),                                                                         \
                           lda,                                                                                                          \
                           ldb,                                                                                                          \
                           beta,                                                                                                         \
                           results_apart(C, Ctype, strideC, batchCount),                                                                 \
                           ldc,                                                                                                          \
                           {Atype, Btype, Ctype, Atype}},                                                                                \
                          computeType);                                                                                                  \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_GEMM_BATCHED_EX(suffix, Int) {                                                                                         \
    static_cast<void>(algo);                                                                                                             \
    const auto read = [&](const void* const* list) {                                                                                     \
      return Batch<const std::byte>::listed(reinterpret_cast<const std::byte* const*>(list), batchCount);                                \
    };                                                                                                                                   \
    return multiply_mixed(handle, Call::here(),                                                                                          \
                          {transa,                                                                                                       \
                           transb,                                                                                                       \
                           m,                                                                                                            \
                           n,                                                                                                            \
                           k,                                                                                                            \
                           alpha,                                                                                                        \
                           read(Aarray),                                                                                                 \
                           read(Barray),                                                                                                 \
                           lda,                                                                                                          \
                           ldb,                                                                                                          \
                           beta,                                                                                                         \
                           Batch<std::byte>::listed(reinterpret_cast<std::byte* const*>(Carray), batchCount),                            \
                           ldc,                                                                                                          \
                           {Atype, Btype, Ctype, Atype}},                                                                                \
                          computeType);                                                                                                  \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_SGEMM_EX(suffix, Int) {                                                                                                \
    return multiply_mixed(handle, Call::here(),                                                                                          \
                          {transa,                                                                                                       \
                           transb,                                                                                                       \
                           m,                                                                                                            \
                           n,                                                                                                            \
                           k,                                                                                                            \
                           alpha,                                                                                                        \
                           apart(A, Atype, 0, 1),                                                                                        \
                           apart(B, Btype, 0, 1),                                                                                        \
                           lda,                                                                                                          \
                           ldb,                                                                                                          \
                           beta,                                                                                                         \
                           results_apart(C, Ctype, 0, 1),                                                                                \
                           ldc,                                                                                                          \
                           {Atype, Btype, Ctype, Atype}},                                                                                \
                          CUBLAS_COMPUTE_32F);                                                                                           \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_HGEMM(suffix, Int) {                                                                                                   \
    constexpr Types kHalves{CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F};                                                             \
    return multiply_mixed(handle, Call::here(),                                                                                          \
                          {transa, transb, m, n, k, alpha, apart(A, CUDA_R_16F, 0, 1), apart(B, CUDA_R_16F, 0, 1), lda, ldb, beta,       \
                           results_apart(C, CUDA_R_16F, 0, 1), ldc, kHalves},                                                            \
                          CUBLAS_COMPUTE_16F);                                                                                           \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_HGEMM_STRIDED(suffix, Int) {                                                                                           \
    constexpr Types kHalves{CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F};                                                             \
    return multiply_mixed(                                                                                                               \
        handle, Call::here(),                                                                                                            \
        {transa, transb, m, n, k, alpha, apart(A, CUDA_R_16F, strideA, batchCount), apart(B, CUDA_R_16F, strideB, batchCount), lda, ldb, \
         beta, results_apart(C, CUDA_R_16F, strideC, batchCount), ldc, kHalves},                                                         \
        CUBLAS_COMPUTE_16F);                                                                                                             \
  }
LOCKSTEP_CUBLAS_DEFINE(, int)
LOCKSTEP_CUBLAS_DEFINE(_64, int64_t)
#undef LOCKSTEP_CUBLAS_DEFINE
