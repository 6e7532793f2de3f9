/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/maps/map-check.h"

#include <string.h>

/* @numbers: [IPL_MAP_CHECK_N_NUMBERS]; @U: [2 n_paths]
 * Returns: (transfer full) */
IplMapCheck *
ipl_map_check_new (guint cell, const double *numbers, guint n_paths, const double *U,
                   const char *trouble)
{
  IplMapCheck *self = g_atomic_rc_box_new0 (IplMapCheck);

  self->cell = cell;
  self->n_paths = n_paths;
  memcpy (self->numbers, numbers, sizeof self->numbers);
  self->U = g_memdup2 (U, 2 * (gsize)n_paths * sizeof *U);
  self->trouble = g_strdup (trouble);
  return self;
}

static void
check_clear (gpointer data)
{
  IplMapCheck *self = data;

  g_free (self->U);
  g_free (self->trouble);
}

void
ipl_map_check_unref (IplMapCheck *self)
{
  g_atomic_rc_box_release_full (self, check_clear);
}
