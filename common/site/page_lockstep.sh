#!/bin/sh
# The ./lockstep of the folder in which a page's commands run: the course's own, cut down to what needs no building. A lesson goes by its
# number, as in `./lockstep run 04`. A page that shows several runs of a program compiles it once.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/../.." && pwd)
build=${LOCKSTEP_BUILD:?}
verb=$1
shift
case $verb in
  run)
    lesson=$1
    shift
    for program in "$build"/lessons/"$lesson"_*; do
      case $program in *_*_main | *.*) ;; *) exec "$program" "$@" ;; esac
    done
    exit 2
    ;;
  cc)
    done=.compiled_$(echo "$*" | cksum | tr -dc 0-9)
    [ -e "$done" ] || LOCKSTEP_CC_SETTINGS=$build/cc.settings sh "$root/common/sim/cc.sh" "$@"
    : >"$done"
    ;;
  profile | check-program) exec "$build/lockstep-observe" "$verb" "$@" ;;
  step) exec "$build/lockstep-front" "$PWD" sim "" step "$@" ;;  # its traces and drawings are this folder's
  _build) ;;                                                      # which the front end asks for: all is built
  list | debug) exec "$build/lockstep-front" "$root" sim "" "$verb" "$@" ;;
  *) exit 2 ;;
esac
