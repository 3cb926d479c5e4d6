# Settings with which `./lockstep cc` and `./lockstep grade` compile kernels exactly as the lessons are compiled.

# lockstep_compiler_settings(FILE [INCLUDES folder…] [SYSTEM folder…] [FIRST header] [LINKED library…] [AFTER library…] [LINES text])
# Writes a file of shell variables, one word a line. INCLUDES: further include folders. SYSTEM: those of headers that are not the program's.
# FIRST: a header that .cu files include before all others. LINKED: the simulator, and what comes with it. AFTER: further libraries. LINES: text appended.
function(lockstep_compiler_settings file)
  cmake_parse_arguments(PARSE_ARGV 1 extra "" "FIRST;LINES" "INCLUDES;SYSTEM;LINKED;AFTER")
  get_target_property(include lockstep_sim_headers INTERFACE_INCLUDE_DIRECTORIES)
  list(TRANSFORM extra_INCLUDES PREPEND -I)
  list(TRANSFORM extra_SYSTEM PREPEND -isystem)
  if(extra_FIRST)
    list(PREPEND extra_FIRST -include)
  endif()
  set(dialect ${lockstep_dialect})
  set(preprocess ${dialect} -O1 -E -x c++ -isystem ${include} ${extra_INCLUDES} ${extra_SYSTEM} ${extra_FIRST} ${lockstep_cuda_macros})
  set(host ${dialect} -isystem ${include} ${extra_INCLUDES} ${extra_SYSTEM} ${lockstep_nvcc_macros})
  set(compile ${dialect} ${lockstep_kernel_flags})
  set(libraries ${extra_LINKED} ${LOCKSTEP_LIBDW} $<TARGET_FILE:fmt::fmt> ${extra_AFTER} -pthread)
  set(debug ${lockstep_debug_flags})
  foreach(words dialect host preprocess compile debug libraries)
    list(JOIN ${words} "\n" ${words})
  endforeach()
  file(GENERATE OUTPUT ${file} CONTENT
"CXX='${CMAKE_CXX_COMPILER}'
TRANSLATE='$<TARGET_FILE:lockstep-translate>'
INCLUDE='${include}'
STANDARD='-std=c++20'
DIALECT='${dialect}'
HOST='${host}'
PREPROCESS='${preprocess}'
COMPILE='${compile}'
DEBUG='${debug}'
LIBRARIES='${libraries}'
${extra_LINES}")
endfunction()
