#!/bin/sh
# A lesson program that breaks the protocol in the way that --kernel names. HONEST_PROGRAM is one that keeps it.
arguments="$*"
while [ $# -gt 0 ]; do
  case "$1" in
    --kernel) kernel=$2 ;;
    --out) out=$2 ;;
  esac
  shift
done

case "$kernel" in
  crash) kill -SEGV $$ ;;
  loop) while :; do :; done ;;
  flood) while :; do echo "All tests passed"; done ;;
  wait_for_child) sleep 60 & wait ;;
  leave_child) sleep 60 & ;;  # the child keeps stdout open after its parent has ended
  silent) : ;;
  boast) echo "All tests passed (1 assertion in 1 test case)" ;;
  short) printf '\000\000\000' >"$out" ;;
  long) printf '\000\000\000\000\000' >"$out" ;;
  nan) printf '\377\377\377\377' >"$out" ;;
  zero) printf '\000\000\000\000' >"$out" ;;
  folder) mkdir "$out" ;;
  status) $HONEST_PROGRAM $(echo "$arguments" | sed 's/--kernel status/--kernel v0_cpu/'); echo "something went wrong" >&2; exit 3 ;;
  honest) $HONEST_PROGRAM $(echo "$arguments" | sed 's/--kernel honest/--kernel v0_cpu/') ;;
esac
