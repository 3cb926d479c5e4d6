# The exercise of a lesson: the student's program, the solution's, and the program of wrong answers, which shows that the tests reject them.

if(LOCKSTEP_BACKEND STREQUAL "cuda")
  set(lockstep_exercise_warnings -Xcompiler=-Wall)
else()
  set(lockstep_exercise_warnings -Wall -Wno-error -Wno-conversion)  # as nvcc and `./lockstep grade`: only errors reject
  list(APPEND lockstep_exercise_warnings -Wno-unused-parameter -Wno-unused-variable -Wno-unused-but-set-variable -Wno-unused-function)
endif()

# lockstep_exercise_program(NAME ROLE FOLDER PROGRAM KERNEL…)
# The target NAME_ROLE, which becomes PROGRAM in the build folder.
function(lockstep_exercise_program name role folder program)
  set(target ${name}_${role})
  cmake_path(GET program PARENT_PATH place)
  cmake_path(GET program FILENAME output)
  lockstep_program(${target} ${name}_exercise_main ${folder} ${place} ${ARGN})
  lockstep_with_peers(${target} ${name}_exercise_peers)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${output})
  add_dependencies(${name}_kills ${target})
endfunction()

# What ./lockstep grade builds submissions with.
function(lockstep_submission_settings name folder)
  get_target_property(headers lockstep_lesson_headers INTERFACE_INCLUDE_DIRECTORIES)
  # The guard reads no tables of jumps, and no instructions that repeat; and memory below the stack pointer has to be free for its checks.
  set(guarded -mno-red-zone -fno-jump-tables -mmemcpy-strategy=libcall:-1:noalign -mmemset-strategy=libcall:-1:noalign)
  set(guard "GUARD=''\nGUARDED=''\nIN_VAULT=''\n")
  if(TARGET lockstep-guard)
    list(JOIN guarded "\n" guarded)
    set(guard "GUARD='$<TARGET_FILE:lockstep-guard>'\nGUARDED='${guarded}'\nIN_VAULT='${PROJECT_SOURCE_DIR}/common/grading/guard/checks/new_in_vault.syms'\n")
  endif()
  lockstep_compiler_settings(${PROJECT_BINARY_DIR}/exercises/${name}.settings
    INCLUDES ${headers} ${folder}
    LINKED $<TARGET_PROPERTY:lockstep_submission_kit,OUTPUT>
    AFTER ${OpenMP_gomp_LIBRARY} $<TARGET_FILE:PNG::PNG> ${lockstep_sanitizer_flags}
    LINES "MAIN='$<TARGET_OBJECTS:${name}_exercise_main>'\n${guard}")
endfunction()

# Makes `out`, the source of all wrong answers, and beside it those that are patches of the solution, as wrong/NAME.cu.
function(lockstep_patched_solution out solution)
  set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/wrong_answers.sh)
  cmake_path(GET out PARENT_PATH folder)
  cmake_path(GET folder FILENAME lesson)
  set(patched ${ARGN})
  list(FILTER patched INCLUDE REGEX "\\.patch$")
  list(TRANSFORM patched REPLACE "^.*/(.*)\\.patch$" "${folder}/wrong/\\1.cu")
  add_custom_command(
    OUTPUT ${out}
    BYPRODUCTS ${patched}
    COMMAND sh ${script} ${out} ${solution} ${ARGN}
    DEPENDS ${script} ${solution} ${ARGN}
    COMMENT "Patching the wrong answers of ${lesson}"
    VERBATIM)
endfunction()

# On the simulator alone: they need not be right CUDA, and only it shows all that is wrong with them.
function(lockstep_wrong_answers name folder solutions)
  file(GLOB wrong CONFIGURE_DEPENDS ${solutions}/wrong/*.patch ${solutions}/wrong/*.cu)
  if(NOT wrong OR NOT LOCKSTEP_PATCH OR NOT TARGET ${name}_solution)
    return()
  endif()
  list(APPEND lockstep_kernel_warnings -g0)  # only the part that rejects it matters, not the source line
  set(all ${PROJECT_BINARY_DIR}/solutions/${name}/wrong_answers.cu)
  lockstep_patched_solution(${all} ${solutions}/exercise.cu ${wrong})
  lockstep_exercise_program(${name} wrong ${folder} solutions/${name}/wrong_answers ${all})
  set_target_properties(${name}_wrong PROPERTIES LINK_OPTIONS -Wl,--strip-debug)  # a trace looks for the names of variables
endfunction()

# lockstep_exercise(FOLDER SOLUTIONS)
# The exercise of a lesson's folder. Either may be absent: instructors withhold the solution, students move the exercise away.
function(lockstep_exercise folder solutions)
  file(GLOB parts CONFIGURE_DEPENDS ${folder}/exercise.hpp ${folder}/exercise.cu)
  list(LENGTH parts count)
  if(NOT count EQUAL 2)
    return()
  endif()
  cmake_path(GET folder FILENAME name)
  set(lockstep_kernel_warnings ${lockstep_exercise_warnings})
  add_custom_target(${name}_kills)  # everything that shows which tests reject which answers
  add_dependencies(solutions ${name}_kills)
  lockstep_main(${name}_exercise_main ${folder} exercise.hpp)
  if(LOCKSTEP_BACKEND STREQUAL "cuda")  # on the simulator a peer says nothing of speed, and need not be in a student's program
    lockstep_peers(${name}_exercise_peers ${folder} exercise_peer*.cu)
  endif()
  lockstep_exercise_program(${name} exercise ${folder} exercises/${name} ${folder}/exercise.cu)
  lockstep_debugged(${name} ${name}_exercise_main ${folder} ${folder}/exercise.cu)
  if(EXISTS ${solutions}/exercise.cu)  # instructors hand the course out without solutions
    lockstep_exercise_program(${name} solution ${folder} solutions/${name}/exercise ${solutions}/exercise.cu)
    add_dependencies(${name}_bench ${name}_solution)
  endif()
  if(LOCKSTEP_BACKEND STREQUAL "sim")
    lockstep_submission_settings(${name} ${folder})
    lockstep_wrong_answers(${name} ${folder} ${solutions})
  endif()
endfunction()
