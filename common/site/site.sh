#!/bin/sh
# Makes the site: pages by lockstep-site, HTML by Doxygen. Arguments: the tree, the simulator's build folder, the site's folder.
# A page that says otherwise than its runs and records, and every warning of Doxygen, is a failure.
set -eu
root=$1
build=$2
out=$3
awesome=/usr/share/doxygen-awesome-css
mathjax=/usr/share/javascript/mathjax
record=$root/docs/results/nvidia_h100_80gb_hbm3.json

mkdir -p "$out"
if ! command -v wasm-ld >/dev/null || ! echo '#include <algorithm>' | clang --target=wasm32-wasi -x c++ -fsyntax-only - 2>/dev/null; then
  echo "lockstep: the site's playgrounds are compiled with Debian's clang, lld and libc++-dev-wasm32; this machine lacks one of them" >&2
  exit 1
fi

# Where Doxygen explains the device kit, for the listings' links. Versions use no library, so that `check` is CUDA's.
{
  sed -e "s|@ROOT@|$root|g; s|@OUT@|$out|g; s|@PAGES@[^ ]*||g; /@AWESOME@\|^LAYOUT_FILE\|^HTML_HEADER\|^IMAGE_PATH/d" "$root/docs/Doxyfile.in"
  echo "FILE_PATTERNS = *.hpp
    EXCLUDE = $root/common/harness/lockstep/cublas.hpp
    GENERATE_HTML = NO
    WARNINGS = NO
    GENERATE_TAGFILE = $out/kit.tag"
} >"$out/Doxyfile.tags"
doxygen "$out/Doxyfile.tags"
"$build/lockstep-site" --root "$root" --build "$build" --records "$record" --tags "$out/kit.tag" --out "$out/pages"

# The head and the layout of Doxygen's own version, with ours in them, and without the script of another host that Doxygen 1.17 wants for
# diagrams which the pages do not have.
(cd "$out" && doxygen -w html head.html foot.html /dev/null && doxygen -l layout.xml.own) >/dev/null
awk -v ours="$root/docs/site/head.html" '/<\/head>/ { while ((getline line < ours) > 0) print line } !/^\$mermaidjs/' "$out/head.html" >"$out/header.html"
awk -v ours="$root/docs/site/tabs.xml" '
  /<navindex>/ { while ((getline line < ours) > 0) print line; skip = 1 }
  !skip { print }
  /<\/navindex>/ { skip = 0 }' "$out/layout.xml.own" >"$out/layout.xml"

rm -rf "$out/html"
sed -e "s|@ROOT@|$root|g; s|@OUT@|$out|g; s|@PAGES@|$out/pages|g; s|@AWESOME@|$awesome|g" "$root/docs/Doxyfile.in" >"$out/Doxyfile"
doxygen "$out/Doxyfile"

# The menu at the top has the pages that are asked for most; in Doxygen's layout they would be in the tree a second time.
sed -i "/{text:\"Start\",url:\"index.html\"},/r $root/docs/site/menu_entries.txt" "$out/html/menudata.js"

# Doxygen from 1.9.8 on makes no list of all pages where all hang below the first one, but still says where in the tree it would be.
[ -e "$out/html/pages.html" ] || sed -i '/^"pages.html":\[\],$/d' "$out"/html/navtreeindex*.js

find "$out/pages/images" "$out/pages/scripts" -type f -exec cp {} "$out/html/" ';'

# What the search box finds: the words of our pages, and Doxygen's names but those of pages, each of which Doxygen from 1.9.5 on lists as often
# as its title has words. As a script, for a page that is a file may not fetch another.
{
  echo "const kNames = [], kIndex ="
  cat "$out/pages/search_index.json"
  echo ";"
  for names in "$out"/html/search/*_*.js; do
    case $names in */all_* | */pages_*) continue ;; esac
    sed -e 's/^var searchData=/kNames.push(.../; s/^\];/]);/' "$names"
  done
} >"$out/html/search_index.js"

# The rules behind the playgrounds are the simulator's own, compiled for a browser; the module stands in the script, for a page that is a file
# may not fetch another.
rules=$root/common/playground
# shellcheck disable=SC2046  # the exports are words
clang --target=wasm32-wasi -std=c++20 -Os -fno-exceptions -nostdlib -I "$root/common" -Wl,--no-entry,--strip-all \
  $(sed -n 's/^[a-z].* \([a-z_]*\)(.*);.*/-Wl,--export=\1/p' "$rules/exports.hpp") \
  "$rules"/*.cpp "$root/common/sim/observers/counting/coalescing.cpp" "$root/common/sim/runtime/launching/residency.cpp" \
  -lc++ -lc -o "$out/rules.wasm"
{
  echo "const kRules = '$(base64 -w 0 "$out/rules.wasm")';"
  cat "$root"/docs/site/playground.js "$root"/docs/site/playground_rules.js "$root"/docs/site/playgrounds/*.js
} >"$out/html/playgrounds.js"

# A player's trace is a script of its own, which its page loads when the reader comes to it.
cat "$root/common/player/model.js" "$root/common/player/player.js" "$root/docs/site/stepping.js" >"$out/html/players.js"

# Of MathJax only what formulas as SVG need. It is for pages with formulas; charts, stepping pictures, playgrounds and players have their scripts, too.
for part in MathJax.js extensions jax/element jax/input/TeX jax/output/SVG; do
  mkdir -p "$out/html/mathjax/$(dirname "$part")"
  cp -rL "$mathjax/$part" "$out/html/mathjax/$part"
done
without() {
  grep -LE "$1" "$out"/html/*.html | xargs -r sed -i "/$2/d"
}
without 'class="formula|\\\\\(' 'src="mathjax\/MathJax\.js"'
without '<figure class="chart"' 'src="\(chart\.min\|charts\)\.js"'
without '<figure class="requests"' 'src="requests\.js"'
without '<figure class="playground"' 'src="playgrounds\.js"'
without '<figure class="stepping"' 'src="players\.js"'
