# `-Werror` is in a response file, not on the command line, so that switching it does not rebuild files without warnings.

set(lockstep_werror_options ${PROJECT_BINARY_DIR}/werror.options)  # for g++; nvcc's have .nvcc at the end

# What was compiled while warnings were allowed may have some: it is compiled again, to show them.
function(lockstep_forget_lenient_objects)
  file(GLOB_RECURSE compiled ${PROJECT_BINARY_DIR}/*.o ${PROJECT_BINARY_DIR}/*.gch ${PROJECT_BINARY_DIR}/*.ptx)
  foreach(file IN LISTS compiled)
    if(${file} IS_NEWER_THAN ${lockstep_werror_options})
      file(REMOVE ${file})
    endif()
  endforeach()
endfunction()

function(lockstep_write_werror_options)
  set(options "")
  set(nvcc_options "")
  if(LOCKSTEP_WERROR)
    set(options "-Werror\n")
    set(nvcc_options "--Werror=all-warnings\n-Xcompiler=-Werror\n")
  endif()
  set(before "none")
  if(EXISTS ${lockstep_werror_options})
    file(READ ${lockstep_werror_options} before)
  endif()
  if(before STREQUAL options)
    return()
  endif()
  if(LOCKSTEP_WERROR)
    lockstep_forget_lenient_objects()
  endif()
  file(WRITE ${lockstep_werror_options}.nvcc "${nvcc_options}")
  file(WRITE ${lockstep_werror_options} "${options}")
endfunction()

lockstep_write_werror_options()
