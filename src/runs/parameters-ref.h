/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"

/* Immutable parameters, shared between threads: a request, its results and the undo history hold
 * references to the same values. */

/* Returns: (transfer full): a copy that may be changed until it is shared */
static inline IplParameters *
ipl_parameters_copy_to_share (const IplParameters *parameters)
{
  return g_atomic_rc_box_dup (sizeof *parameters, (IplParameters *)parameters);
}

/* Returns: (transfer full): a shared, immutable copy */
static inline const IplParameters *
ipl_parameters_share (const IplParameters *parameters)
{
  return g_atomic_rc_box_dup (sizeof *parameters, parameters);
}

/* @shared: (nullable) */
static inline const IplParameters *
ipl_parameters_ref (const IplParameters *shared)
{
  return shared != NULL ? g_atomic_rc_box_acquire ((gpointer)shared) : NULL;
}

static inline void
ipl_parameters_unref (const IplParameters *shared)
{
  if (shared != NULL)
    g_atomic_rc_box_release ((gpointer)shared);
}

/* Replaces the parameters at @place.
 * @shared: (transfer full) (nullable) */
static inline void
ipl_parameters_replace (const IplParameters **place, const IplParameters *shared)
{
  ipl_parameters_unref (*place);
  *place = shared;
}
