#!/bin/sh
# Makes autograder.zip, which Gradescope asks for, of the last commit of this checkout.
# usage: make_zip.sh LESSON [--rubric FILE] [--seed N] [--rank] [--unsafe]
# --rank: with a leaderboard.
# --unsafe: submissions run without a box, for containers that allow none.
set -eu
folder=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
course=$(git -C "$folder" rev-parse --show-toplevel)
fail() {
  printf 'make_zip.sh: %s\n' "$*" >&2
  exit 2
}

[ $# -gt 0 ] || fail "usage: make_zip.sh LESSON [--rubric FILE] [--seed N] [--rank] [--unsafe]"
exercise=$(find "$course/lessons" -path "$course/lessons/$1*/exercise.cu")
[ "$(printf '%s\n' "$exercise" | grep -c .)" = 1 ] || fail "there is no exercise '$1'; write 04 or 04_dot_product"
lesson=$(basename "$(dirname "$exercise")")
shift

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "$lesson" >"$work/lesson"
: >"$work/options"
while [ $# -gt 0 ]; do
  case $1 in
    --rubric)
      [ -f "${2:-}" ] || fail "--rubric needs a file"
      cp "$2" "$work/rubric.json"
      echo "--rubric rubric.json" >>"$work/options"
      shift
      ;;
    --seed)
      case ${2:-} in '' | *[!0-9]*) fail "--seed needs a number" ;; esac
      echo "--seed $2" >>"$work/options"
      shift
      ;;
    --rank | --unsafe) echo "$1" >>"$work/options" ;;
    *) fail "unknown option '$1'; the options are --rubric FILE, --seed N, --rank and --unsafe" ;;
  esac
  shift
done

for file in "$folder/setup.sh" "$folder/run_autograder" "$work"/*; do set -- "$@" "--add-file=$file"; done
git -C "$course" archive --format=zip --output="$work/autograder.zip" "$@" HEAD
mv "$work/autograder.zip" .
[ -z "$(git -C "$course" status --porcelain)" ] || echo "make_zip.sh: changes that are not committed are not in autograder.zip" >&2
echo "autograder.zip: lesson $lesson $(tr '\n' ' ' <"$work/options")"
