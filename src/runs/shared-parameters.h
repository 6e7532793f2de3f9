/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"

/* Parameters that are not changed any more and shared, between threads too: a request, its results
 * and the steps of undo hold references to the same values. */

/* Returns: (transfer full): a copy that may be changed until someone else has a reference */
static inline IplParameters *
ipl_parameters_copy_to_share (const IplParameters *parameters)
{
  return g_atomic_rc_box_dup (sizeof *parameters, (IplParameters *)parameters);
}

/* Returns: (transfer full): a copy to be shared */
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

/* Puts @shared, a reference of its own, in the place of another. */
static inline void
ipl_parameters_take (const IplParameters **place, const IplParameters *shared)
{
  ipl_parameters_unref (*place);
  *place = shared;
}
