#!/bin/sh
# Makes a class of 200 submissions to exercise 04: folders, archives and single files; right answers, unsolved and wrong ones, and a fifth
# of them hostile or broken.
# usage: make_class.sh OUT
# OUT/submissions is the class, and OUT/expected.txt says who is to get how many points.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
course=$(CDPATH='' cd -- "$here/../../.." && pwd)
solution=$course/solutions/04_dot_product
fail() {
  printf 'make_class.sh: %s\n' "$1" >&2
  exit 2
}
[ $# -eq 1 ] || fail "one folder is needed: make_class.sh OUT"
[ ! -e "$1/submissions" ] || fail "$1/submissions is there already; name another folder"
mkdir -p "$1/submissions" "$1/work"
out=$(CDPATH='' cd -- "$1" && pwd)
class=$out/submissions work=$out/work
: >"$out/expected.txt"

# hand_in STUDENT POINTS FILE: in one after the other of the forms in which students hand in.
form=0
hand_in() {
  form=$(((form + 1) % 5))
  mkdir -p "$work/$1"
  cp "$3" "$work/$1/exercise.cu"
  case $form in
    0) cp "$3" "$class/$1.cu" ;;
    1) tar -C "$work" -cf "$class/$1.tar" "$1" ;;
    2) tar -C "$work/$1" -czf "$class/$1.tar.gz" ./exercise.cu ;;
    3) (cd "$work/$1" && cmake -E tar cf "$class/$1.zip" --format=zip exercise.cu) ;;
    *) cp -r "$work/$1" "$class/$1" ;;
  esac
  echo "$1 $2" >>"$out/expected.txt"
}

# 96 right answers, no two the same.
for copy in 1 2 3 4 5 6; do
  for block in 64 128 256 512; do
    for grid in 60 120 240 480; do
      name=right_${block}_${grid}_$copy
      sed "s/kBlock = 256/kBlock = $block/; s/kGrid = [0-9]*/kGrid = $grid/; s/\\<quad\\>/x_$copy/g" "$solution/exercise.cu" >"$work/file"
      hand_in "$name" 11 "$work/file"
    done
  done
done

# wrong_answer NAME: all of it. One that has hardly a line of the solution is not a patch.
wrong_answer() { cat "$solution/wrong/$1.cu" 2>/dev/null || patch -s -o - "$solution/exercise.cu" "$solution/wrong/$1.patch"; }

# 52 wrong answers and 12 unsolved ones. The parts have 3, 2, 2, 1, 2 and 1 points; each of these fails the part that its file names, and
# those that ask for what it lacks as well.
for copy in 1 2 3 4; do
  for answer in bank_conflicts=10 barrier_in_branch=0 chunks=9 dropped_tail=6 first_block_only=0 float_accumulator=9 forgets_root=0 \
    missing_barrier=0 on_host=0 prints_a_pass=0 race_on_result=10 scaled=8 uninitialised=6; do
    { echo "// copy $copy" && wrong_answer "${answer%=*}"; } >"$work/file"
    hand_in "wrong_${answer%=*}_$copy" "${answer#*=}" "$work/file"
  done
  for unsolved in a b c; do
    { echo "// $unsolved$copy" && cat "$course/lessons/04_dot_product/exercise.cu"; } >"$work/file"
    hand_in "unsolved_$unsolved$copy" 0 "$work/file"
  done
done

# 34 that mean harm.
hostile="compile_constexpr_bomb compile_dev_zero compile_endless_errors compile_incbin compile_incbin_label compile_itself
compile_memory_bomb compile_solution_absolute host_abort host_allocation host_at_exit host_constructor_list host_constructor_report
host_dlopen host_environ host_errors host_exit host_fork_bomb host_loop host_output host_recursion host_report host_socket
host_system_call host_thread host_writes_results kernel_allocation kernel_host_memory kernel_loop kernel_output link_hook link_main
link_operator_new link_stop_check"
# shellcheck disable=SC2086
"$course/tests/grading/hostile/hand_in.sh" "$work/hostile" $hostile
for name in $hostile; do
  hand_in "hostile_$name" "$(sed -n 's|^/// Expected: ||p' "$course/tests/grading/hostile/$name/exercise.cu")" "$work/hostile/$name/exercise.cu"
done

# 6 that are broken before they are compiled.
mkdir "$class/broken_no_file" "$class/broken_empty" "$class/broken_binary" "$class/broken_link"
: >"$class/broken_empty/exercise.cu"
cp /bin/true "$class/broken_binary/exercise.cu"
ln -s "$solution/exercise.cu" "$class/broken_link/exercise.cu"
echo "no archive" >"$class/broken_zip.zip"
tar -C "$work/hostile" -cPf "$class/broken_up.tar" "../hostile/host_exit/exercise.cu"
for name in no_file empty binary link zip up; do echo "broken_$name 0" >>"$out/expected.txt"; done

rm -r "$work"
echo "$(wc -l <"$out/expected.txt") submissions are in $class"
