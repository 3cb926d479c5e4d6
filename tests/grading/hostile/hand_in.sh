#!/bin/sh
# Hands the hostile submissions in: makes a folder with an exercise.cu in OUT of each folder here, or of those named.
# usage: hand_in.sh OUT [NAME…]
# In their files @LOCKSTEP@ is the folder of the course, and a line "// The solution stands here." the course's own answer, whose run()
# begins with a call of attack() where there is one: what is to fail is the attack, not the answer.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
course=$(CDPATH='' cd -- "$here/../../.." && pwd)
solution=$course/solutions/04_dot_product/exercise.cu
out=$1
shift
[ $# -gt 0 ] || set -- "$here"/*/

for folder in "$@"; do
  name=$(basename "$folder")
  mkdir -p "$out/$name"
  attacked=/^$/!b
  grep -q '^void attack()' "$here/$name/exercise.cu" && attacked='/^void run(/a\  attack();'
  awk -v answer="$(sed "$attacked" "$solution" | sed 's/\\/\\\\/g')" -v course="$course" \
    '$0 == "// The solution stands here." { print answer; next } { gsub(/@LOCKSTEP@/, course); print }' \
    "$here/$name/exercise.cu" >"$out/$name/exercise.cu"
done
