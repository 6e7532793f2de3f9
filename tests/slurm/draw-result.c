/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws the four panels of the theory from a file of results alone: nothing is computed.
 * usage: draw-result CASE.npz RESULTS.npz OUT.png */

#include "core/case/case-io.h"
#include "core/theory/sweep-private.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The array of n rows, or what is wrong with the file. */
static const double *
rows_of (IplNpz *results, const char *name, gsize n)
{
  const IplArray *array = ipl_npz_lookup (results, name);

  if (array == NULL || array->values == NULL || array->size % n != 0)
    g_error ("%s is missing, or not of %" G_GSIZE_FORMAT " rows", name, n);
  return array->values;
}

/* What is row i of it. */
static double *
row_of (IplNpz *results, const char *name, gsize n, gsize i)
{
  gsize width = (rows_of (results, name, n), ipl_npz_lookup (results, name)->size / n);

  return g_memdup2 (rows_of (results, name, n) + i * width, width * sizeof (double));
}

/* One prediction, of which figures ask for the accuracy; several lines of it side by side. */
static IplSolution *
make_solution (IplCase *the_case, const IplSetting *setting, double accuracy)
{
  IplSolution *self = g_new0 (IplSolution, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->setting = *setting;
  self->the_case = ipl_case_ref (the_case);
  self->P = the_case->train.count;
  self->n_tests = 1;
  self->tests = g_new0 (IplPrediction, 1);
  self->tests[0].count = the_case->tests[0].count;
  self->tests[0].accuracy = accuracy;
  self->tests[0].accuracy_se = NAN;
  self->action = NAN;
  self->converged = TRUE;
  return self;
}

static void
read_spectrum (IplSolution *self, IplNpz *results, const char *suffix, gsize n, gsize i)
{
  g_autofree char *values = g_strconcat ("eigenvalues", suffix, NULL);
  g_autofree char *overlap = g_strconcat ("overlap", suffix, NULL);
  g_autofree char *multiplicity = g_strconcat ("multiplicity", suffix, NULL);
  g_autofree char *known = g_strconcat ("n_components", suffix, NULL);

  self->n_components = (guint)rows_of (results, known, n)[i];
  self->eigenvalues = row_of (results, values, n, i);
  self->overlap = row_of (results, overlap, n, i);
  self->multiplicity = row_of (results, multiplicity, n, i);
}

static IplSetting *
read_settings (IplCase *the_case, IplNpz *results, gsize n)
{
  IplSetting *settings = g_new0 (IplSetting, n);
  gsize kinds = ipl_npz_lookup (results, "widths")->size / n;

  for (gsize i = 0; i < n; i++)
    {
      IplSetting *setting = &settings[i];

      ipl_setting_init_for_case (setting, the_case, 1);
      for (guint l = 0; l <= the_case->L; l++)
        setting->N[l] = (guint)rows_of (results, "widths", n)[kinds == 1 ? i : i * kinds + l];
      setting->temperature = rows_of (results, "temperature", n)[i];
      memcpy (setting->variances, rows_of (results, "variances", n) + i * (the_case->L + 2),
              (the_case->L + 2) * sizeof (double));
    }
  return settings;
}

static IplSweep *
read_sweep (IplCase *the_case, IplNpz *results)
{
  gsize n = ipl_npz_lookup (results, "temperature")->size;
  g_autofree IplSetting *settings = read_settings (the_case, results, n);
  IplSweep *sweep = ipl_sweep_new (the_case, (guint)n, settings, NULL);

  for (gsize i = 0; i < n; i++)
    {
      IplSolution *row
          = make_solution (the_case, &settings[i], rows_of (results, "accuracy", n)[i]);
      IplSweepGroup *group = &sweep->groups[sweep->group[i]];
      const double *lines = rows_of (results, "accuracy_gp_lines", n) + i * group->n_lines;

      row->tests[0].accuracy_se = rows_of (results, "accuracy_se", n)[i];
      row->U = row_of (results, "U", n, i);
      row->converged = rows_of (results, "converged", n)[i] != 0;
      row->accuracy_diagonal = rows_of (results, "accuracy_diagonal", n)[i];
      row->accuracy_levelled = rows_of (results, "accuracy_levelled", n)[i];
      row->head_score = row_of (results, "head_score", n, i);
      read_spectrum (row, results, "", n, i);
      sweep->rows[i] = row;
      for (guint k = 0; k < group->n_lines && group->lines[k].solution == NULL; k++)
        {
          group->lines[k].solution = make_solution (the_case, &settings[i], lines[k]);
          group->lines[k].solution->setting.gp = TRUE;
          if (k == 0)
            read_spectrum (group->lines[k].solution, results, "_gp", n, i);
        }
    }
  return sweep;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplNpz) results = NULL;

  if (argc != 4)
    g_error ("usage: draw-result CASE.npz RESULTS.npz OUT.png");
  the_case = ipl_case_load (argv[1], FALSE, 1, NULL, &error);
  results = the_case != NULL ? ipl_npz_read (argv[2], NULL, &error) : NULL;
  if (results == NULL)
    g_error ("%s", error->message);

  /* As `interplay-cli figure` draws by default. */
  g_autoptr (IplSweep) sweep = read_sweep (the_case, results);
  IplView view = {
    .the_case = the_case,
    .sweep = sweep,
    .current = sweep->rows[0],
    .gp = sweep->groups[0].lines[0].solution,
    .n_components = 30,
    .shown_draw = 1,
    .pair_p = 0,
    .pair_q = 0,
    .pruned = -1,
    .shown_layer = -1,
    .shown_head = -1,
    .shown_token = -1,
  };
  IplPaper page;
  IplStyle style;

  if (!ipl_paper_init (&page, "neurips", &ipl_panel_all, &view, 0, 0, &error))
    g_error ("%s", error->message);
  ipl_style_init (&style, IPL_THEME_LIGHT, page.font_pt);
  style.marks_shown = FALSE;
  if (!ipl_figure_export (&ipl_panel_all, &view, &style, &page, NULL, IPL_FORMAT_PNG, argv[3],
                          &error))
    g_error ("%s", error->message);
  return 0;
}
