#!/bin/sh
# `./lockstep cc`: compiles CUDA programs for the simulator, and takes nvcc's options (cc/options.sh).
# The build writes the compiler, the flags and the libraries that it uses itself into the file $LOCKSTEP_CC_SETTINGS.
set -euf

fail() {
  printf 'lockstep cc: %s\n' "$1" >&2
  exit "${2:-2}"
}

usage() {
  cat <<'END'
./lockstep cc FILE… [-o PROGRAM]
Compiles .cu, .cpp and .c files for the simulator and links them with .o, .a and .so files. It takes
nvcc's options, among them -c -o -I -D -U -include -L -l -std -O -G -w -W… -x -lib -rdc -dc -E -M
-MD -Xcompiler -Xlinker -default-stream -run -v -dryrun; docs/commands.md lists them all.
END
}

# shellcheck disable=SC1090
. "${LOCKSTEP_CC_SETTINGS:?run this as ./lockstep cc}"
here=${0%/*}
# shellcheck source-path=SCRIPTDIR source=cc/options.sh
. "$here/cc/options.sh"
# shellcheck source-path=SCRIPTDIR source=cc/libraries.sh
. "$here/cc/libraries.sh"

# shellcheck disable=SC2086
read_options ${NVCC_PREPEND_FLAGS:-} "$@" ${NVCC_APPEND_FLAGS:-}
STANDARD=-std=$standard

[ -n "$sources" ] || fail "no file to compile; usage: ./lockstep cc FILE.cu… -o PROGRAM"
[ -z "$output" ] || [ ! -d "$output" ] || fail "-o $output is a folder"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# From here on words are split at line ends only.
IFS=$newline

# execute WORD…: shown, with -v, and run, without -dryrun.
execute() {
  [ -z "$verbose" ] || (IFS=' ' && printf '#$ %s\n' "$*" >&2)
  [ -n "$dry" ] || "$@"
}

# place FILE TARGET: a device, such as /dev/null, is written to, and not replaced.
place() {
  [ -z "$dry" ] || return 0
  mover="mv"
  [ ! -e "$2" ] || [ -f "$2" ] || mover="cp"
  reason=$(LC_ALL=C "$mover" "$1" "$2" 2>&1) || fail "cannot write $2: ${reason##*: }"
}

# name_of SOURCE SUFFIX: the file that is made of it where none is named.
name_of() {
  name=${1##*/}
  printf %s "${folder:+$folder/}${name%.*}$2"
}

# kind_of SOURCE
kind_of() {
  case $1 in
    *.o | *.obj | *.a | *.so | *.so.[0-9]*) kind=object && return ;;
    *.cu) kind=cu ;;
    *.c) kind=c ;;
    *) kind=c++ ;;
  esac
  kind=${language:-$kind}
}

# shellcheck source-path=SCRIPTDIR source=cc/missing.sh
. "$here/cc/missing.sh"

# A program's macros (-DN=1024, -DT=float) are for what it includes itself, and not for CUDA's headers, which come first.
define_later() {
  {
    echo '# 1 "<command-line>"'
    printf %s "$user_defines" | sed 's/^-U/#undef /; s/^-D\([^=]*\)$/-D\1=1/; s/^-D\([^=]*\)=/#define \1 /'
  } >"$work/defined.h"
}

# preprocessed SOURCE OPTION…: by g++ -E, as the kind of the source has it. The options come last.
preprocessed() {
  source=$1
  shift
  kind_of "$source"
  # shellcheck disable=SC2086
  case $kind in
    cu)
      define_later
      set -- "$CXX" "$STANDARD" $PREPROCESS $early_defines ${below_70:+-DLOCKSTEP_BELOW_COMPUTE_70} ${rdc:+-D__CUDACC_RDC__} -include cuda_runtime.h -include "$work/defined.h" $user_preprocess "$source" "$@"
      ;;
    c) set -- "$CXX" -E -x c $c_standard $HOST $early_defines $user_defines $user_preprocess "$source" "$@" ;;
    *) set -- "$CXX" -E -x c++ "$STANDARD" $HOST $early_defines $user_defines $user_preprocess "$source" "$@" ;;
  esac
  execute "$@" 2>"$work/messages" || { explain_missing <"$work/messages" >&2 && return 1; }
  cat "$work/messages" >&2
}

# without_defined FILE: dependencies, without the file of macros.
without_defined() { [ ! -f "$1" ] || sed -i "s: [^ ]*/defined\.h::; /^ *[^ ]*\/defined\.h *\\\?$/d" "$1"; }

# beside OBJECT: the options that write its dependencies there.
beside() {
  [ -z "$dependencies" ] || printf '%s\n' "$dependencies" -MF "${dependency_file:-${1%.*}.d}" -MT "${dependency_target:-$1}"
}

