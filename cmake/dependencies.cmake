# What the course builds on. Every package is Debian's; `./lockstep setup` installs them.

find_package(CLI11 REQUIRED)          # the programs' options
find_package(fmt REQUIRED)            # text
find_package(nlohmann_json REQUIRED)  # --json
find_package(OpenMP REQUIRED COMPONENTS CXX)  # the CPU versions
find_package(PNG REQUIRED)            # pictures
find_package(pugixml REQUIRED)        # the reports that Catch2 writes
find_package(LibArchive REQUIRED)     # submissions
find_library(LOCKSTEP_LIBSECCOMP seccomp REQUIRED)  # what a student's program may ask of the system
find_library(LOCKSTEP_MUPARSER muparser)  # sums over what was measured; without it there is no site
find_package(Threads REQUIRED)
find_package(LibXml2 QUIET)           # the site's pages, read by its tests; without it there are none of these
find_package(Catch2 QUIET)            # 2.13 or 3.x; without it there are no tests
find_package(benchmark QUIET)         # the simulator's benchmark

if(LOCKSTEP_BACKEND STREQUAL "sim")
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    message(WARNING "kernels are compiled for the simulator by g++ alone; with ${CMAKE_CXX_COMPILER_ID} only host code can be built")
  endif()
  if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    find_package(Boost REQUIRED COMPONENTS context)  # fibers; on x86-64 they are our own
  endif()
  find_library(LOCKSTEP_LIBDW dw REQUIRED)         # program counters to source lines
elseif(LOCKSTEP_BACKEND STREQUAL "cuda")
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    # Code for the GPU that is there. Without one it is only compiled, to see that it is CUDA: once, for an architecture that has all
    # that the lessons use (clusters came with 90).
    execute_process(COMMAND nvidia-smi -L RESULT_VARIABLE no_gpu OUTPUT_QUIET ERROR_QUIET)
    if(no_gpu)
      set(CMAKE_CUDA_ARCHITECTURES 90)
    else()
      set(CMAKE_CUDA_ARCHITECTURES native)
    endif()
  endif()
  enable_language(CUDA)
  find_package(CUDAToolkit REQUIRED)
else()
  message(FATAL_ERROR "LOCKSTEP_BACKEND is '${LOCKSTEP_BACKEND}'; it can be sim or cuda")
endif()
