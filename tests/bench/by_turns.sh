#!/bin/sh
# Runs the benchmarks of another checkout and of this one by turns, so that both see the same machine, and prints the best time of each:
#   tests/bench/by_turns.sh OTHER_CHECKOUT [FILTER]
# Both need lockstep_bench: ninja -C build/sim lockstep_bench.
set -eu
if [ $# -lt 1 ] || [ ! -d "$1" ]; then
  echo "usage: tests/bench/by_turns.sh OTHER_CHECKOUT [FILTER]" >&2
  exit 2
fi
here=$(cd "$(dirname "$0")/../.." && pwd)
for tree in "$1" "$here"; do
  [ -x "$tree/build/sim/lockstep_bench" ] || {
    echo "by_turns.sh: $tree has no build/sim/lockstep_bench; run: ninja -C $tree/build/sim lockstep_bench" >&2
    exit 3
  }
done
for _ in 1 2 3; do
  for tree in "$1" "$here"; do
    name=other
    [ "$tree" = "$here" ] && name=this
    "$tree/build/sim/lockstep_bench" --benchmark_filter="${2:-.}" --benchmark_format=csv 2>/dev/null | sed -n "s|^\"|$name,\"|p"
  done
done | awk -F, '
  { key = $2; ms = $4; if (!(key in seen)) { order[++count] = key; seen[key] = 1 }
    if (!(($1, key) in best) || ms < best[$1, key]) best[$1, key] = ms }
  END { printf "%-44s %14s %14s %8s\n", "benchmark (ns an iteration)", "other", "this", "faster"
    for (i = 1; i <= count; ++i) { k = order[i]; o = best["other", k]; t = best["this", k]
      gsub(/"/, "", k); printf "%-44s %14s %14s %8s\n", k, o == "" ? "-" : o, t == "" ? "-" : t, (o == "" || t == "") ? "-" : sprintf("%.2f", o / t) } }'
