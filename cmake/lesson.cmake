# The program of a lesson: .cu versions and their CPU version on the harness's main function.

# The harness's main function for one problem, which `folder`/`header` defines.
function(lockstep_main target folder header)
  add_library(${target} OBJECT)
  target_include_directories(${target} PRIVATE ${folder})
  target_compile_definitions(${target} PRIVATE LOCKSTEP_PROBLEM="${header}")
  target_compile_options(${target} PRIVATE -O2)
  target_link_libraries(${target} PRIVATE lockstep_lesson_main lockstep_harness lockstep_options)
endfunction()

# lockstep_program(TARGET MAIN FOLDER PLACE KERNEL…)
# A program of .cu versions on such a main; `folder` has the headers that they include, `place` is where it is built.
# Versions are linked as objects: through a library the linker would drop them.
function(lockstep_program target main folder place)
  add_executable(${target})
  lockstep_kernels(${target} ${ARGN})
  target_include_directories(${target} PRIVATE ${folder})
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O2>)
  # The main as a library, and not among the sources, comes last: of inline functions the linker keeps the kernels' copies, with hooks.
  target_link_libraries(${target} PRIVATE $<TARGET_OBJECTS:${main}> lockstep_harness lockstep_options OpenMP::OpenMP_CXX)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${place})
endfunction()

# lockstep_debugged(NAME MAIN FOLDER VERSION)
# The target NAME_VERSION_debug: a program of one version alone, for ./lockstep debug, which builds no other.
function(lockstep_debugged name main folder version)
  if(LOCKSTEP_BACKEND STREQUAL "cuda")
    return()
  endif()
  cmake_path(GET version STEM stem)
  set(target ${name}_${stem}_debug)
  list(APPEND lockstep_kernel_flags ${lockstep_debug_flags})
  lockstep_program(${target} ${main} ${folder} debug/${name} ${version})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${stem} EXCLUDE_FROM_ALL ON)
endfunction()

# programs/X.cu: whole programs without the harness, as a student would write them.
function(lockstep_whole_programs folder lesson)
  file(GLOB programs CONFIGURE_DEPENDS ${folder}/programs/*.cu)
  foreach(program IN LISTS programs)
    cmake_path(GET program STEM stem)
    set(name ${lesson}_${stem})
    add_executable(${name})
    lockstep_kernels(${name} ${program})
    target_link_libraries(${name} PRIVATE lockstep_backend)
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lessons)
    add_dependencies(${lesson} ${name})
  endforeach()
endfunction()

# The program of one lesson folder.
function(lockstep_lesson folder)
  cmake_path(GET folder FILENAME name)
  file(GLOB host CONFIGURE_DEPENDS ${folder}/v*.cpp ${folder}/asides/*.cpp)
  file(GLOB kernels CONFIGURE_DEPENDS ${folder}/v*.cu ${folder}/asides/*.cu)
  lockstep_main(${name}_main ${folder} problem.hpp)
  lockstep_program(${name} ${name}_main ${folder} lessons ${kernels})
  lockstep_peers(${name}_peers ${folder} peer_*.cu)
  lockstep_with_peers(${name} ${name}_peers)
  target_sources(${name} PRIVATE ${host})
  foreach(version IN LISTS kernels)
    lockstep_debugged(${name} ${name}_main ${folder} ${version})
  endforeach()
  lockstep_whole_programs(${folder} ${name})
  add_custom_target(${name}_bench)  # everything that its plan of measurements runs
  add_dependencies(${name}_bench ${name})
endfunction()
