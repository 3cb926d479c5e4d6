#!/bin/sh
# `./lockstep cc`: compiles CUDA programs for the simulator, with the options of nvcc that make sense there.
# The build writes the compiler, the flags and the libraries that it uses itself into the file $LOCKSTEP_CC_SETTINGS.
set -eu

fail() {
  printf 'lockstep cc: %s\n' "$1" >&2
  exit "${2:-2}"
}

# shellcheck disable=SC1090
. "${LOCKSTEP_CC_SETTINGS:?run this as ./lockstep cc}"
STANDARD=-std=gnu++17  # nvcc's default, and not the course's

output=a.out
only_objects=
user_preprocess=
user_compile=
user_link=
sources=
count=0

# Words are kept in lists, one a line, so that names may have spaces.
newline='
'
add() { eval "$1=\${$1}\$2\$newline"; }

# choose_standard NAME: the simulator's headers need C++14, which takes what is C++11.
choose_standard() {
  case $1 in
    c++03 | c++11 | c++14) STANDARD=-std=c++14 ;;
    gnu++03 | gnu++11 | gnu++14) STANDARD=-std=gnu++14 ;;
    c++17 | c++20 | c++23 | gnu++17 | gnu++20 | gnu++23) STANDARD=-std=$1 ;;
    *) fail "unknown dialect -std=$1; the known ones are c++03, c++11, c++14, c++17, c++20, c++23, and the same with gnu++" ;;
  esac
}

# needs_value OPTION VALUE…: what is left of the command line.
needs_value() { [ -n "${2:-}" ] || fail "$1 needs a value"; }

while [ $# -gt 0 ]; do
  case $1 in
    # About GPU code only, or always on here.
    -g | -lineinfo | --generate-line-info | -rdc=* | -dc | --expt-* | --extended-lambda | -use_fast_math | --use_fast_math) ;;
    -G | --device-debug) add user_compile "$DEBUG" ;;
    -arch | -gencode | -code | --gpu-architecture | -maxrregcount | -Xptxas) needs_value "$@" && shift ;;
    -arch=* | -gencode=* | -code=* | --gpu-architecture=* | -maxrregcount=* | -Xptxas=*) ;;
    -o) needs_value "$@" && output=$2 && shift ;;
    -c) only_objects=yes ;;
    -I | -D | -U | -include | -isystem) needs_value "$@" && add user_preprocess "$1" && add user_preprocess "$2" && shift ;;
    -I* | -D* | -U*) add user_preprocess "$1" ;;
    # The libraries that the simulator has are linked anyway.
    -lcublas | -lcublas_static | -lcurand | -lcurand_static) ;;
    -L | -l) needs_value "$@" && add user_link "$1$2" && shift ;;
    -L* | -l* | -Wl,*) add user_link "$1" ;;
    -Xcompiler | --compiler-options) needs_value "$@" && add user_compile "$(printf %s "$2" | tr , "$newline")" && shift ;;
    -Xcompiler=* | --compiler-options=*) add user_compile "$(printf %s "${1#*=}" | tr , "$newline")" ;;
    -std | --std) needs_value "$@" && choose_standard "$2" && shift ;;
    -std=* | --std=*) choose_standard "${1#*=}" ;;
    # Where nothing is inlined, an access by a copy that is a call would be on the line where its class is.
    -O0) add user_compile "-O0" && add user_compile "-felide-constructors" ;;
    -W* | -O* | -fopenmp | -pthread) add user_compile "$1" && case $1 in -fopenmp) add user_preprocess "$1" && add user_link "$1" ;; esac ;;
    -*) fail "unknown option $1; the known ones are -o -c -I -D -U -L -l -std -O -G -W -Xcompiler, and nvcc's options about GPU code, which do nothing here" ;;
    *.cu | *.cpp | *.cc | *.cxx | *.c | *.o | *.a)
      [ -f "$1" ] || fail "there is no file $1"
      add sources "$1" && count=$((count + 1))
      ;;
    *) fail "'$1' is neither an option nor a file that ends in .cu, .cpp, .o or .a" ;;
  esac
  shift
