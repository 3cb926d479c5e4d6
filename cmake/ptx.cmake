# Compiles the kernels of lessons, solutions and concepts, with their host code, only as far as PTX: without a GPU this proves that they are
# valid CUDA, in a third of the time that programs would take.

if(LOCKSTEP_BACKEND STREQUAL "cuda")
  add_custom_target(ptx)
endif()

# lockstep_ptx(NAME FOLDER PATTERN…)
# The target NAME_ptx compiles what matches the patterns; FOLDER has the headers that it includes.
function(lockstep_ptx name folder)
  file(GLOB sources CONFIGURE_DEPENDS ${ARGN})
  if(NOT sources OR NOT TARGET ptx)
    return()
  endif()
  add_library(${name}_ptx OBJECT EXCLUDE_FROM_ALL ${sources})
  set_target_properties(${name}_ptx PROPERTIES CUDA_PTX_COMPILATION ON)
  target_include_directories(${name}_ptx PRIVATE ${folder})
  target_compile_definitions(${name}_ptx PRIVATE LOCKSTEP_BACKEND_NAME="cuda")
  target_compile_options(${name}_ptx PRIVATE -diag-suppress=177 --options-file=${lockstep_werror_options}.nvcc)  # an unsolved exercise has names that are not used yet
  target_link_libraries(${name}_ptx PRIVATE lockstep_lesson_headers)
  add_dependencies(ptx ${name}_ptx)
endfunction()
