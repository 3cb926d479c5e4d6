# Our own host code: its options, a library of a folder with all of its rooms, a program.

set(lockstep_warnings -Wall -Wextra -Wconversion -Wshadow @${lockstep_werror_options})
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND lockstep_warnings -Wno-array-bounds -Wno-stringop-overflow)  # g++ 13 is wrong about fmt 9 when it inlines it
  if(LOCKSTEP_SANITIZE)
    list(APPEND lockstep_warnings -Wno-maybe-uninitialized)  # with AddressSanitizer it is wrong about std::regex
  endif()
endif()

# The options of our own host code.
add_library(lockstep_options INTERFACE)
target_compile_options(lockstep_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${lockstep_warnings}>)

# For code that reads the course's files, or starts its programs.
add_library(lockstep_places INTERFACE)
target_compile_definitions(lockstep_places INTERFACE
  LOCKSTEP_SOURCE_DIR="${PROJECT_SOURCE_DIR}" LOCKSTEP_BINARY_DIR="${PROJECT_BINARY_DIR}")

# A unity build: shared headers are parsed once, and they take most of the time. Sources with options of their own stay separate. Names in
# unnamed namespaces must be unique within a library.
function(lockstep_in_one_piece target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${LOCKSTEP_UNITY} UNITY_BUILD_BATCH_SIZE 0)
endfunction()

# lockstep_host_library(TARGET [EXCEPT what…])
# The library of this folder's host code, with all of its rooms. A main.cpp belongs to a program; a path that begins like one of EXCEPT
# belongs to another library. Headers are included by their path in lockstep_include_root.
function(lockstep_host_library target)
  cmake_parse_arguments(PARSE_ARGV 1 library "" "" "EXCEPT")
  file(GLOB_RECURSE sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "(^|/)main\\.cpp$")
  foreach(other IN LISTS library_EXCEPT)
    list(FILTER sources EXCLUDE REGEX "^${other}")
  endforeach()
  add_library(${target} STATIC ${sources})
  target_compile_options(${target} PRIVATE -O1)  # its own run time is negligible
  lockstep_in_one_piece(${target})
  target_include_directories(${target} PUBLIC ${lockstep_include_root})
  target_link_libraries(${target} PRIVATE lockstep_options)
endfunction()

# lockstep_command(TARGET SOURCES LIBRARY…)
# A program that reads its command line and calls the libraries. SOURCES is one argument: a source, or a quoted list.
function(lockstep_command target sources)
  add_executable(${target} ${sources})
  target_compile_options(${target} PRIVATE -O0)  # it is run once
  target_link_libraries(${target} PRIVATE ${ARGN} lockstep_options)
endfunction()
