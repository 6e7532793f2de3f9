/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Numbers that belong to a caller of the library and are read where they are, in the place of a
 * copy. Whoever would free them lets them go; they are never changed. */
void ipl_lent_add (const double *values, GDestroyNotify release, gpointer owner);
gboolean ipl_lent_is (const double *values);
void ipl_lent_free (double *values);
double *ipl_lent_own (double *values, gsize n);
