/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/prune-settings.h"

#include <math.h>

/* The settings to solve: one, or of a trained network one for each temperature to choose from.
 * @widths: (nullable): by default the network's, else 100
 * @temperature: NaN for the best of a network's, else the case's */
gboolean
ipl_prune_set_axes (IplRunSettings *run, const IplCase *the_case, const char *widths,
                    double temperature, GError **error)
{
  gboolean choose = isnan (temperature) && the_case->trained != NULL;
  const double *temperatures;
  guint n_temperatures;
  IplSetting setting;

  ipl_setting_init_for_case (&setting, the_case, 100);
  if (the_case->trained != NULL)
    for (guint l = 0; l <= the_case->L; l++)
      setting.N[l] = (guint)the_case->trained->N[l];
  if (widths != NULL && !ipl_setting_parse_widths (&setting, widths, error))
    return FALSE;
  if (!isnan (temperature))
    setting.temperature = temperature;
  /* THEORY.md section 8: of a trained network the best of them is taken. */
  temperatures = ipl_paper_temperatures (&n_temperatures);
  run->best = run->listed = choose;
  if (choose)
    ipl_run_settings_set_axes (run, 1, &setting, n_temperatures, temperatures);
  else
    ipl_run_settings_set_axes (run, 1, &setting, 1, &setting.temperature);
  return TRUE;
}

/* The row that is best on a test set, the earliest of equals. */
guint
ipl_prune_find_best (const IplSweep *sweep, guint test)
{
  const IplScore *score = ipl_case_get_score (sweep->the_case);
  guint best = 0;

  for (guint i = 1; i < sweep->n_rows; i++)
    if (ipl_score_is_better (score, sweep->rows[i]->tests[test].accuracy,
                             sweep->rows[best]->tests[test].accuracy))
      best = i;
  return best;
}
