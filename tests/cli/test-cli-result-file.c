/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of results of every experiment in time, opened again: what is drawn, said and listed is the
 * same as after computing. Arrays that do not go together are refused. */
#include "cli-run.h"
#include "small-dynamics.h"

#include "core/base/error.h"
#include "core/experiments/experiment-table.h"
#include "core/files/npz.h"
#include "core/parameters/experiment-result-file.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include <glib/gstdio.h>
#include <string.h>

/* As a file of results that is opened again has it. */
static IplExperimentResult *
reopen (const IplExperimentResult *own, const IplParameters *parameters)
{
  g_autofree char *path = small_write_file (own, parameters);
  g_autoptr (IplResultFile) file = NULL;
  g_autoptr (GError) error = NULL;
  IplExperimentResult *again;

  g_assert_true (ipl_result_file_is (path));
  file = ipl_result_file_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ipl_parameters_equal (ipl_result_file_get_parameters (file), parameters));
  again = ipl_result_file_restore (file, ipl_result_file_get_parameters (file), &error);
  g_assert_no_error (error);
  g_remove (path);
  return again;
}

/* (transfer full): a figure as SVG */
static char *
draw (const IplPanel *panel, const IplView *view)
{
  g_autofree char *path = g_build_filename (folder, "drawn.svg", NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;
  IplPaper paper;
  IplStyle style;

  g_assert_true (ipl_paper_init (&paper, "neurips", panel, view, 0, 0, &error));
  ipl_style_init (&style, IPL_THEME_LIGHT, paper.font_pt);
  g_assert_true (
      ipl_figure_export (panel, view, &style, &paper, NULL, &ipl_format_svg, path, &error));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_remove (path);
  return text;
}

/* Every panel of what was computed and of its file is the same, in what is drawn, said and listed.
 */
static void
assert_same_panels (const IplExperimentResult *own, const IplExperimentResult *again)
{
  for (guint k = 0; k < 2; k++)
    {
      IplView view = { .pruned = -1, .shown_layer = -1, .shown_head = -1, .shown_token = -1 };
      IplView view_again = view;

      ipl_view_set_dynamics (&view, own,
                             k == 0 ? -1 : own->trajectory->time[own->trajectory->S / 2]);
      ipl_view_set_dynamics (&view_again, again, view.trajectory->time[view.moment]);
      for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
        {
          gboolean fits = ipl_panel_fits (*panel, &view);
          g_autofree char *a = fits ? draw (*panel, &view) : NULL;
          g_autofree char *words = fits ? ipl_figure_describe (*panel, &view) : NULL;
          g_autofree char *numbers = fits ? ipl_figure_table (*panel, &view) : NULL;

          g_assert_true (ipl_panel_fits (*panel, &view_again) == fits);
          if (!fits)
            continue;
          g_autofree char *b = draw (*panel, &view_again);
          g_autofree char *words_again = ipl_figure_describe (*panel, &view_again);
          g_autofree char *numbers_again = ipl_figure_table (*panel, &view_again);

          g_test_message ("  %s", (*panel)->id);
          g_assert_cmpstr (words, ==, words_again);
          g_assert_cmpstr (numbers, ==, numbers_again);
          if (strcmp (a, b) != 0)
            g_error ("%s is drawn otherwise from a file", (*panel)->id);
        }
    }
}

/* What was computed, and its beginning, are opened again as they were. */
static void
test_reopened (gconstpointer data)
{
  const IplExperiment *experiment = data;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (GError) error = NULL;

  small_get_parameters (experiment, parameters);
  for (guint stopped = 0; stopped < 2; stopped++)
    {
      g_autoptr (IplExperimentResult) own
          = small_compute (parameters, 2, stopped == 1, FALSE, &error);
      g_autoptr (IplExperimentResult) again = NULL;

      g_assert_no_error (error);
      if (own->trajectory == NULL)
        return;
      again = reopen (own, parameters);
      g_assert_true (again->experiment == experiment);
      g_assert_true (again->complete == own->complete);
      g_assert_true (again->trajectory->clock == own->trajectory->clock);
      small_assert_same (own->trajectory, again->trajectory);
      for (guint i = 0; i < own->trajectory->arrays->len; i++)
        {
          const IplTrajectoryArray *a = own->trajectory->arrays->pdata[i];
          const IplTrajectoryArray *b = again->trajectory->arrays->pdata[i];

          g_assert_cmpstr (a->words, ==, b->words);
          g_assert_cmpstr (a->unit, ==, b->unit);
          g_assert_true (a->in_time == b->in_time);
        }
      if (!stopped)
        assert_same_panels (own, again);
    }
}

TEST_ROWS (add_experiments)
{
  for (const IplExperiment *const *next = ipl_experiments (NULL); *next != NULL; next++)
    if ((*next)->compute != NULL)
      test_add_row (test_reopened, *next, "/result-file/%s", (*next)->id);
}

/* The same file, in which arrays are gone (0), one longer (1) or a text (2), or have length 1 in
 * dimension @damage − 2. */
static void
write_damaged (IplNpz *npz, const char *const *names, guint damage, const char *path)
{
  g_autoptr (GError) error = NULL;
  IplNpzWriter *writer = ipl_npz_writer_new (path, &error);

  for (guint i = 0; i < ipl_npz_get_n (npz); i++)
    {
      const IplArray *array = ipl_npz_get (npz, i);
      gboolean is_damaged = g_strv_contains (names, array->name);
      gsize shape[IPL_ARRAY_MAX_DIM];
      g_autofree double *values = g_new0 (double, 2 * array->size);

      if (is_damaged && damage == 0)
        continue;
      if (array->is_text || !is_damaged)
        cli_copy_array (writer, array);
      else if (damage == 2)
        ipl_npz_writer_add_text (writer, array->name, "no number");
      else
        {
          memcpy (shape, array->shape, sizeof shape);
          memcpy (values, array->values, array->size * sizeof *values);
          if (damage == 1)
            shape[MAX (array->ndim, 1) - 1]++;
          else
            shape[damage - 2] = 1;
          ipl_npz_writer_add_doubles (writer, array->name, values, array->ndim, shape);
        }
    }
  g_assert_true (ipl_npz_writer_close (writer, &error));
  g_assert_no_error (error);
}

/* What an experiment computed, as its file has it. */
static IplNpz *
read_results (const char *experiment)
{
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (IplExperimentResult) own = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  IplNpz *npz;

  small_get_parameters (ipl_experiment_find (experiment), parameters);
  own = small_compute (parameters, 2, FALSE, FALSE, &error);
  g_assert_no_error (error);
  path = small_write_file (own, parameters);
  npz = ipl_npz_read (path, NULL, &error);
  g_assert_no_error (error);
  return npz;
}

/* @says: in the sentence by which it is refused */
static void
assert_damaged (IplNpz *npz, const char *const *names, guint damage, const char *says)
{
  g_autofree char *path = g_build_filename (folder, "damaged.npz", NULL);
  g_autoptr (IplResultFile) file = NULL;
  g_autoptr (GError) why = NULL;

  write_damaged (npz, names, damage, path);
  file = ipl_result_file_open (path, NULL, &why);
  g_assert_no_error (why);
  g_assert_null (ipl_result_file_restore (file, ipl_result_file_get_parameters (file), &why));
  g_assert_error (why, IPL_ERROR, IPL_ERROR_FORMAT);
  g_test_message ("%s", why->message);
  g_assert_nonnull (strstr (why->message, says));
}

/* Arrays that do not go with the others are named; one longer, it may be any of those that do not
 * go together. */
TEST (test_damaged, "/result-file/damaged")
{
  static const char *const names[] = { "entropy", "v", "attention", "mu" };
  g_autoptr (IplNpz) npz = read_results ("joma-salience");

  for (guint i = 0; i < 3 * G_N_ELEMENTS (names); i++)
    assert_damaged (npz, (const char *const[]){ names[i / 3], NULL }, i % 3,
                    i % 3 == 1 ? "" : names[i / 3]);
}

/* Results that have fewer runs, branches or parts than panels draw. */
static const struct
{
  const char *experiment;
  const char *arrays[5];
  guint dimension;
} few[] = {
  { "joma-stack", { "gradient_cosine", "gradient_size", "correlation", "latents" }, 1 },
  { "learned-attention", { "order_parameter", "free_energy" }, 1 },
  { "joma-joint", { "correlations" }, 2 },
};

TEST (test_few, "/result-file/few")
{
  for (guint i = 0; i < G_N_ELEMENTS (few); i++)
    {
      g_autoptr (IplNpz) npz = read_results (few[i].experiment);

      assert_damaged (npz, few[i].arrays, few[i].dimension + 2, few[i].arrays[0]);
    }
}
