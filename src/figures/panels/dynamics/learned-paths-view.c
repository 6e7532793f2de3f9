/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Heads of learned paths and their names. */

#include "figures/panels/dynamics/learned-paths-view.h"

#include "core/dynamics/learned-paths.h"

/* Heads, of which the last has learned nothing. */
guint
ipl_learned_view_n_heads (const IplView *view)
{
  const IplLearnedPaths *own = view->own->data;

  return own->n_learned + 1;
}

/* "T = 0.5", of attention.
 * @symbol: of the temperature */
char *
ipl_learned_view_head_text (const IplView *view, guint head, const char *symbol)
{
  const IplLearnedPaths *own = view->own->data;
  IplJointSettings joint;

  if (head >= own->n_learned)
    return g_strdup ("untaught");
  ipl_learned_paths_settings (own, head, &joint);
  return g_strdup_printf ("%s = %.3g", symbol, joint.temperature);
}
