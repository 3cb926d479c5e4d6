# A folder of tests: its *.cpp and *.cu become the program NAME_tests, and each problem.hpp below it becomes a lesson's program that they start.

# g++ looks again and again which of its memory is still in use, and a precompiled header alone is more than it puts up with by default.
set(lockstep_no_collection --param=ggc-min-heapsize=400000)

# lockstep_tests([IN folder] [ALSO_ON_CUDA] [LIBRARIES target…] [STARTS target…] [TIMEOUT seconds] [PROPERTIES name value…])
# The tests of a folder, which is the caller's without IN. LIBRARIES: linked besides the common ones. STARTS: the targets that the
# tests run, built first. TIMEOUT: of one test case, on the simulator; on a GPU it is 600 s. PROPERTIES: CTest's. Without ALSO_ON_CUDA
# they are tests of the simulator, and of what is only used on it.
function(lockstep_tests)
  cmake_parse_arguments(PARSE_ARGV 0 tests "ALSO_ON_CUDA" "IN;TIMEOUT" "LIBRARIES;STARTS;PROPERTIES")
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  if(tests_IN)
    set(folder ${tests_IN})
  endif()
  cmake_path(GET folder FILENAME name)
  file(GLOB host CONFIGURE_DEPENDS ${folder}/*.cpp)
  file(GLOB kernels CONFIGURE_DEPENDS ${folder}/*.cu)
  if(NOT Catch2_FOUND OR (NOT host AND NOT kernels) OR (LOCKSTEP_BACKEND STREQUAL "cuda" AND NOT tests_ALSO_ON_CUDA))
    return()
  endif()

  set(target ${name}_tests)
  add_executable(${target})
  if(kernels)
    lockstep_kernels(${target} ${kernels})
  endif()
  target_sources(${target} PRIVATE ${host})
  target_compile_definitions(${target} PRIVATE LOCKSTEP_LESSON_DIR="${PROJECT_BINARY_DIR}/lessons")
  target_include_directories(${target} PRIVATE ${folder})
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O0>)  # they are compiled more often than run
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${LOCKSTEP_UNITY} UNITY_BUILD_BATCH_SIZE 8)  # smaller pieces than a library's: one per core
  target_precompile_headers(${target} REUSE_FROM lockstep_skipped)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:${lockstep_no_collection}>)
  target_link_libraries(${target} PRIVATE lockstep_skipped lockstep_options lockstep_places nlohmann_json::nlohmann_json ${tests_LIBRARIES})
  if(LOCKSTEP_BACKEND STREQUAL "sim")
    target_link_libraries(${target} PRIVATE lockstep_translator)
    add_dependencies(${target} lockstep-translate)
  endif()

  file(GLOB problems CONFIGURE_DEPENDS ${folder}/*/problem.hpp)
  foreach(problem IN LISTS problems)
    cmake_path(GET problem PARENT_PATH lesson)
    lockstep_lesson(${lesson})
    cmake_path(GET lesson FILENAME lesson)
    list(APPEND tests_STARTS ${lesson})
  endforeach()
  if(tests_STARTS)
    add_dependencies(${target} ${tests_STARTS})
  endif()

  set(limit 120)
  if(LOCKSTEP_BACKEND STREQUAL "cuda")
    set(limit 600)  # each answer is judged in a process of its own, which first creates a CUDA context
  elseif(tests_TIMEOUT)
    set(limit ${tests_TIMEOUT})
  endif()
  # No semicolon in a name: CMake would split it in two, and Catch2 would run nothing and succeed. Catch2 2.13 cannot skip a test.
  catch_discover_tests(${target} TEST_PREFIX "${name}: " DISCOVERY_MODE PRE_TEST WORKING_DIRECTORY ${PROJECT_BINARY_DIR}
    PROPERTIES TIMEOUT ${limit} FAIL_REGULAR_EXPRESSION "No test cases matched" SKIP_REGULAR_EXPRESSION "skipped here: " ${tests_PROPERTIES})
endfunction()
