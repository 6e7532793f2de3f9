#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a test in a virtual screen of its own with a window manager; skips where there is none.
for tool in Xvfb xvfb-run dbus-run-session xdotool openbox; do
  if ! command -v "$tool" >/dev/null 2>&1; then
    echo "1..0 # SKIP $tool is not installed"
    exit 0
  fi
done
# Drivers of graphics, where there are some, keep memory for themselves, a leak without a name.
export GDK_DEBUG=gl-disable
export GSK_RENDERER=cairo NO_AT_BRIDGE=1 GTK_A11Y=${GTK_A11Y-test} GIO_USE_VFS=local
unset WAYLAND_DISPLAY
# What other programs left to be recovered is none of a test's business.
XDG_STATE_HOME=$(mktemp -d); export XDG_STATE_HOME
# Nor are roles that were given to arrays before.
XDG_DATA_HOME=$(mktemp -d); export XDG_DATA_HOME
# The program's standard error is kept for a failed test's log.
exec dbus-run-session -- xvfb-run -a -s "-screen 0 ${INTERPLAY_SCREEN:-1600x1000}x24" sh -c '
  openbox >/dev/null 2>&1 & wm=$!
  # A window that is there before its manager may never get the keyboard.
  for attempt in $(seq 300); do
    ! xdotool get_num_desktops >/dev/null 2>&1 || break
    sleep 0.1
  done
  "$@"; status=$?
  kill $wm 2>/dev/null
  rm -rf "$XDG_STATE_HOME" "$XDG_DATA_HOME"
  exit $status' sh "$@"
