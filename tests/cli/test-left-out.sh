#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a build leaves out says so in one sentence, and the rest is drawn.
# usage: test-left-out.sh INTERPLAY_CLI FORMAT...     the formats that are left out
set -eu

cli=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
for format; do
  case $format in
    pdf | tex) set -- figure hmc2 --widths 10 --panel u --format "$format" --out "$folder" ;;
    *) set -- animate hmc2 --widths 10,20 --panel u --out "$folder/film.$format" ;;
  esac
  if said=$("$cli" "$@" 2>&1 >/dev/null); then
    echo "$format is drawn, and should not be" >&2
    exit 1
  fi
  case $said in
    *"left out when this Interplay was built (-D"*"=enabled"*": write "*.) ;;
    *) echo "of $format it says: $said" >&2; exit 1 ;;
  esac
  [ "$(printf '%s\n' "$said" | wc -l)" = 1 ] || { echo "of $format it says too much: $said" >&2; exit 1; }
done
"$cli" figure hmc2 --widths 10 --panel u --format svg,png --out "$folder" >/dev/null
[ -s "$folder/hmc2-u.svg" ] && [ -s "$folder/hmc2-u.png" ]
