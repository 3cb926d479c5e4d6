#!/bin/sh
# Makes a class of 200 submissions to exercise 04: folders, archives and single files; right answers, unsolved and wrong ones, and a fifth
# of them hostile or broken.
# usage: make_class.sh OUT
# OUT/submissions is the class, and OUT/expected.txt says who is to get how many points.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
course=$(CDPATH='' cd -- "$here/../../.." && pwd)
solution=$course/solutions/04_dot_product
students=200
[ $# -eq 1 ] || { echo "usage: make_class.sh OUT" >&2 && exit 2; }
out=$1
[ ! -e "$out/submissions" ] || { echo "make_class.sh: $out/submissions is there already; name another folder" >&2 && exit 2; }
mkdir -p "$out/submissions" "$out/work"
out=$(CDPATH='' cd -- "$out" && pwd)
class=$out/submissions
: >"$out/expected.txt"

# hand_in STUDENT POINTS FILE: in one of the forms in which students hand in, in turn.
forms=0
hand_in() {
  forms=$((forms + 1))
  folder=$out/work/$1
  mkdir -p "$folder"
  cp "$3" "$folder/exercise.cu"
  case $((forms % 5)) in
    0) cp "$3" "$class/$1.cu" ;;
    1) tar -C "$out/work" -cf "$class/$1.tar" "$1" ;;
    2) tar -C "$folder" -czf "$class/$1.tar.gz" ./exercise.cu ;;
    3) cmake -E chdir "$folder" cmake -E tar cf "$class/$1.zip" --format=zip exercise.cu ;;
    *) mkdir "$class/$1" && cp "$3" "$class/$1/" ;;
  esac
  echo "$1 $2" >>"$out/expected.txt"
}

# The points of exercise 04's parts are 3 2 2 1 2 1; these wrong answers fail the parts that follow their names.
wrong_answers="bank_conflicts:10 barrier_in_branch:0 chunks:- dropped_tail:- first_block_only:- float_accumulator:9 forgets_root:0
missing_barrier:- on_host:0 prints_a_pass:0 race_on_result:- scaled:- uninitialised:-"
