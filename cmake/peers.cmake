# Library peers: versions that solve a problem by calls to a library. A file is all that one takes; its includes say which library it needs.

# lockstep_peers(TARGET FOLDER PATTERN)
# The target of a folder's peers, for lockstep_with_peers; there is none where there are no peers. With CUDA all are built; on the simulator
# those of cuBLAS, which it has itself. Of CUB it has none as new as these peers need, and of cuSOLVER none at all.
function(lockstep_peers target folder pattern)
  file(GLOB peers CONFIGURE_DEPENDS ${folder}/${pattern})
  set(libraries CUDA::cublas CUDA::cusolver)
  if(LOCKSTEP_BACKEND STREQUAL "sim")
    set(libraries lockstep_cublas)
    foreach(peer IN LISTS peers)
      file(STRINGS ${peer} lacking REGEX "^#include <(cub/|cusolver|thrust/)")
      if(lacking)
        list(REMOVE_ITEM peers ${peer})
      endif()
    endforeach()
  endif()
  if(NOT peers)
    return()
  endif()
  add_library(${target} OBJECT)
  lockstep_kernels(${target} ${peers})
  target_include_directories(${target} PRIVATE ${folder})
  target_link_libraries(${target} PRIVATE lockstep_harness lockstep_options ${libraries})
endfunction()

# lockstep_with_peers(PROGRAM TARGET): the peers, and what they call, are in the program, too.
function(lockstep_with_peers program target)
  if(TARGET ${target})
    target_link_libraries(${program} PRIVATE ${target})
  endif()
endfunction()
