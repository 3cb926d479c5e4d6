#!/bin/sh
# A lesson program that breaks the protocol in the way that --kernel names. HONEST_PROGRAM is one that keeps it.

# The program that keeps the protocol, with the arguments given here, but for the version that it knows.
honest() {
  for argument; do
    shift
    [ "$argument" != "$kernel" ] || argument=v0_cpu
    set -- "$@" "$argument"
  done
  "$HONEST_PROGRAM" "$@"
}

before=
for argument; do
  case "$before" in
    --kernel) kernel=$argument ;;
    --out) out=$argument ;;
  esac
  before=$argument
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
  status) honest "$@"; echo "something went wrong" >&2; exit 3 ;;
  honest) honest "$@" ;;
esac
