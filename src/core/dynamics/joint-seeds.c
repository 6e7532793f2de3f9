/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well z follows from V, from other seeds too. */
#include <string.h>

#include "core/dynamics/joint-private.h"

/* The numbers of seed @s, at the moments that both runs have. */
static void
copy_seed (const IplTrajectory *from, IplTrajectory *to, guint s)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (to, "correlations");

  for (guint moment = 0; moment < MIN (from->S, to->S); moment++)
    if (from->time[moment] == to->time[moment])
      memcpy (array->values + moment * array->size + s * IPL_JOINT_N_PARTS,
              ipl_trajectory_get (from, "correlations", moment),
              IPL_JOINT_N_PARTS * sizeof (double));
}

/* Runs the seeds after the first, and adds their correlations to @trajectory, which has those of
 * the first; NaN where a run ends before, or all are stopped. Frequencies of a file are the same
 * for all. */
gboolean
ipl_joint_add_seeds (const IplJointSettings *settings, IplTrajectory *trajectory,
                     const IplJointWatch *watch, GError **error)
{
  const IplJointWatch quiet = { watch->cancellable, watch->stop, NULL, NULL };

  for (guint s = 1; s < settings->n_seeds && !g_cancellable_is_cancelled (watch->stop); s++)
    {
      IplJointSettings other = *settings;
      g_auto (IplJointEnd) end = { 0 };
      g_autoptr (IplTrajectory) run = NULL;

      other.seed += s;
      other.n_seeds = 1;
      run = ipl_joint_run (&other, NULL, NULL, &quiet, &end, error);
      if (run == NULL)
        return FALSE;
      copy_seed (run, trajectory, s);
    }
  return TRUE;
}
