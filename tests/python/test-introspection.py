#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The library through GObject introspection, as TAP."""
import os
import sys

try:
    import gi
except ImportError as error:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3") and "PYTHON_TRIED" not in os.environ:
        os.execve("/usr/bin/python3", ["/usr/bin/python3", *sys.argv], {**os.environ, "PYTHON_TRIED": "1"})
    print(f"1..0 # SKIP {error}")
    sys.exit(0)
gi.require_version("Interplay", "0")
from gi.repository import GLib, Interplay  # noqa: E402

case = Interplay.Case.make("hmc2", ["n-train", "60"])
theory = Interplay.Results.sweep(case, "10,gp").get_theory(0)
accuracy = theory.get_accuracy(0)[0]
right = sum(1 for mean in theory.get_mean(0) if mean != 0) == case.get_n_test(0) == 1000 and 0.5 < accuracy < 1
print(f"{'ok' if right and case.get_n_train() == 60 else 'not ok'} 1 - a case is made and solved, accuracy {accuracy}")
try:
    Interplay.Case.make("hmc5")
    print("not ok 2 - a case that is not there")
except GLib.Error as error:
    right = error.matches(Interplay.error_quark(), Interplay.Error.MISSING) and "Did you mean" in error.message
    print(f"{'ok' if right else 'not ok'} 2 - a case that is not there, {error.domain}")
later = Interplay.check_version(0, Interplay.MINOR_VERSION + 1, 0)
right = later is not None and Interplay.check_version(Interplay.MAJOR_VERSION, Interplay.MINOR_VERSION, 0) is None
print(f"{'ok' if right else 'not ok'} 3 - a later version is not there")
print("1..3")
