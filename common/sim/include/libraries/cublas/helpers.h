/// @file
/// @brief cuBLAS's handle, its settings, and its copies between host and device.
#pragma once

cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value);
size_t cublasGetCudartVersion(void);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, size_t workspaceSizeInBytes);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t streamId);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* streamId);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int smCountTarget);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* smCountTarget);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);

#define LOCKSTEP_CUBLAS_SET_VECTOR(suffix, Int) \
  cublasStatus_t cublasSetVector##suffix(Int n, Int elemSize, const void* x, Int incx, void* y, Int incy)
#define LOCKSTEP_CUBLAS_GET_VECTOR(suffix, Int) \
  cublasStatus_t cublasGetVector##suffix(Int n, Int elemSize, const void* x, Int incx, void* y, Int incy)
#define LOCKSTEP_CUBLAS_SET_MATRIX(suffix, Int) \
  cublasStatus_t cublasSetMatrix##suffix(Int rows, Int cols, Int elemSize, const void* A, Int lda, void* B, Int ldb)
#define LOCKSTEP_CUBLAS_GET_MATRIX(suffix, Int) \
  cublasStatus_t cublasGetMatrix##suffix(Int rows, Int cols, Int elemSize, const void* A, Int lda, void* B, Int ldb)
#define LOCKSTEP_CUBLAS_SET_VECTOR_ASYNC(suffix, Int) \
  cublasStatus_t cublasSetVectorAsync##suffix(Int n, Int elemSize, const void* x, Int incx, void* y, Int incy, cudaStream_t stream)
#define LOCKSTEP_CUBLAS_GET_VECTOR_ASYNC(suffix, Int) \
  cublasStatus_t cublasGetVectorAsync##suffix(Int n, Int elemSize, const void* x, Int incx, void* y, Int incy, cudaStream_t stream)
#define LOCKSTEP_CUBLAS_SET_MATRIX_ASYNC(suffix, Int)                                                                     \
  cublasStatus_t cublasSetMatrixAsync##suffix(Int rows, Int cols, Int elemSize, const void* A, Int lda, void* B, Int ldb, \
                                              cudaStream_t stream)
#define LOCKSTEP_CUBLAS_GET_MATRIX_ASYNC(suffix, Int)                                                                     \
  cublasStatus_t cublasGetMatrixAsync##suffix(Int rows, Int cols, Int elemSize, const void* A, Int lda, void* B, Int ldb, \
                                              cudaStream_t stream)

#define LOCKSTEP_CUBLAS_DECLARE(suffix, Int)     \
  LOCKSTEP_CUBLAS_SET_VECTOR(suffix, Int);       \
  LOCKSTEP_CUBLAS_GET_VECTOR(suffix, Int);       \
  LOCKSTEP_CUBLAS_SET_MATRIX(suffix, Int);       \
  LOCKSTEP_CUBLAS_GET_MATRIX(suffix, Int);       \
  LOCKSTEP_CUBLAS_SET_VECTOR_ASYNC(suffix, Int); \
  LOCKSTEP_CUBLAS_GET_VECTOR_ASYNC(suffix, Int); \
  LOCKSTEP_CUBLAS_SET_MATRIX_ASYNC(suffix, Int); \
  LOCKSTEP_CUBLAS_GET_MATRIX_ASYNC(suffix, Int);
LOCKSTEP_CUBLAS_DECLARE(, int)
LOCKSTEP_CUBLAS_DECLARE(_64, int64_t)
#undef LOCKSTEP_CUBLAS_DECLARE