done
[ "$count" -gt 0 ] || fail "no file to compile; usage: ./lockstep cc FILE.cu… -o PROGRAM"
[ ! -d "$output" ] || fail "-o $output is a folder"
[ -z "$only_objects" ] || [ "$count" = 1 ] || [ "$output" = a.out ] || fail "-c with -o takes one file"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# From here on words are split at line ends only.
IFS=$newline
set -f

# preprocess FILE [OPTION…]. The compiler's own message would leave open whether a path is wrong, or the simulator without it.
preprocess() {
  file=$1 && shift
  # shellcheck disable=SC2086
  "$CXX" $STANDARD $PREPROCESS $user_preprocess -include cuda_runtime.h "$@" "$file" -o "$work/unit.i" 2>"$work/messages" && { cat "$work/messages" >&2 && return; }
  header=$(sed -n 's/.*fatal error: \([^ :]*\):.*/\1/p' "$work/messages")
  case $header in
    thrust/* | cub/*)
      place=$(sed -n 's/:[0-9]*: fatal error: .*//p' "$work/messages")
      printf "%s: error: %s is not installed: it is in Debian's packages libthrust-dev and libcub-dev\n" "$place" "$header" >&2
      ;;
    cuda.h | cuda_fp*.h | cublas* | cusolver* | cusparse* | cufft* | curand* | nccl* | nvtx3/* | nvml.h)
      place=$(sed -n 's/:[0-9]*: fatal error: .*//p' "$work/messages")
      printf "%s: error: the simulator has no %s: it has CUDA's runtime API, but none of its libraries\n" "$place" "$header" >&2
      ;;
    *) cat "$work/messages" >&2 ;;
  esac
  return 1
}

to_cpp() { "$TRANSLATE" "$work/unit.i" -o "$work/unit.ii" --options "$work/unit.options"; }

# Inline PTX needs a header of its own, which takes time to read.
translate() {
  preprocess "$1" || return
  status=0
  to_cpp 2>"$work/messages" || status=$?
  [ "$status" != 3 ] || { preprocess "$1" -include lockstep/sim/ptx/all.hpp 2>/dev/null && to_cpp; return; }
  cat "$work/messages" >&2
  return "$status"
}

to_object() {
  # shellcheck disable=SC2086
  case $1 in
    *.cu)
      translate "$1" &&
        "$CXX" $STANDARD $COMPILE "@$work/unit.options" $user_compile -fpreprocessed -x c++ -c "$work/unit.ii" -o "$2"
      ;;
    *.c) "$CXX" -x c $DIALECT $user_preprocess -I"$INCLUDE" -I"$INCLUDE/libraries" -g -c "$1" -o "$2" ;;
    *) "$CXX" $STANDARD $DIALECT $user_preprocess $user_compile -isystem "$INCLUDE" -isystem "$INCLUDE/libraries" -g -c "$1" -o "$2" ;;
  esac || exit 1
}

# place FILE TARGET
place() { reason=$(LC_ALL=C mv "$1" "$2" 2>&1) || fail "cannot write $2: ${reason##*: }"; }

kernels=
objects=
number=0
for source in $sources; do
  number=$((number + 1))
  case $source in *.o | *.a) add objects "$source" && continue ;; esac
  object=$work/$number.o
  if [ -n "$only_objects" ]; then
    name=$(basename "$source")
    to_object "$source" "$object"
    if [ "$output" = a.out ]; then place "$object" "${name%.*}.o"; else place "$object" "$output"; fi
  else
    to_object "$source" "$object"
    # Kernels first: of the inline functions that others have too, the linker keeps the first, which has to be the one with hooks.
    case $source in *.cu) add kernels "$object" ;; *) add objects "$object" ;; esac
  fi
done
[ -z "$only_objects" ] || exit 0

# Built aside and moved, so that a failed link leaves the old program as it was.
# shellcheck disable=SC2086
"$CXX" $kernels $objects $user_link $LIBRARIES -o "$work/program" || exit 1
place "$work/program" "$output"
