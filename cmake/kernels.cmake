# Kernels: by nvcc, or for the simulator by translation and g++.

# Options for host code that calls CUDA, and libraries for programs with kernels. They are separate, so that a library need not wait for the
# simulator to be built.
add_library(lockstep_backend_headers INTERFACE)
target_compile_definitions(lockstep_backend_headers INTERFACE LOCKSTEP_BACKEND_NAME="${LOCKSTEP_BACKEND}")
add_library(lockstep_backend INTERFACE)
target_link_libraries(lockstep_backend INTERFACE lockstep_backend_headers)
if(LOCKSTEP_BACKEND STREQUAL "cuda")
  target_link_libraries(lockstep_backend_headers INTERFACE CUDA::cudart)
else()
  target_link_libraries(lockstep_backend_headers INTERFACE lockstep_sim_headers)
  target_link_libraries(lockstep_backend INTERFACE lockstep_sim)
endif()

# Kernels for the simulator: the compiler calls a hook at every load and store (`-fsanitize=thread`; the hooks are the
# simulator's own). The other flags keep one access of the source one access of the program, loops scalar, and program
# counters in source order. With elision g++ builds `float4{1, 2, 3, 4}` member by member in the place that it is assigned to:
# four stores of 4 bytes, where nvcc makes one of 16. Each version of g++ inlines by its own heuristics at -O1.
# With -ftree-forwprop, g++ 16 passes a class from memory straight to a function, without the copy that the hooks see.
set(lockstep_kernel_flags
  -O1 -g -fsanitize=thread --param=tsan-distinguish-volatile=1 -fsanitize-coverage=trace-pc
  -fno-elide-constructors -finline-small-functions -fno-tree-sink -fno-tree-forwprop -fno-tree-sra -fno-tree-vectorize -fno-reorder-blocks
  # The device heap: `new` gives null where it is full, and blocks that a kernel frees again are blocks all the same.
  -fcheck-new -fno-allocation-dce -fno-builtin-malloc -fno-builtin-free)
# Arm fuses multiply-add, so sums would differ in the last digits from those of x86-64. And integer division by zero would give 0, without a
# fault.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  list(APPEND lockstep_kernel_flags -ffp-contract=off -fsanitize=integer-divide-by-zero)
endif()
if(LOCKSTEP_BACKEND STREQUAL "cuda")
  set(lockstep_kernel_warnings -Xcompiler=-Wall,-Wextra --options-file=${lockstep_werror_options}.nvcc)
else()
  set(lockstep_kernel_warnings -Wall -Wextra @${lockstep_werror_options})
endif()

# In addition, for a debugger: each statement is a line to stop at, and all that it names is in memory. Where nothing is inlined, an access by a
# copy that is a call would be on the line where its class is. And the calls that the simulator overwrites while the program runs
# (engine/program/control_calls.cpp) would take breakpoints with them.
set(lockstep_debug_flags -O0 -felide-constructors -fno-sanitize-coverage=trace-pc --param=tsan-instrument-func-entry-exit=0)

# What nvcc defines in all sources, and in .cu files.
set(lockstep_nvcc_macros
  __NVCC__ __CUDACC_VER_MAJOR__=13 __CUDACC_VER_MINOR__=0 __CUDACC_VER_BUILD__=88 __CUDA_API_VER_MAJOR__=13 __CUDA_API_VER_MINOR__=0
  __CUDA_ARCH_LIST__=900)
list(TRANSFORM lockstep_nvcc_macros PREPEND -D)
set(lockstep_cuda_macros ${lockstep_nvcc_macros} -D__CUDACC__ -D__CUDA_ARCH__=900 -D__LOCKSTEP_SIM__)

# lockstep_kernels(TARGET SOURCE…)
# Adds .cu files to a target, with the caller's lockstep_kernel_warnings. Called before other sources are added, so that of the
# inline functions that both have, the linker keeps the kernels' copies, with their hooks.
function(lockstep_kernels target)
  if(LOCKSTEP_BACKEND STREQUAL "sim")
    lockstep_translated_kernels(${ARGV})
    return()
  endif()
  target_sources(${target} PRIVATE ${ARGN})
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;${lockstep_kernel_warnings}>")
endfunction()

function(lockstep_translated_kernels target)
  if(NOT ARGN)
    return()  # a new lesson has only its CPU version
  endif()
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(translated "")
  set(folders "")
  foreach(source IN LISTS ARGN)
    cmake_path(GET source FILENAME name)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE place)
    string(REPLACE "../" "__/" place ${place})  # as CMake writes it in the names of objects
    set(out ${CMAKE_CURRENT_BINARY_DIR}/translated/${target}/${place})
    cmake_path(GET out PARENT_PATH folder)
    list(APPEND folders ${folder})
    list(APPEND translated ${out}.ii)
    add_custom_command(
      OUTPUT ${out}.ii
      COMMAND rm -f ${out}.i ${out}.ii  # written anew, like objects, because the old file may be a link to another build's file
      COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 ${lockstep_dialect} -O1 -E -x c++ ${lockstep_cuda_macros}
        "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>" "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
        -include cuda_runtime.h -MD -MF ${out}.d -MT ${out}.ii ${source} -o ${out}.i
      COMMAND lockstep-translate ${out}.i -o ${out}.ii --options ${out}.options
      DEPENDS ${source} lockstep-translate
      DEPFILE ${out}.d
      COMMENT "Translating ${name}"
      COMMAND_EXPAND_LISTS VERBATIM)
    set_source_files_properties(${out}.ii PROPERTIES LANGUAGE CXX SKIP_PRECOMPILE_HEADERS ON
      COMPILE_OPTIONS "-fpreprocessed;-fno-sanitize=all;${lockstep_kernel_flags};@${out}.options;${lockstep_kernel_warnings};-Wno-unknown-pragmas")
  endforeach()
  file(MAKE_DIRECTORY ${folders})
  target_sources(${target} PRIVATE ${translated})
endfunction()
