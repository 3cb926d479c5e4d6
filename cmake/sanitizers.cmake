# LOCKSTEP_SANITIZE: AddressSanitizer and UndefinedBehaviorSanitizer in host code.

# The harness, the translator, the lessons' and the tests' host code. Not the simulator: it abandons stacks when a
# kernel is cancelled, and AddressSanitizer's marks there would remain. Not kernels: they have ThreadSanitizer's hooks.
add_library(lockstep_sanitizers INTERFACE)
if(LOCKSTEP_SANITIZE)
  set(lockstep_sanitizer_flags -fsanitize=address,undefined)
  target_compile_options(lockstep_sanitizers INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:${lockstep_sanitizer_flags};-fno-sanitize-recover=undefined>")
  target_link_options(lockstep_sanitizers INTERFACE ${lockstep_sanitizer_flags})
endif()

# The library `target` is sanitized, and so is everything that links it.
function(lockstep_sanitized target)
  target_link_libraries(${target} PUBLIC lockstep_sanitizers)
  if(LOCKSTEP_SANITIZE)
    target_sources(${target} PRIVATE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/leak_check.cpp)
  endif()
endfunction()
