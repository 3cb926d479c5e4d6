#!/bin/sh
# Makes one source of a lesson's wrong answers, each in a namespace of its own, so that what they all include is read once and not 16 times.
# usage: wrong_answers.sh OUT SOLUTION ANSWER…
# An answer is NAME.patch, a few words and a diff against the solution, which becomes wrong/NAME.cu beside OUT; or a whole NAME.cu.
set -eu

out=$1 solution=$2
shift 2
patched=$(dirname "$out")/wrong

# refuse ANSWER LINE WHAT
refuse() {
  printf '%s:%s: error: %s\n' "$@" >&2
  exit 1
}

require_meant_part() {
  grep -qE '^(/// )?Rejected by: part[0-9]+$' "$1" || refuse "$1" 1 "no line says which part is to reject it: 'Rejected by: part1'"
}

# refuse_patch ANSWER: which did not apply, as $log says.
refuse_patch() {
  # shellcheck disable=SC2046  # two numbers: which piece of the diff, and the solution's line where it was looked for
  set -- "$1" $(printf '%s\n' "$log" | sed -n 's/^Hunk #\([0-9]*\) FAILED at \([0-9]*\).*/\1 \2/p' | head -n 1)
  [ $# -eq 3 ] || refuse "$1" 1 "this is no diff that can be applied: $(printf '%s\n' "$log" | tail -n 1)"
  line=$(grep -n '^@@ ' "$1" | sed -n "$2s/:.*//p")
  refuse "$1" "$line" "does not fit $solution any more, whose line $3 and those below it are others: write the lines here as they are there"
}

# Only where all lines around a change are as they were (--fuzz=0): what is put in the wrong place may well compile. They may have moved.
apply() {
  log=$(LC_ALL=C patch --unified --force --fuzz=0 --reject-file=- --output="$2" "$solution" "$1" 2>&1) || refuse_patch "$1"
}

rm -rf "$out" "$patched"
mkdir -p "$patched"
for answer in "$@"; do
  require_meant_part "$answer"
  source=$answer
  case $answer in *.patch)
    source=$patched/$(basename "$answer" .patch).cu
    apply "$answer" "$source"
    ;;
  esac
  set -- "$@" "$source"
  shift
done
{
  awk '/^#include/ && !seen[$0]++' "$@"
  for source in "$@"; do printf 'namespace %s {\n#include "%s"\n}\n' "$(basename "$source" .cu)" "$source"; done
} >"$out"
