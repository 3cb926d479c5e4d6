#!/bin/sh
# Builds a submission's program inside the box, from its source and the harness's objects.
# usage: build_submission.sh SETTINGS SOURCE PROGRAM SYMBOLS
# SETTINGS is what the build wrote of its own compiler, flags and libraries. PROGRAM and SYMBOLS are files that exist: SYMBOLS becomes
# what the submission's object defines and needs, for the grader to judge.
# Exit status: 0 built; 3 it does not compile, as the compiler says; 4 the source is refused, which one line says; another: a tool of ours
# failed. (The shell itself ends with 2.)
set -eu

# shellcheck disable=SC1090
. "$1"
source=$2 program=$3 symbols=$4

refuse() {
  printf '%s\n' "$1" >&2
  exit 4
}

# Drops the translator's own assembly, the marks of steps (lockstep/sim/launch.hpp), from what the compiler wrote, and places in the source that
# the compiler names between two of them.
# shellcheck disable=SC2016  # awk's $0
without_steps='
  /^#APP/ { inside = 1; assembly = ""; next }
  /^#NO_APP/ { gsub(/\t661: nop\n\.pushsection lockstep_steps, "a\?", %progbits\n\.long 661b - \.\n\.popsection\n/, "", assembly)
    if (assembly != "") print "#APP"
    inside = 0; next }
  inside && /^(# [0-9]+ "|\.L[A-Z]+[0-9]+:$|\t\.(loc|cfi_[a-z_]+) [0-9a-zA-Z_.,% -]+$)/ { next }
  inside { assembly = assembly $0 "\n"; next }
  { print }
  END { if (inside) print "#APP" }'

# Words are one a line, so that paths may have spaces.
IFS='
'
set -f
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$source" "$work/exercise.cu" # the name that messages show, whatever it was called
cd "$work"

# shellcheck disable=SC2086
{
  # Where TBB is installed, <execution> would read its headers, which are full of the compiler's own functions. What Ubuntu's compiler makes of
  # memcpy and printf by default, the guard need not know.
  "$CXX" $STANDARD $PREPROCESS -U_FORTIFY_SOURCE -D__LOCKSTEP_SUBMISSION__ -D_GLIBCXX_USE_TBB_PAR_BACKEND=0 -fmax-errors=20 -include cuda_runtime.h \
    exercise.cu -o read.i || exit 3
  # From g++ 13 on, <iostream> has a line of assembly that names a symbol, so that no older library is linked. The course links the
  # compiler's own, and the line can go. A submission that imitates it loses it as well: what is left is judged, and compiled.
  awk '/^# [0-9]/ { of_system = / 3( 4)?$/ }
    of_system { gsub(/__asm \("\.globl [A-Za-z0-9_]+"\)/, "static_assert(true)") } 1' read.i >unit.i
  # Strings that stand side by side become one, so that no name is hidden in pieces. Only a whole line is one of the preprocessor's marks.
  sed -E '/^# [0-9]+ "[^"]*"( [0-9])*$/d' unit.i | tr '\n' ' ' | sed 's/"[[:space:]]*"//g' >said
  unseen=$(grep -oE 'no_sanitize|__tsan_|__sanitizer_|__builtin_(ia32|aarch64)_[a-z0-9_]*|weakref' said | grep -v '_pause$' | head -n 1)
  [ -z "$unseen" ] || refuse "$unseen is not allowed in a submission: what its kernels do is counted"
  if grep -qE '[(,:[][[:space:]]*(__)?section(__)?[[:space:]]*\([[:space:]]*[A-Za-z0-9]*"' said; then
    refuse "section is not allowed in a submission: the compiler says where code and data lie"
  fi
  # Names that a source gives to symbols and sections come to the assembler as they were written, with lines of assembly in them. After the
  # string of inline assembly there is a colon, and the compiler marks it, wherever a macro hides it. It could embed any file, or call the system.
  asm="inline assembly is not allowed in a submission: write plain CUDA"
  if LC_ALL=C grep -oE '((^|[^A-Za-z0-9_])(__)?asm|[(,:[][[:space:]]*(__)?(section|symver|alias|ifunc|weakref))(__)?[[:space:]]*\([[:space:]]*[A-Za-z0-9]*"([^"\\]|\\.)*"[[:space:]]*.?' said |
    LC_ALL=C grep -vqE '\([[:space:]]*"[A-Za-z0-9_.$]*"[[:space:]]*\)$|^.?(__)?asm(__)?[[:space:]]*\([[:space:]]*".*:$'; then refuse "$asm"; fi
  # A register as a variable: the stack pointer could be one.
  if grep -qE '(^|[^A-Za-z0-9_])register[^;{}()]*[^A-Za-z0-9_](__)?asm(__)?[[:space:]]*\(' said; then refuse "$asm"; fi
  "$TRANSLATE" unit.i -o unit.ii --options unit.options || exit 3
  "$CXX" $STANDARD $COMPILE $GUARDED -fmax-errors=20 -fno-gnu-unique "-fdebug-prefix-map=$work=." "@unit.options" -fpreprocessed -x c++ -S unit.ii -o unit.s || exit 3
  if awk "$without_steps" unit.s | grep -q '^#APP'; then refuse "$asm"; fi
  # Names of symbols and of sections come to the assembler as they were written, with lines of assembly in them.
  if sed 's/"[^"]*"//g' unit.s | grep -qE '(^|[[:space:];])((\.incbin|\.include|syscall)([[:space:]#;]|$)|svc[[:space:]]+[#0-9])'; then refuse "$asm"; fi
  # What it touches is checked where it touches it. The guard says which line it does not know.
  if [ -n "$GUARD" ]; then
    "$GUARD" unit.s guarded.s || { [ $? -ne 2 ] || exit 4; exit 1; }
    mv guarded.s unit.s
  fi
  "$CXX" -c unit.s -o unit.o || exit 3

  # Sealed: what it defines stays its own, so that it cannot take the place of a function of the harness or of the library.
  # All code is one section, whose name tells the guard's checks where it begins and ends.
  echo 'SECTIONS { .text : { *(.text .text.*) } }' >code.ld
  "$CXX" -r -nostdlib -Wl,--force-group-allocation -Wl,-T,code.ld unit.o -o whole.o || exit 3
  objcopy --wildcard --localize-symbol='*' --rename-section .text=lockstep_code whole.o sealed.o || exit 3
  objdump -w -h -t whole.o >"$symbols"
  # One function is the compiler's own.
  grep ' F \.text' "$symbols" | grep -qv ' _sub_I_' || refuse "it defines no function: an exercise ends with run() and its registration"

  # What the harness gets from `new` lies where the submission cannot write, and what it has of the standard library's templates is for itself.
  new=
  if [ -n "$IN_VAULT" ]; then
    new=-Wl,--defsym,_Znwm=lockstep_guard_new_outside,--defsym,_Znam=lockstep_guard_new_outside
    # Of what both it and the kit define, the kit's is taken.
    objcopy --weaken --redefine-syms="$IN_VAULT" --wildcard --localize-symbol='_ZNSt*' --localize-symbol='_ZNKSt*' --localize-symbol='_ZSt*' "$MAIN" main.o || exit 3
  else
    cp "$MAIN" main.o
  fi
  "$CXX" sealed.o main.o $LIBRARIES $new -Wl,-z,noexecstack -o built || exit 3  # whatever a note of its own asks for
}
cat built >"$program"
