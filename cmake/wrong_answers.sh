#!/bin/sh
# Makes one source of a lesson's wrong answers, each in a namespace of its own, so that what they all include is read once instead of 16 times.
# usage: wrong_answers.sh OUT SOLUTION ANSWER…
# An answer is NAME.patch, a few words and a diff against the solution, which becomes wrong/NAME.cu beside OUT; or a whole NAME.cu.
set -eu

out=$1 solution=$2
shift 2
patched=$(dirname "$out")/wrong

# refuse ANSWER LINE WHY: the other answers are still checked, because after a change to a solution you want to know all patches that fail.
refused=
refuse() {
  printf '%s:%s: error: %s\n' "$@" >&2
  refused=yes
}

says_its_part() { grep -qE '^(/// )?Rejected by: part[0-9]+$' "$1"; }

# apply PATCH SOURCE: only if all lines around a change are unchanged (--fuzz=0), because a change in the wrong place may well compile. They
# may have moved.
apply() { log=$(LC_ALL=C patch --unified --force --fuzz=0 --reject-file=- --output="$2" "$solution" "$1" 2>&1); }

# Which hunk of the diff did not apply, and the line of the solution where it was expected, according to $log.
misfit() { printf '%s\n' "$log" | sed -n 's/^Hunk #\([0-9]*\) FAILED at \([0-9]*\).*/\1 \2/p' | head -n 1; }

refuse_patch() {
  misfit=$(misfit)
  if [ -n "$misfit" ]; then
    refuse "$1" "$(grep -n '^@@ ' "$1" | sed -n "${misfit% *}s/:.*//p")" \
      "no longer fits $solution, where line ${misfit#* } or one below it has changed: update these lines in the patch"
  else
    refuse "$1" 1 "this is not a diff that can be applied: $(printf '%s\n' "$log" | tail -n 1)"
  fi
}

rm -rf "$out" "$patched"
mkdir -p "$patched"
for answer in "$@"; do
  source=$answer
  says_its_part "$answer" || refuse "$answer" 1 "no line says which part must reject it, such as 'Rejected by: part1'"
  case $answer in *.patch) source=$patched/$(basename "$answer" .patch).cu && { apply "$answer" "$source" || refuse_patch "$answer"; } ;; esac
  set -- "$@" "$source"
  shift
done
[ -z "$refused" ] || exit 1
{
  awk '/^#include/ && !seen[$0]++' "$@"
  for source in "$@"; do printf 'namespace %s {\n#include "%s"\n}\n' "$(basename "$source" .cu)" "$source"; done
} >"$out"
