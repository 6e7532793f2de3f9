/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of results of every experiment in time, opened again: what is drawn, said and listed is the
 * same as after computing; and files that are damaged. */
#include "small-dynamics.h"

#include "core/experiments/experiment-table.h"
#include "core/files/npz.h"
#include "core/parameters/result-file.h"
#include "core/parameters/run-settings.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* (transfer full): the name of its file of results */
static char *
write_file (const IplExperimentResult *own, const IplParameters *parameters)
{
  char *path = g_build_filename (folder, "again.npz", NULL);
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autofree char *settings = NULL;
  g_autoptr (GError) error = NULL;

  ipl_run_settings_init (&run, "dynamics", parameters);
  settings = ipl_run_settings_to_json (&run);
  g_assert_true (ipl_result_file_save (own, settings, path, &error));
  g_assert_no_error (error);
  return path;
}

/* As a file of results that is opened again has it. */
static IplExperimentResult *
reopen (const IplExperimentResult *own, const IplParameters *parameters)
{
  g_autofree char *path = write_file (own, parameters);
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

      ipl_view_set_own (&view, own, k == 0 ? -1 : own->trajectory->time[own->trajectory->S / 2]);
      ipl_view_set_own (&view_again, again, view.trajectory->time[view.moment]);
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
      assert_same_panels (own, again);
    }
}

/* How an array is damaged. */
typedef enum
{
  DAMAGE_GONE,
  DAMAGE_LONGER,
  DAMAGE_SHORTER,
  DAMAGE_FLAT,
  DAMAGE_VALUES,
  DAMAGE_TEXT,
  N_DAMAGES
} Damage;

static void
copy_damaged (const IplArray *array, Damage damage, IplNpzWriter *npz)
{
  g_autofree double *values = g_new0 (double, 2 * array->size + 1);
  gsize shape[IPL_ARRAY_MAX_DIM], n = array->size;

  memcpy (shape, array->shape, sizeof shape);
  memcpy (values, array->values, n * sizeof *values);
  for (gsize i = 0; damage == DAMAGE_VALUES && i < n; i++)
    values[i] = i % 3 == 0 ? -1e9 : i % 3 == 1 ? NAN : 1e300;
  if (damage == DAMAGE_LONGER && array->ndim > 0)
    shape[array->ndim - 1]++;
  if (damage == DAMAGE_SHORTER && array->ndim > 0)
    shape[array->ndim - 1]--;
  if (damage == DAMAGE_LONGER || damage == DAMAGE_SHORTER)
    {
      n = 1;
      for (guint d = 0; d < array->ndim; d++)
        n *= shape[d];
      g_autofree double *others = g_new0 (double, n + 1);

      ipl_npz_writer_add_doubles (npz, array->name, others, array->ndim, shape);
    }
  else if (damage == DAMAGE_FLAT)
    ipl_npz_writer_add_doubles (npz, array->name, values, 1, &n);
  else if (damage == DAMAGE_TEXT)
    ipl_npz_writer_add_text (npz, array->name, "no number");
  else if (damage != DAMAGE_GONE)
    ipl_npz_writer_add_doubles (npz, array->name, values, array->ndim, shape);
}

/* The same file with array @k damaged. */
static void
write_damaged (IplNpz *npz, guint k, Damage damage, const char *path)
{
  g_autoptr (GError) error = NULL;
  IplNpzWriter *writer = ipl_npz_writer_new (path, &error);

  for (guint i = 0; i < ipl_npz_get_n (npz); i++)
    {
      const IplArray *array = ipl_npz_get (npz, i);

      if (i == k && array->is_text)
        {
          if (damage == DAMAGE_TEXT)
            ipl_npz_writer_add_text (writer, array->name, "[{\"name\": \"loss\"}, 3");
        }
      else if (array->is_text && array->ndim == 1)
        ipl_npz_writer_add_texts (writer, array->name, array->texts);
      else if (array->is_text)
        ipl_npz_writer_add_text (writer, array->name, array->texts[0]);
      else if (i == k)
        copy_damaged (array, damage, writer);
      else
        ipl_npz_writer_add_doubles (writer, array->name, array->values, array->ndim, array->shape);
    }
  g_assert_true (ipl_npz_writer_close (writer, &error));
  g_assert_no_error (error);
}

/* As in a window: a file of every drawing would take most of the time. */
static void
paint (const IplPanel *panel, const IplView *view)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 300);
  cairo_t *cr = cairo_create (surface);
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  ipl_figure_draw (panel, view, &style, cr, 400, 300);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* One sentence, or a result that can be drawn; with other numbers in it, listed too. */
static gboolean
open_damaged (const char *path, gboolean listed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplResultFile) file = ipl_result_file_open (path, NULL, &error);
  g_autoptr (IplExperimentResult) result = NULL;
  IplView view = { .pruned = -1, .shown_layer = -1, .shown_head = -1, .shown_token = -1 };

  if (file != NULL)
    result = ipl_result_file_restore (file, ipl_result_file_get_parameters (file), &error);
  if (result == NULL)
    {
      g_assert_true (error != NULL && g_str_has_suffix (error->message, "."));
      g_assert_null (strchr (error->message, '\n'));
      return FALSE;
    }
  ipl_view_set_own (&view, result, -1);
  for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
    if (ipl_panel_fits (*panel, &view))
      {
        g_autofree char *words = ipl_figure_describe (*panel, &view);
        g_autofree char *numbers = listed ? ipl_figure_table (*panel, &view) : NULL;

        paint (*panel, &view);
      }
  return TRUE;
}

/* Each array of a file damaged in each way. */
static void
test_damaged (gconstpointer data)
{
  const IplExperiment *experiment = data;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (IplExperimentResult) own = NULL;
  g_autofree char *path = NULL, *other = g_build_filename (folder, "damaged.npz", NULL);
  g_autoptr (IplNpz) npz = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0, refused = 0;

  small_get_parameters (experiment, parameters);
  own = small_compute (parameters, 2, FALSE, FALSE, &error);
  g_assert_no_error (error);
  path = write_file (own, parameters);
  npz = ipl_npz_read (path, NULL, &error);
  g_assert_no_error (error);
  for (guint k = 0; k < ipl_npz_get_n (npz); k++)
    for (Damage damage = 0; damage < N_DAMAGES; damage++)
      {
        write_damaged (npz, k, damage, other);
        refused += !open_damaged (other, damage == DAMAGE_VALUES);
        n++;
      }
  g_test_message ("%u of %u refused", refused, n);
  g_assert_cmpuint (refused, >, n / 3);
  g_remove (other);
  g_remove (path);
}

int
main (int argc, char **argv)
{
  const IplExperiment *const *experiments = ipl_experiments (NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  small_begin ();
  for (guint i = 0; experiments[i] != NULL; i++)
    {
      g_autofree char *reopened = g_strdup_printf ("/result-file/reopened/%s", experiments[i]->id);
      g_autofree char *damaged = g_strdup_printf ("/result-file/damaged/%s", experiments[i]->id);

      if (experiments[i]->compute == NULL)
        continue;
      g_test_add_data_func (reopened, experiments[i], test_reopened);
      g_test_add_data_func (damaged, experiments[i], test_damaged);
    }
  status = g_test_run ();
  small_end ();
  return status;
}
