# What the course depends on. All but the CUDA Toolkit are Debian packages; `./lockstep setup` installs them, some only with --all.

set(lockstep_lacking "")  # collects everything that is missing, so that one installation is enough
macro(lockstep_needed_package name)  # a macro: it sets the package's variables
  find_package(${name} QUIET ${ARGN})
  if(NOT ${name}_FOUND)
    list(APPEND lockstep_lacking ${name})
  endif()
endmacro()
function(lockstep_needed_library variable name)
  find_library(${variable} ${name})
  if(NOT ${variable})
    list(APPEND lockstep_lacking lib${name})
    set(lockstep_lacking ${lockstep_lacking} PARENT_SCOPE)
  endif()
endfunction()

lockstep_needed_package(CLI11)          # the programs' options
lockstep_needed_package(fmt)            # text
lockstep_needed_package(nlohmann_json)  # --json
lockstep_needed_package(OpenMP COMPONENTS CXX)  # the CPU versions
lockstep_needed_package(PNG)            # pictures
lockstep_needed_package(pugixml)        # the reports that Catch2 writes
lockstep_needed_package(LibArchive)     # submissions
lockstep_needed_library(LOCKSTEP_LIBSECCOMP seccomp)  # what a student's program may ask of the system
find_library(LOCKSTEP_MUPARSER muparser)  # evaluates the pages' expressions over measurements; without it there is no site
lockstep_needed_package(Threads)
find_package(LibXml2 QUIET)           # the site's pages, read by its tests; without it the site is not tested
find_package(Catch2 QUIET)            # 2.13 or 3.x; without it there are no tests
find_package(benchmark QUIET)         # the simulator's benchmark
find_program(LOCKSTEP_PATCH patch)    # wrong answers are diffs against the solution; without it they are not built
if(NOT LOCKSTEP_PATCH)
  message(STATUS "patch is not installed: no wrong answers, and no test of the exercises' tests (./lockstep setup --all installs it)")
endif()

if(LOCKSTEP_BACKEND STREQUAL "sim")
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    message(WARNING "kernels are compiled for the simulator by g++ alone; with ${CMAKE_CXX_COMPILER_ID} only host code can be built")
  endif()
  lockstep_needed_library(LOCKSTEP_LIBDW dw)         # program counters to source lines
elseif(LOCKSTEP_BACKEND STREQUAL "cuda")
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    # Code for the installed GPU. Without one it is only compiled, to check that it is valid CUDA: once, for an architecture that has
    # everything the lessons use (clusters came with 90).
    execute_process(COMMAND nvidia-smi -L RESULT_VARIABLE no_gpu OUTPUT_QUIET ERROR_QUIET)
    if(no_gpu)
      set(CMAKE_CUDA_ARCHITECTURES 90)
    else()
      set(CMAKE_CUDA_ARCHITECTURES native)
    endif()
  endif()
  enable_language(CUDA)
  lockstep_needed_package(CUDAToolkit)
else()
  message(FATAL_ERROR "LOCKSTEP_BACKEND is '${LOCKSTEP_BACKEND}'; it must be sim or cuda")
endif()

if(lockstep_lacking)
  list(JOIN lockstep_lacking ", " lockstep_lacking)
  message(NOTICE "lockstep lacks: ${lockstep_lacking}")  # lockstep looks for this line
  message(FATAL_ERROR "Packages are missing.")
endif()
