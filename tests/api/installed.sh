#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs into a folder of its own, compiles the example against what is there, and runs it.
# usage: installed.sh BUILD EXAMPLE.c MESON CC [FLAG ...]
set -eu

build=$1 example=$2 meson=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM

DESTDIR=$folder $meson install -C "$build" --no-rebuild --quiet --tags runtime,devel
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
LD_LIBRARY_PATH=$(dirname "$(find "$folder" -name 'libinterplay.so')")
export LD_LIBRARY_PATH
mkdir "$folder/files"
"$folder/example" "$folder/files"

# Too little address space for OpenBLAS is an error with figures; it asks again for ever otherwise.
case $* in
  *-fsanitize*) ;;
  *) said=$(ulimit -v 300000; timeout -s KILL 60 "$folder/example" "$folder/files" 2>&1) && exit 1
     case $said in
       *"may use 307 MB of address space"*"are needed"*) ;;
       *) echo "under a limit of address space it said: $said" >&2; exit 1 ;;
     esac ;;
esac

# Nothing but the public functions is to be seen.
seen=$(nm -D --defined-only "$LD_LIBRARY_PATH/libinterplay.so" | awk '{ print $3 }' | grep -v '^interplay_' || true)
if [ -n "$seen" ]
then
  echo "libinterplay.so shows what is not public: $seen" >&2
  exit 1
fi
