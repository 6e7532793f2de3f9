/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See glib-headers.h. */
#define _GNU_SOURCE /* which some files define before they include anything */

#include <gtk/gtk.h>
#include <math.h>
#include <string.h>
