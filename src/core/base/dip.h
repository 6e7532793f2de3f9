/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* How a curve falls and comes back. */
typedef struct
{
  double first, least, last; /* numbers; NaN where there are none */
  gsize at;                  /* place of the least, the first of equals */
  double fall;               /* from the first to the least, over the first */
  double back; /* from the least to the last, over the fall; NaN where it never fell */
} IplDip;

IplDip ipl_dip_find (const double *values, gsize n, gsize stride);
