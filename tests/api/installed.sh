#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs into a folder of its own, compiles the example against what is there, and runs it.
# usage: installed.sh BUILD EXAMPLE.c WORK.c MAP MESON CC [FLAG ...]
set -eu

build=$1 example=$2 work=$3 map=$4 meson=$5
shift 5
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM

DESTDIR=$folder $meson install -C "$build" --no-rebuild --quiet --tags runtime,devel,python
pc=$(find "$folder" -name interplay.pc)
# It will be used where it stands, not where it would be without DESTDIR.
sed -i "s|^prefix=|prefix=$folder|" "$pc"
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags --libs interplay)
case $flags in
  *"$folder"*) ;;
  *) echo "pkg-config tells another place than where it was installed: $flags" >&2; exit 1 ;;
esac

# The compiler's flags come last: libraries are looked for in order.
"$@" -std=gnu11 -Wall -Wextra -Werror -o "$folder/example" "$example" $flags -lm
"$@" -std=gnu11 -Wall -Wextra -Werror -Wno-unused-parameter -o "$folder/work" "$work" $flags
LD_LIBRARY_PATH=$(dirname "$(find "$folder" -name 'libinterplay.so')")
export LD_LIBRARY_PATH
mkdir "$folder/files"
"$folder/example" "$folder/files"
"$folder/work" "$folder/files"

# The public functions are to be seen, as libinterplay.map lists them, and nothing else.
nm -D --defined-only "$LD_LIBRARY_PATH/libinterplay.so" | awk '$2 == "T" { sub ("@.*", "", $3); print $3 }' |
  sort >"$folder/seen"
sed -n 's/^    \(interplay_.*\);/\1/p' "$map" | sort >"$folder/listed"
grep -ho 'interplay_[A-Za-z_]* (' "$folder"/usr/local/include/interplay/*.h | sed 's/ (//' | sort -u >"$folder/declared"
diff "$folder/seen" "$folder/listed" >&2 || { echo "libinterplay.so does not show what libinterplay.map lists" >&2; exit 1; }
diff "$folder/listed" "$folder/declared" >&2 || { echo "libinterplay.map does not list what headers declare" >&2; exit 1; }

# All of it was moved; it finds what belongs to it, and nothing of it says where it was built.
"$folder/usr/local/bin/interplay-cli" sweep example-paths --widths 10 >/dev/null
unset LD_LIBRARY_PATH
python=$(find "$folder" -type d -path '*-packages/interplay')
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
  case $* in
    *-fsanitize*) ;;
    *) cd "$folder/files"
       PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$(dirname "$python") /usr/bin/python3 -c 'import interplay
assert interplay.sweep(interplay.example("example-paths"), 10).U.shape == (1, 4, 4)
with open("/proc/self/maps") as maps:
    assert any(interplay.__file__.split("/usr/local/")[0] in line and "libinterplay" in line for line in maps)' ;;
  esac
fi
told=$(cd "$folder/usr" && grep -rlF -e "$build" -e "$(dirname "$build")" . || true)
if [ -n "$told" ]; then
  echo "the build folder $build stands in what is installed: $told" >&2
  exit 1
fi