# Without -rdc, nvcc keeps a unit's variables to itself: other units may have some of the same name.
keep_variables_apart() {
  [ -z "$rdc" ] && [ -z "$dry" ] || return 0
  nm -g --defined-only -f sysv "$1" |
    awk -F'|' '$7 ~ /lockstep_(device|constant|managed)/ && $3 !~ /[VWu]/ { sub(/ *$/, "", $1); print $1 }' >"$work/variables"
  [ ! -s "$work/variables" ] || objcopy --localize-symbols="$work/variables" "$1"
}

# shellcheck disable=SC2086
to_cpp() { execute "$TRANSLATE" "$work/unit.i" -o "$work/unit.ii" --options "$work/unit.options" --foreign $relaxed; }

# translated SOURCE: what was preprocessed becomes C++. Inline PTX needs a header of its own, which takes time to read.
translated() {
  status=0
  to_cpp 2>"$work/messages" || status=$?
  [ "$status" != 3 ] || { preprocessed "$1" -include lockstep/sim/ptx/all.hpp -o "$work/unit.i" 2>/dev/null && to_cpp && return; }
  cat "$work/messages" >&2
  return "$status"
}

# compile_by WORD…
compile_by() {
  [ ! -t 2 ] || set -- "$@" -fdiagnostics-color=always
  execute "$@" 2>"$work/messages" || { explain_unknown <"$work/messages" >&2 && return 1; }
  cat "$work/messages" >&2
}

# to_object SOURCE OBJECT TARGET: compiles into OBJECT what will be TARGET.
to_object() {
  # shellcheck disable=SC2046
  preprocessed "$1" -o "$work/unit.i" $(beside "$3") || exit 1
  [ -z "$dependencies" ] || without_defined "${dependency_file:-${3%.*}.d}"
  # shellcheck disable=SC2086
  case $kind in
    cu)
      translated "$1" &&
        compile_by "$CXX" "$STANDARD" $COMPILE "@$work/unit.options" $user_compile -fpreprocessed -x c++ -c "$work/unit.ii" -o "$2" &&
        keep_variables_apart "$2"
      ;;
    c) compile_by "$CXX" $c_standard $DIALECT $user_compile $host_compile -g -fpreprocessed -x c -c "$work/unit.i" -o "$2" ;;
    *) compile_by "$CXX" "$STANDARD" $DIALECT $user_compile $host_compile -g -fpreprocessed -x c++ -c "$work/unit.i" -o "$2" ;;
  esac || exit 1
}

# make_objects: of all sources, in $work; their names are in $kernels and $objects.
make_objects() {
  number=0
  kernels=
  objects=
  for file in $sources; do
    kind_of "$file"
    [ "$kind" != object ] || { add objects "$file" && continue; }
    number=$((number + 1))
    to_object "$file" "$work/$number.o" "${output:-a.out}"
    # Kernels first: of the inline functions that others have too, the linker keeps the first, which has to be the one with hooks.
    case $kind in cu) add kernels "$work/$number.o" ;; *) add objects "$work/$number.o" ;; esac
  done
}

count=$(printf %s "$sources" | wc -l)
case $action in
  compile | preprocess | depend) [ "$count" = 1 ] || [ -z "$output" ] || fail "-o with $count files needs a program to link: leave out -o, or -c" ;;
esac

case $action in
  preprocess) for file in $sources; do preprocessed "$file" ${output:+-o} ${output:+"$output"} || exit 1; done ;;
  depend)
    # shellcheck disable=SC2046
    for file in $sources; do
      preprocessed "$file" "$dependencies" -MT "${dependency_target:-$(name_of "$file" .o)}" -MF "$work/dependencies" || exit 1
      without_defined "$work/dependencies"
      cat "$work/dependencies" >>"${dependency_file:-${output:-/dev/stdout}}"
    done
    ;;
  compile)
    for file in $sources; do
      object=${output:-$(name_of "$file" .o)}
      to_object "$file" "$work/unit.o" "$object"
      place "$work/unit.o" "$object"
    done
    ;;
  library)
    make_objects
    # shellcheck disable=SC2086
    execute ar rcs "$work/library.a" $kernels $objects || exit 1
    place "$work/library.a" "${output:-a.a}"
    ;;
  device_link) # is part of the link here; who asks for it links its object, too
    : >"$work/empty.c"
    execute "$CXX" -x c -c "$work/empty.c" -o "$work/empty.o" || exit 1
    place "$work/empty.o" "${output:-a_dlink.o}"
    ;;
  link)
    make_objects
    # Built aside and moved, so that a failed link leaves the old program as it was.
    # shellcheck disable=SC2086
    execute "$CXX" $kernels $objects $user_link $LIBRARIES -Wl,--defsym=lockstep_fresh_memory_is_zero=1 -o "$work/program" 2>"$work/messages" || { explain_link <"$work/messages" >&2 && exit 1; }
    cat "$work/messages" >&2
    output=${output:-a.out}
    place "$work/program" "$output"
    [ -n "$runs" ] && [ -z "$dry" ] || exit 0
    case $output in */*) ;; *) output=./$output ;; esac
    rm -rf "$work"
    # shellcheck disable=SC2086
    exec "$output" $run_words
    ;;
esac
