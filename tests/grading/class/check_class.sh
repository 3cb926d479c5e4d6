#!/bin/sh
# Compares the grades of a class that make_class.sh made with those that were expected. Prints each that differs.
# usage: check_class.sh EXPECTED GRADES_CSV
# Exit status: 0 every grade is right; 1 some are not.
set -eu

tr -d '\r' <"$2" | awk -F, -v expected="$1" '
  BEGIN { while ((getline line < expected) > 0) { split(line, words, " "); points[words[1]] = words[2]; students++ } }
  NR == 1 { next }
  !($1 in points) { printf "%s: was not handed in\n", $1; wrong++; next }
  $2 != points[$1] || $3 != 11 { printf "%s: %s of %s, but it should be %s of 11\n", $1, $2, $3, points[$1]; wrong++ }
  { seen[$1] = 1 }
  END {
    for (student in points) if (!(student in seen)) { printf "%s: has no grade\n", student; wrong++ }
    printf "%d of %d grades are right\n", students - wrong, students
    exit wrong > 0 || students == 0
  }'
