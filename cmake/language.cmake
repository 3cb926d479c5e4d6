# The language that the course is written in, and what all of its compilations have in common.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)  # CMake 3.25 does not know that nvcc has C++20

# Line tables for backtraces, and no more: full debug information takes a third of the time of compiling. Kernels have it.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1 -DNDEBUG")

# What g++ must be told on Arm, so that a program gives the same answers there. `char` would be unsigned; CUDA
# programs expect it signed, as on x86-64. All parts of a program must agree on that.
set(lockstep_dialect "")
if(LOCKSTEP_BACKEND STREQUAL "sim" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(lockstep_dialect -fsigned-char)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:${lockstep_dialect}>")
endif()

# All programs and libraries go to one folder: scripts and graders rely on that.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
