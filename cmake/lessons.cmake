# The only place where targets are made. Sources are found by pattern, so that adding a version, a lesson or a test is
# adding a file: nothing here has to be edited for it.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)  # CMake 3.25 does not know that nvcc has C++20

# Lines for backtraces, and no more: all that a debugger could want takes a third of the time of compiling. Kernels have it.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1 -DNDEBUG")

set(lockstep_warnings -Wall -Wextra -Wconversion -Wshadow @${lockstep_werror_options})
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND lockstep_warnings -Wno-array-bounds -Wno-stringop-overflow)  # g++ 13 is wrong about fmt 9 when it inlines it
  if(LOCKSTEP_SANITIZE)
    list(APPEND lockstep_warnings -Wno-maybe-uninitialized)  # with AddressSanitizer it is wrong about std::regex
  endif()
endif()

# What g++ does otherwise on Arm, so that a program gives the same answers there. Characters would have no sign; with CUDA they have one on
# nearly every machine, because they have it on x86-64. All parts of a program have to agree on that.
set(lockstep_dialect "")
if(LOCKSTEP_BACKEND STREQUAL "sim" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(lockstep_dialect -fsigned-char)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:${lockstep_dialect}>")
endif()

# The options of our own host code.
add_library(lockstep_options INTERFACE)
target_compile_options(lockstep_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${lockstep_warnings}>)

# The harness, the translator, the lessons' and the tests' host code. Not the simulator: it leaves stacks for good when a
# kernel is given up, and what AddressSanitizer marked there would never be unmarked. Not kernels: they have the hooks.
add_library(lockstep_sanitizers INTERFACE)
if(LOCKSTEP_SANITIZE)
  set(lockstep_sanitizer_flags -fsanitize=address,undefined)
  target_compile_options(lockstep_sanitizers INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:${lockstep_sanitizer_flags};-fno-sanitize-recover=undefined>")
  target_link_options(lockstep_sanitizers INTERFACE ${lockstep_sanitizer_flags})
endif()

function(lockstep_sanitized target)
  target_link_libraries(${target} PUBLIC lockstep_sanitizers)
  if(LOCKSTEP_SANITIZE)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/leak_check.cpp)
  endif()
endfunction()

# Kernels for the simulator: the compiler calls a hook at every load and store (`-fsanitize=thread`; the hooks are the
# simulator's own). The other flags keep one access of the source one access of the program, loops scalar, and program
# counters in source order. With elision g++ builds `float4{1, 2, 3, 4}` member by member in the place that it is assigned to:
# four stores of 4 bytes, where nvcc makes one of 16. Each version of g++ has its own mind about what is small enough to be inlined at -O1.
# And with -ftree-forwprop g++ 16 hands a class from memory on to a function, without the copy that the hooks see.
set(lockstep_kernel_flags
  -O1 -g -fsanitize=thread --param=tsan-distinguish-volatile=1 -fsanitize-coverage=trace-pc
  -fno-elide-constructors -finline-small-functions -fno-tree-sink -fno-tree-forwprop -fno-tree-sra -fno-tree-vectorize -fno-reorder-blocks)
# Every Arm can multiply and add in one step with one rounding: sums would end in other digits there than on x86-64. And a division of
# integers by zero would be 0, without a fault.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  list(APPEND lockstep_kernel_flags -ffp-contract=off -fsanitize=integer-divide-by-zero)
endif()
if(LOCKSTEP_BACKEND STREQUAL "cuda")
  set(lockstep_kernel_warnings -Xcompiler=-Wall,-Wextra --options-file=${lockstep_werror_options}.nvcc)
else()
  set(lockstep_kernel_warnings -Wall -Wextra @${lockstep_werror_options})
endif()
set(lockstep_common ${PROJECT_SOURCE_DIR}/common)  # what is not for kernels is included by its place in here
set(lockstep_harness_includes ${PROJECT_SOURCE_DIR}/common/harness ${PROJECT_SOURCE_DIR}/common/harness/${LOCKSTEP_BACKEND})
set(lockstep_cuda_macros __CUDACC__ __NVCC__ __CUDA_ARCH__=900 __CUDACC_VER_MAJOR__=13 __CUDACC_VER_MINOR__=0 CUDART_VERSION=13000 __LOCKSTEP_SIM__)

# A program of `main`, which reads its command line and calls the libraries named after it.
function(lockstep_command target main)
  add_executable(${target} ${main})
  target_compile_options(${target} PRIVATE -O0)  # it is run once
  target_link_libraries(${target} PRIVATE ${ARGN} lockstep_options)
endfunction()

# The library's sources become one: what they all include is read once, and that is most of what they take. Files that want it otherwise,
# with options of their own, stay apart. Names in unnamed namespaces have to differ.
function(lockstep_in_one_piece target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${LOCKSTEP_UNITY} UNITY_BUILD_BATCH_SIZE 0)
endfunction()

# ---- The backend ----------------------------------------------------------------------------------------------------

function(lockstep_backend)
  add_library(lockstep_backend INTERFACE)
  target_compile_definitions(lockstep_backend INTERFACE LOCKSTEP_BACKEND_NAME="${LOCKSTEP_BACKEND}")
  if(LOCKSTEP_BACKEND STREQUAL "cuda")
    target_link_libraries(lockstep_backend INTERFACE CUDA::cudart)
    return()
  endif()

  set(sim ${lockstep_common}/sim)
  file(GLOB_RECURSE translate CONFIGURE_DEPENDS ${sim}/translate/*.cpp)
  list(REMOVE_ITEM translate ${sim}/translate/main.cpp)
  add_library(lockstep_translator STATIC ${translate})
  target_include_directories(lockstep_translator PUBLIC ${lockstep_common})
  target_compile_options(lockstep_translator PRIVATE -O2)
  lockstep_in_one_piece(lockstep_translator)
  target_link_libraries(lockstep_translator PUBLIC fmt::fmt PRIVATE lockstep_options)
  lockstep_sanitized(lockstep_translator)
  lockstep_command(lockstep-translate ${sim}/translate/main.cpp lockstep_translator)

  add_library(lockstep_sim_parts OBJECT)
  set_target_properties(lockstep_sim_parts PROPERTIES UNITY_BUILD ${LOCKSTEP_UNITY} UNITY_BUILD_MODE GROUP)  # as lockstep_in_one_piece: a piece a folder
  foreach(part engine runtime observers)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${sim}/${part}/*.cpp)
    target_sources(lockstep_sim_parts PRIVATE ${sources})
    set_source_files_properties(${sources} PROPERTIES UNITY_GROUP ${part})
  endforeach()
  set_source_files_properties(${sim}/engine/running/coordinates.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -g2)
  target_include_directories(lockstep_sim_parts PRIVATE ${sim}/include ${lockstep_common})
  target_compile_options(lockstep_sim_parts PRIVATE -O2 $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)  # unique symbols cannot be made local
  target_link_libraries(lockstep_sim_parts PRIVATE lockstep_options fmt::fmt nlohmann_json::nlohmann_json)

  # One object with its own copies of the standard library's inline functions, and of what it has in common with the harness. Otherwise the
  # linker would give the simulator the kernels' copies, which call the simulator's hooks.
  set(sealed ${PROJECT_BINARY_DIR}/lockstep_sim.o)
  add_custom_command(
    OUTPUT ${sealed}
    COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib -Wl,--force-group-allocation $<TARGET_OBJECTS:lockstep_sim_parts> -o ${sealed}
    COMMAND ${CMAKE_NM} --defined-only ${sealed} | awk "$2 ~ /[WV]/ && $3 ~ /^_ZZ?N?K?(St|9__gnu_cxx|3fmt|8lockstep)/ && $3 !~ /^_ZZ?N?K?8lockstep3sim/ { print $3 }" > ${sealed}.weak
    COMMAND ${CMAKE_OBJCOPY} --localize-symbols=${sealed}.weak ${sealed}
    DEPENDS lockstep_sim_parts $<TARGET_OBJECTS:lockstep_sim_parts>
    COMMENT "Sealing the simulator"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_library(lockstep_sim STATIC ${sealed})
  set_target_properties(lockstep_sim PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(lockstep_sim INTERFACE ${sim}/include)
  target_link_libraries(lockstep_sim INTERFACE fmt::fmt ${LOCKSTEP_LIBDW} Threads::Threads)
  target_link_libraries(lockstep_backend INTERFACE lockstep_sim)
  lockstep_compiler_settings(${PROJECT_BINARY_DIR}/cc.settings "")  # for ./lockstep cc
endfunction()

# What compiles kernels outside of this build, as the lessons are compiled: a file of shell variables, one word a line.
# `more` are further lines of it, `includes` folders beside the simulator's, `before` and `after` libraries beside the simulator.
function(lockstep_compiler_settings file more)
  cmake_parse_arguments(PARSE_ARGV 2 extra "" "" "INCLUDES;BEFORE;AFTER")
  set(include ${PROJECT_SOURCE_DIR}/common/sim/include)
  list(TRANSFORM lockstep_cuda_macros PREPEND -D OUTPUT_VARIABLE macros)
  list(TRANSFORM extra_INCLUDES PREPEND -I)
  set(preprocess -std=c++20 ${lockstep_dialect} -O1 -E -x c++ -I${include} ${extra_INCLUDES} ${macros})
  set(compile -std=c++20 ${lockstep_dialect} ${lockstep_kernel_flags})
  set(libraries ${extra_BEFORE} $<TARGET_FILE:lockstep_sim> ${LOCKSTEP_LIBDW} $<TARGET_FILE:fmt::fmt> ${extra_AFTER} -pthread)
  set(dialect ${lockstep_dialect})
  foreach(words dialect preprocess compile libraries)
    list(JOIN ${words} "\n" ${words})
  endforeach()
  file(GENERATE OUTPUT ${file} CONTENT
"CXX='${CMAKE_CXX_COMPILER}'
TRANSLATE='$<TARGET_FILE:lockstep-translate>'
INCLUDE='${include}'
DIALECT='${dialect}'
PREPROCESS='${preprocess}'
COMPILE='${compile}'
LIBRARIES='${libraries}'
${more}")
endfunction()

# Adds .cu files to a target: by nvcc, or by translation for the simulator. Called before other sources are added, so that
# of the inline functions that both have, the linker keeps the kernels' copies, with their hooks.
function(lockstep_kernels target)
  if(LOCKSTEP_BACKEND STREQUAL "cuda")
    target_sources(${target} PRIVATE ${ARGN})
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;${lockstep_kernel_warnings}>")
    return()
  endif()

  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  list(TRANSFORM lockstep_cuda_macros PREPEND -D OUTPUT_VARIABLE macros)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source FILENAME name)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE place)
    set(out ${CMAKE_CURRENT_BINARY_DIR}/translated/${target}/${place})
    cmake_path(GET out PARENT_PATH out_folder)
    file(MAKE_DIRECTORY ${out_folder})
    add_custom_command(
      OUTPUT ${out}.ii
      COMMAND rm -f ${out}.i ${out}.ii  # written anew, as objects are, and not into what may be a link to another build's file
      COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 ${lockstep_dialect} -O1 -E -x c++ ${macros} "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
        "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>" -include cuda_runtime.h
        -MD -MF ${out}.d -MT ${out}.ii ${source} -o ${out}.i
      COMMAND lockstep-translate ${out}.i -o ${out}.ii --options ${out}.options
      DEPENDS ${source} lockstep-translate
      DEPFILE ${out}.d
      COMMENT "Translating ${name}"
      COMMAND_EXPAND_LISTS VERBATIM)
    set_source_files_properties(${out}.ii PROPERTIES LANGUAGE CXX SKIP_PRECOMPILE_HEADERS ON
      COMPILE_OPTIONS "-fpreprocessed;-fno-sanitize=all;${lockstep_kernel_flags};@${out}.options;${lockstep_kernel_warnings};-Wno-unknown-pragmas")
    target_sources(${target} PRIVATE ${out}.ii)
  endforeach()
endfunction()

# ---- The harness and the lessons ------------------------------------------------------------------------------------

# The library of a folder of host code, with all of its rooms but what the patterns behind it name: the folder's programs, others' rooms.
function(lockstep_host_library target folder)
  file(GLOB_RECURSE sources RELATIVE ${folder} CONFIGURE_DEPENDS ${folder}/*.cpp)
  foreach(other IN LISTS ARGN)
    list(FILTER sources EXCLUDE REGEX "^${other}")
  endforeach()
  list(TRANSFORM sources PREPEND ${folder}/)
  add_library(${target} STATIC ${sources})
  target_compile_options(${target} PRIVATE -O1)  # what it starts takes the time
  lockstep_in_one_piece(${target})
  target_include_directories(${target} PUBLIC ${lockstep_common})
  target_link_libraries(${target} PRIVATE lockstep_options)
endfunction()

# What all programs need that has nothing to do with GPUs.
function(lockstep_support)
  set(folder ${lockstep_common}/support)
  lockstep_host_library(lockstep_support ${folder})
  target_include_directories(lockstep_support PRIVATE ${lockstep_common}/harness)
  set_source_files_properties(${folder}/command_line.cpp PROPERTIES COMPILE_OPTIONS -O0)  # of CLI11, which is run once, an optimizer has 6 seconds' work
  target_link_libraries(lockstep_support PUBLIC fmt::fmt PRIVATE CLI11::CLI11)
  lockstep_sanitized(lockstep_support)
endfunction()

function(lockstep_harness)
  set(folder ${lockstep_common}/harness)
  lockstep_host_library(lockstep_harness ${folder} cli/main.cpp observe/ sim/ cuda/)
  file(GLOB backend CONFIGURE_DEPENDS ${folder}/${LOCKSTEP_BACKEND}/*.cpp)
  target_sources(lockstep_harness PRIVATE ${lockstep_common}/observation/observation.cpp ${backend})
  target_include_directories(lockstep_harness PUBLIC ${lockstep_harness_includes})
  target_link_libraries(lockstep_harness
    PUBLIC lockstep_support lockstep_backend
    PRIVATE CLI11::CLI11 nlohmann_json::nlohmann_json OpenMP::OpenMP_CXX PNG::PNG)
  lockstep_sanitized(lockstep_harness)
  if(LOCKSTEP_BACKEND STREQUAL "cuda")
    file(GLOB kernels CONFIGURE_DEPENDS ${folder}/cuda/*.cu)  # what only hardware can be asked
    lockstep_kernels(lockstep_harness ${kernels})
    if(TARGET CUDA::cupti)  # without it there are no timelines
      target_link_libraries(lockstep_harness PRIVATE CUDA::cupti)
      target_compile_definitions(lockstep_harness PRIVATE LOCKSTEP_HAS_CUPTI)
    endif()
  else()
    add_executable(lockstep-observe ${folder}/observe/main.cpp)  # ./lockstep profile, ./lockstep check-program
    target_link_libraries(lockstep-observe PRIVATE lockstep_harness lockstep_options fmt::fmt nlohmann_json::nlohmann_json)
  endif()
endfunction()

# What asks programs and judges their answers: for the tests, and for `./lockstep check`. What takes in a class and reports to it, for
# `./lockstep grade`, is a library apart, which a student's first check need not wait for.
function(lockstep_grading)
  set(folder ${lockstep_common}/grading)
  lockstep_host_library(lockstep_judging ${folder} grader.cpp check.cpp grade.cpp intake/ reports/)
  target_link_libraries(lockstep_judging
    PUBLIC lockstep_harness nlohmann_json::nlohmann_json
    PRIVATE pugixml::pugixml ${LOCKSTEP_LIBSECCOMP})
  lockstep_host_library(lockstep_grading ${folder} check.cpp grade.cpp sandbox/ verdict/)
  target_link_libraries(lockstep_grading PUBLIC lockstep_judging PRIVATE pugixml::pugixml LibArchive::LibArchive)
  lockstep_command(lockstep-check ${folder}/check.cpp lockstep_judging)
  lockstep_command(lockstep-grade ${folder}/grade.cpp lockstep_grading)
  foreach(program IN ITEMS lockstep-check lockstep-grade)
    target_compile_definitions(${program} PRIVATE
      LOCKSTEP_SOURCE_DIR="${PROJECT_SOURCE_DIR}" LOCKSTEP_BINARY_DIR="${PROJECT_BINARY_DIR}")
  endforeach()
endfunction()

# What was measured on GPUs, and ./lockstep bench, which measures it.
function(lockstep_records)
  set(folder ${lockstep_common}/bench)
  lockstep_host_library(lockstep_records ${folder} main.cpp)
  target_link_libraries(lockstep_records PUBLIC lockstep_judging)
  lockstep_command(lockstep-bench ${folder}/main.cpp lockstep_records)
endfunction()

# What makes the pages of the site.
function(lockstep_site)
  if(NOT LOCKSTEP_MUPARSER OR LOCKSTEP_BACKEND STREQUAL "cuda")
    return()
  endif()
  set(folder ${lockstep_common}/site)
  lockstep_host_library(lockstep_site ${folder} main.cpp)
  target_link_libraries(lockstep_site PUBLIC lockstep_records lockstep_grading lockstep_course PRIVATE ${LOCKSTEP_MUPARSER})
  lockstep_command(lockstep-site ${folder}/main.cpp lockstep_site)
endfunction()

# What reads the words behind ./lockstep.
function(lockstep_front)
  lockstep_host_library(lockstep_course ${lockstep_common}/course)
  target_link_libraries(lockstep_course PUBLIC lockstep_support)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${lockstep_common}/front/*.cpp)
  lockstep_command(lockstep-front "${sources}" lockstep_course)
  target_include_directories(lockstep-front PRIVATE ${lockstep_common}/harness)
  lockstep_in_one_piece(lockstep-front)
endfunction()

# The harness's main function for one problem: `header` of `folder` states it.
function(lockstep_main target folder header)
  add_library(${target} OBJECT ${lockstep_common}/harness/cli/main.cpp)
  target_include_directories(${target} PRIVATE ${folder})
  target_compile_definitions(${target} PRIVATE LOCKSTEP_PROBLEM="${header}")
  target_compile_options(${target} PRIVATE -O2)
  target_link_libraries(${target} PRIVATE lockstep_harness lockstep_options)
endfunction()

# A program of .cu versions on such a main; `folder` has the headers that they include, `place` is where it is built.
# Versions are linked as objects: through a library the linker would drop them.
function(lockstep_program target main folder place)
  add_executable(${target})
  lockstep_kernels(${target} ${ARGN})
  target_include_directories(${target} PRIVATE ${folder})
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O2>)
  # The main as a library, and not among the sources, comes last: of inline functions the linker keeps the kernels' copies, with hooks.
  target_link_libraries(${target} PRIVATE $<TARGET_OBJECTS:${main}> lockstep_harness lockstep_options OpenMP::OpenMP_CXX)
  if(LOCKSTEP_BACKEND STREQUAL "cuda")
    target_link_libraries(${target} PRIVATE CUDA::cublas CUDA::cusolver)
  endif()
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${place})
endfunction()

# The program of one lesson folder.
function(lockstep_lesson folder)
  cmake_path(GET folder FILENAME name)
  file(GLOB host CONFIGURE_DEPENDS ${folder}/v*.cpp)
  file(GLOB kernels CONFIGURE_DEPENDS ${folder}/v*.cu)
  if(LOCKSTEP_BACKEND STREQUAL "cuda")
    file(GLOB peers CONFIGURE_DEPENDS ${folder}/peer_*.cu ${folder}/peer_*.cpp)
    list(APPEND kernels ${peers})
  endif()
  lockstep_main(${name}_main ${folder} problem.hpp)
  lockstep_program(${name} ${name}_main ${folder} lessons ${kernels})
  target_sources(${name} PRIVATE ${host})
  lockstep_whole_programs(${folder} ${name})
  add_custom_target(${name}_bench)  # all that its plan runs
  add_dependencies(${name}_bench ${name})
endfunction()

# The exercise of a lesson folder: the student's program, the solution's, and that of wrong answers, on which tests/exercises tries the
# exercise's tests.
function(lockstep_exercise folder)
  file(GLOB parts CONFIGURE_DEPENDS ${folder}/exercise.hpp ${folder}/exercise.cu)
  list(LENGTH parts count)
  if(NOT count EQUAL 2)  # a student may have moved theirs away
    return()
  endif()
  cmake_path(GET folder FILENAME name)
  set(solutions ${PROJECT_SOURCE_DIR}/solutions/${name})
  file(GLOB wrong CONFIGURE_DEPENDS ${solutions}/wrong/*.patch ${solutions}/wrong/*.cu)
  if(LOCKSTEP_BACKEND STREQUAL "cuda")
    set(wrong "")  # they need not be right CUDA, and only the simulator shows all that is wrong with them
    file(GLOB peers CONFIGURE_DEPENDS ${folder}/exercise_peer*.cu)
    set(lockstep_kernel_warnings -Xcompiler=-Wall)
  else()
    set(lockstep_kernel_warnings -Wall -Wno-error -Wno-conversion)  # as nvcc and `./lockstep grade`: refused for errors alone
    list(APPEND lockstep_kernel_warnings -Wno-unused-parameter -Wno-unused-variable -Wno-unused-but-set-variable -Wno-unused-function)
  endif()
  lockstep_main(${name}_exercise_main ${folder} exercise.hpp)
  lockstep_program(${name}_exercise ${name}_exercise_main ${folder} exercises ${folder}/exercise.cu ${peers})
  set_target_properties(${name}_exercise PROPERTIES OUTPUT_NAME ${name})
  add_custom_target(${name}_kills)  # all that its kills are found with
  add_dependencies(${name}_kills ${name}_exercise)
  add_dependencies(solutions ${name}_kills)
  if(EXISTS ${solutions}/exercise.cu)  # instructors hand the course out without
    lockstep_program(${name}_solution ${name}_exercise_main ${folder} solutions/${name} ${solutions}/exercise.cu ${peers})
    set_target_properties(${name}_solution PROPERTIES OUTPUT_NAME exercise)
    add_dependencies(${name}_kills ${name}_solution)
    add_dependencies(${name}_bench ${name}_solution)
  endif()
  if(LOCKSTEP_BACKEND STREQUAL "sim")
    # What ./lockstep grade builds submissions with.
    lockstep_compiler_settings(${PROJECT_BINARY_DIR}/exercises/${name}.settings "MAIN='$<TARGET_OBJECTS:${name}_exercise_main>'\n"
      INCLUDES ${lockstep_harness_includes} ${folder}
      BEFORE $<TARGET_FILE:lockstep_harness> $<TARGET_FILE:lockstep_support>
      AFTER ${OpenMP_gomp_LIBRARY} $<TARGET_FILE:PNG::PNG> ${lockstep_sanitizer_flags})
  endif()
  if(wrong AND LOCKSTEP_PATCH AND TARGET ${name}_solution)
    list(APPEND lockstep_kernel_warnings -g0)  # of a wrong answer only the rejected part is asked, not the source line
    set(all ${PROJECT_BINARY_DIR}/solutions/${name}/wrong_answers.cu)
    lockstep_wrong_answers(${all} ${solutions}/exercise.cu ${wrong})
    lockstep_program(${name}_wrong ${name}_exercise_main ${folder} solutions/${name} ${all})
    set_target_properties(${name}_wrong PROPERTIES OUTPUT_NAME wrong_answers LINK_OPTIONS -s)
    add_dependencies(${name}_kills ${name}_wrong)
  endif()
endfunction()

# The source of a lesson's wrong answers, and beside it those that are patches of the solution, as wrong/NAME.cu.
function(lockstep_wrong_answers out solution)
  set(script ${PROJECT_SOURCE_DIR}/cmake/wrong_answers.sh)
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

# lessons/NN_name/programs/X.cu: whole programs without the harness, as a student would begin them.
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

function(lockstep_all_lessons)
  file(GLOB problems CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/lessons/*/problem.hpp)
  add_custom_target(solutions)
  foreach(problem IN LISTS problems)
    cmake_path(GET problem PARENT_PATH folder)
    lockstep_lesson(${folder})
    lockstep_exercise(${folder})
    cmake_path(GET folder FILENAME name)
    list(APPEND names ${name})
    list(APPEND benches ${name}_bench)
  endforeach()
  add_custom_target(lessons DEPENDS ${names})
  add_custom_target(bench DEPENDS ${benches})
endfunction()

# Every .cu file of the course compiled as far as PTX: shows where there is no GPU that it is CUDA, its host code included, in a third of
# the time that programs would take.
function(lockstep_ptx)
  if(NOT LOCKSTEP_BACKEND STREQUAL "cuda")
    return()
  endif()
  add_custom_target(ptx)
  file(GLOB folders CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/lessons/* ${PROJECT_SOURCE_DIR}/docs/concepts)
  foreach(folder IN LISTS folders)
    cmake_path(GET folder FILENAME name)
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cu ${folder}/programs/*.cu ${folder}/measured/*.cu
      ${PROJECT_SOURCE_DIR}/solutions/${name}/exercise.cu)
    if(NOT sources)
      continue()
    endif()
    add_library(${name}_ptx OBJECT EXCLUDE_FROM_ALL ${sources})
    set_target_properties(${name}_ptx PROPERTIES CUDA_PTX_COMPILATION ON)
    target_include_directories(${name}_ptx PRIVATE ${folder} ${lockstep_harness_includes})
    target_compile_definitions(${name}_ptx PRIVATE LOCKSTEP_BACKEND_NAME="cuda")
    target_compile_options(${name}_ptx PRIVATE -diag-suppress=177 --options-file=${lockstep_werror_options}.nvcc)  # an unsolved exercise has names to be used later
    add_dependencies(ptx ${name}_ptx)
  endforeach()
endfunction()

# ---- Tests ----------------------------------------------------------------------------------------------------------

# tests/X/*.cpp and *.cu become the program X_tests; tests/X/*/problem.hpp becomes a lesson program of its own.
function(lockstep_all_tests)
  if(NOT Catch2_FOUND)
    message(STATUS "Catch2 is not installed: no tests (./lockstep setup installs it)")
    return()
  endif()
  list(APPEND CMAKE_MODULE_PATH ${Catch2_DIR} ${Catch2_DIR}/../../../share/Catch2 /usr/share/cmake/Catch2)
  include(Catch)

  set(support ${PROJECT_SOURCE_DIR}/tests/support)
  add_library(lockstep_catch INTERFACE)
  target_include_directories(lockstep_catch INTERFACE ${support})
  target_link_libraries(lockstep_catch INTERFACE lockstep_judging)
  if(TARGET Catch2::Catch2WithMain)  # 3.x, and Debian's 2.13
    target_link_libraries(lockstep_catch INTERFACE Catch2::Catch2WithMain)
  else()
    add_library(lockstep_catch_main STATIC ${support}/catch_main.cpp)
    target_compile_options(lockstep_catch_main PRIVATE -O0)
    target_link_libraries(lockstep_catch_main PUBLIC Catch2::Catch2)
    target_link_libraries(lockstep_catch INTERFACE lockstep_catch_main)
  endif()
  add_library(lockstep_skipped STATIC ${support}/skipped.cpp)
  target_compile_options(lockstep_skipped PRIVATE -O0)
  target_link_libraries(lockstep_skipped PUBLIC lockstep_catch PRIVATE lockstep_options)

  file(GLOB fakes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*/*/problem.hpp)
  foreach(problem IN LISTS fakes)
    cmake_path(GET problem PARENT_PATH folder)
    lockstep_lesson(${folder})
  endforeach()

  lockstep_exercise_tests()
  file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true ${PROJECT_SOURCE_DIR}/tests/*)
  foreach(folder IN LISTS folders)
    cmake_path(GET folder FILENAME name)
    if(IS_DIRECTORY ${folder} AND NOT name MATCHES "^(bench|support|exercises)$")
      lockstep_test_folder(${folder} ${name})
    endif()
  endforeach()
  lockstep_hazard_cases()
endfunction()

# tests/exercises/NN_name.cpp becomes a program that judges the program which the environment names. It is no CTest test: that the
# unsolved exercise fails is what a student begins with.
function(lockstep_exercise_tests)
  set(folder ${PROJECT_SOURCE_DIR}/tests/exercises)
  file(GLOB suite CONFIGURE_DEPENDS ${folder}/suite/*.cpp)
  add_library(lockstep_exercise_suite STATIC ${suite})
  target_include_directories(lockstep_exercise_suite PUBLIC ${folder}/suite)
  target_compile_options(lockstep_exercise_suite PRIVATE -O0)
  target_link_libraries(lockstep_exercise_suite PUBLIC lockstep_catch PRIVATE lockstep_options)
  lockstep_in_one_piece(lockstep_exercise_suite)
  add_executable(exercise_kills ${folder}/kills/main.cpp)
  target_compile_definitions(exercise_kills PRIVATE
    LOCKSTEP_SOURCE_DIR="${PROJECT_SOURCE_DIR}" LOCKSTEP_BINARY_DIR="${PROJECT_BINARY_DIR}")
  target_link_libraries(exercise_kills PRIVATE lockstep_grading lockstep_options)
  add_custom_target(exercises_tests)
  file(GLOB tests CONFIGURE_DEPENDS ${folder}/*.cpp)
  foreach(source IN LISTS tests)
    cmake_path(GET source STEM name)
    set(target ${name}_exercise_tests)
    add_executable(${target} ${source})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/lessons/${name})
    target_compile_options(${target} PRIVATE -O0)
    target_link_libraries(${target} PRIVATE lockstep_exercise_suite lockstep_options)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name}_tests RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/exercises)
    add_dependencies(exercises_tests ${target})
    if(NOT TARGET ${name}_kills)
      continue()  # without an exercise nothing is to be judged
    endif()
    add_dependencies(${name}_kills ${target} exercise_kills)
    add_dependencies(exercises_tests ${name}_kills)
    if(TARGET ${name}_wrong)  # on the simulator, and where there is patch
      add_test(NAME "exercises: ${name}, unsolved, solved and wrong"
        COMMAND exercise_kills ${name} ${PROJECT_BINARY_DIR}/kills/${name}.txt)
      set_tests_properties("exercises: ${name}, unsolved, solved and wrong" PROPERTIES TIMEOUT 300 COST 50)
    endif()
  endforeach()
endfunction()

# tests/hazards/*/case.cu become one program, of which hazards_tests starts a process for each case.
function(lockstep_hazard_cases)
  if(LOCKSTEP_BACKEND STREQUAL "cuda")
    return()
  endif()
  set(folder ${PROJECT_SOURCE_DIR}/tests/hazards)
  file(GLOB kernels CONFIGURE_DEPENDS ${folder}/*/case.cu ${folder}/suite/*.cu)
  add_executable(hazard_cases)
  target_include_directories(hazard_cases PRIVATE ${folder}/suite)
  target_link_libraries(hazard_cases PRIVATE lockstep_backend lockstep_options fmt::fmt)
  lockstep_kernels(hazard_cases ${kernels})
  target_sources(hazard_cases PRIVATE ${folder}/suite/main.cpp)
  add_dependencies(hazards_tests hazard_cases)
endfunction()

function(lockstep_test_folder folder name)
  file(GLOB host CONFIGURE_DEPENDS ${folder}/*.cpp)
  file(GLOB kernels CONFIGURE_DEPENDS ${folder}/*.cu)
  if(NOT host AND NOT kernels)
    return()
  endif()
  if(name STREQUAL "site" AND NOT LibXml2_FOUND)
    return()
  endif()
  if(LOCKSTEP_BACKEND STREQUAL "cuda" AND NOT name MATCHES "^(harness|lessons|layout)$")
    return()  # these test the simulator itself
  endif()
  if(name STREQUAL "weave" AND NOT TARGET lockstep_site)
    return()
  endif()
  set(target ${name}_tests)
  add_executable(${target})
  if(kernels)
    lockstep_kernels(${target} ${kernels})
  endif()
  target_sources(${target} PRIVATE ${host})
  target_compile_definitions(${target} PRIVATE
    LOCKSTEP_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    LOCKSTEP_BINARY_DIR="${PROJECT_BINARY_DIR}"
    LOCKSTEP_LESSON_DIR="${PROJECT_BINARY_DIR}/lessons")
  target_include_directories(${target} PRIVATE ${folder})
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O0>)  # they are compiled more often than run
  target_link_libraries(${target} PRIVATE lockstep_skipped lockstep_options nlohmann_json::nlohmann_json)
  if(name MATCHES "^(grading|site)$")
    target_link_libraries(${target} PRIVATE lockstep_grading)
  elseif(name STREQUAL "weave")
    target_link_libraries(${target} PRIVATE lockstep_site)
  elseif(name MATCHES "^(bench_record|lessons)$")
    target_link_libraries(${target} PRIVATE lockstep_records lockstep_course)
  endif()
  if(LOCKSTEP_BACKEND STREQUAL "sim")
    target_link_libraries(${target} PRIVATE lockstep_translator)
    target_include_directories(${target} PRIVATE ${lockstep_common})
    add_dependencies(${target} lockstep-translate)
  endif()
  if(name STREQUAL "site")
    target_link_libraries(${target} PRIVATE LibXml2::LibXml2 Threads::Threads)
  endif()
  lockstep_tested_programs(${folder} ${name})
  list(LENGTH host files)
  if(files GREATER 3)  # Catch2 2.13 is one header of 18,000 lines: read once, not once a file
    target_precompile_headers(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/tests/support/catch.hpp$<SEMICOLON><nlohmann/json.hpp>>")
  endif()
  set(limit 120)
  if(LOCKSTEP_BACKEND STREQUAL "cuda")
    set(limit 600)  # each answer is asked of a process of its own, which begins by making a CUDA context
  endif()
  if(name MATCHES "^(adding|site)$")
    set(limit 600)  # it builds a lesson; it opens each page of the site in a browser
  endif()
  set(more "")
  if(name STREQUAL "site")
    lockstep_built_site()
    set(more COST 100 FIXTURES_REQUIRED site ENVIRONMENT LOCKSTEP_SITE=${PROJECT_BINARY_DIR}/site/html)  # long ones begin first
  endif()
  # Of a name with a semicolon CMake makes two, of which Catch2 knows neither, and is content. Catch2 2.13 cannot skip a test.
  catch_discover_tests(${target} TEST_PREFIX "${name}: " DISCOVERY_MODE PRE_TEST
    PROPERTIES TIMEOUT ${limit} FAIL_REGULAR_EXPRESSION "No test cases matched" SKIP_REGULAR_EXPRESSION "skipped here: " ${more})
endfunction()

# The site as a test: that it comes out without a warning, and says what its runs and records say. Its pages are what tests/site reads.
function(lockstep_built_site)
  find_program(LOCKSTEP_DOXYGEN doxygen)
  if(NOT LOCKSTEP_DOXYGEN OR NOT TARGET lockstep_site)
    return()
  endif()
  add_test(NAME "site: is built without a warning"
    COMMAND sh ${PROJECT_SOURCE_DIR}/common/site/site.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} ${PROJECT_BINARY_DIR}/site)
  set_tests_properties("site: is built without a warning" PROPERTIES TIMEOUT 600 FIXTURES_SETUP site)
  add_dependencies(site_tests lessons lockstep-site lockstep-observe)
endfunction()

# What a folder's tests start: the lesson programs of its own folders, and for some those of the lessons. With the tests
# alone built, all is there.
function(lockstep_tested_programs folder name)
  file(GLOB fakes CONFIGURE_DEPENDS ${folder}/*/problem.hpp)
  foreach(problem IN LISTS fakes)
    cmake_path(GET problem PARENT_PATH fake)
    cmake_path(GET fake FILENAME fake)
    add_dependencies(${name}_tests ${fake})
  endforeach()
  if(name STREQUAL "lessons")
    add_dependencies(${name}_tests lessons bench fake_lesson fake_boxes)
  elseif(name STREQUAL "layout")
    add_dependencies(${name}_tests lockstep-front)
  elseif(name STREQUAL "bench_record")
    add_dependencies(${name}_tests lockstep-bench)
  elseif(name STREQUAL "observers")
    add_dependencies(${name}_tests 04_dot_product lockstep_sim)
  elseif(name STREQUAL "cc")
    add_dependencies(${name}_tests lockstep_sim)
    if(TARGET lockstep-observe)
      add_dependencies(${name}_tests lockstep-observe)
    endif()
  elseif(name STREQUAL "adding")  # its copy of the build has to have all that docs/adding_a_lesson.md does not make
    add_dependencies(${name}_tests lessons_tests layout_tests grading_tests exercise_kills lockstep-check lockstep-front)
    if(TARGET lockstep-site)
      add_dependencies(${name}_tests lockstep-site)
    endif()
  elseif(name STREQUAL "grading")
    add_dependencies(${name}_tests 04_dot_product lockstep-grade)
    foreach(made IN ITEMS 04_dot_product_exercise 04_dot_product_solution 04_dot_product_exercise_tests)
      if(TARGET ${made})
        add_dependencies(${name}_tests ${made})
      endif()
    endforeach()
  endif()
endfunction()

# ---- Benchmarks -----------------------------------------------------------------------------------------------------

# tests/bench/*.cu become lockstep_bench: a program, not a test. Its peer, Oclgrind, gets a program of its own.
function(lockstep_benchmarks)
  find_package(OpenCL QUIET)
  if(NOT benchmark_FOUND OR NOT OpenCL_FOUND OR LOCKSTEP_BACKEND STREQUAL "cuda")
    return()
  endif()
  set(folder ${PROJECT_SOURCE_DIR}/tests/bench)
  file(GLOB kernels CONFIGURE_DEPENDS ${folder}/*.cu)
  add_executable(lockstep_bench EXCLUDE_FROM_ALL)
  set_target_properties(lockstep_bench PROPERTIES LINKER_LANGUAGE CXX)
  target_compile_definitions(lockstep_bench PRIVATE LOCKSTEP_OPENCL_PROGRAM="$<TARGET_FILE:lockstep_bench_opencl>")
  target_include_directories(lockstep_bench PRIVATE ${lockstep_common})
  target_link_libraries(lockstep_bench PRIVATE lockstep_sim benchmark::benchmark_main)
  lockstep_kernels(lockstep_bench ${kernels})
  add_executable(lockstep_bench_opencl EXCLUDE_FROM_ALL ${folder}/opencl/matmul.cpp)
  target_link_libraries(lockstep_bench_opencl PRIVATE lockstep_options OpenCL::OpenCL)
  add_dependencies(lockstep_bench lockstep_bench_opencl)
endfunction()
