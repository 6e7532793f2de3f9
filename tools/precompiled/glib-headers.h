/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headers of libraries, and no others, read once for all files of a library in builds for sanitizers. */
#define _GNU_SOURCE /* which some files define before they include anything */

#include <gio/gio.h>
#include <math.h>
#include <string.h>
