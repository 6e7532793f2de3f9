#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Replays what resources/Containerfile does after apt, with folders of its own: configures as it says, and plans the
# build, which the suite "api" does for the same parts; its packages are those that README's machine needs.
# usage: containerfile.sh SOURCE MESON
set -eu

source=$1 meson=$2
file=$source/resources/Containerfile
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM

[ "$(grep -cv '^#' "$file")" -le 10 ] || { echo "it has more than ten lines" >&2; exit 1; }
# Lines that go on are one.
sed -e ':more' -e '/\\$/{N;s/\\\n//;b more' -e '}' "$file" | sed -n 's/^RUN //p' >"$folder/steps"
sed -n 's/.*apt-get install -y --no-install-recommends//p' "$folder/steps" | tr -s ' ' '\n' | grep . >"$folder/packages"
while read -r package; do
  sed 's/ *#.*//' "$source"/resources/apt-packages.txt "$source"/resources/apt-packages-check.txt | grep -qxF -e "$package" || {
    echo "$package is in no list of packages" >&2
    exit 1
  }
done <"$folder/packages"
step=$(sed -n 's/^meson setup //p' "$folder/steps")
[ -n "$step" ] || { echo "nothing is configured" >&2; exit 1; }
# shellcheck disable=SC2086
"$meson" setup $(printf '%s' "$step" | sed -e "s|/build|$folder/build|" -e "s|/source|$source|") >"$folder/log" 2>&1 || {
  tail -n 20 "$folder/log" >&2
  exit 1
}
ninja -n -C "$folder/build" >"$folder/plan"
grep -q 'libinterplay.so' "$folder/plan" && grep -q 'interplay-cli' "$folder/plan"
grep -q '^ninja -C /build && meson install -C /build' "$folder/steps"
"$meson" introspect --install-plan "$folder/build" | grep -qF '{pythondir}/interplay/__init__.py'
