/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every experiment that computes a result of its own kind, as the tables have them: what it records
 * can be told, written, read and computed again to the last bit on any number of threads; it gives
 * up and it stops; every panel that fits it is drawn, exported, pointed at, put into words and into
 * a table. An experiment that is added is among them. */
#include "figures/plot/panel-calls.h"
#include "figures/plot/plot.h"
#include "figures/view/view-words.h"
#include "small-dynamics.h"

#include "core/base/trajectory.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters-command-line.h"
#include "core/parameters/parameters-json.h"
#include "core/files/npz.h"
#include "core/parameters/experiment-result-file.h"
#include "core/parameters/run-settings.h"
#include "core/results/trajectory-results.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "../figures/figure-once.h"
#include "../figures/described-curves.h"
#include "../figures/same-number.h"
#include "../figures/table-columns.h"
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

/* Names that can be array names anywhere, times that grow, numbers that are some. */
static void
check_trajectory (const IplTrajectory *trajectory)
{
  gboolean any = FALSE;

  g_assert_cmpuint (trajectory->S, >, 0);
  for (guint s = 0; s < trajectory->S; s++)
    {
      g_assert_true (isfinite (trajectory->time[s]) && trajectory->time[s] >= 0);
      g_assert_true (s == 0 || trajectory->time[s] > trajectory->time[s - 1]);
    }
  for (guint i = 0; i < trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *array = trajectory->arrays->pdata[i];
      gsize n = (array->in_time ? trajectory->S : 1) * array->size, finite = 0;

      g_assert_true (g_regex_match_simple ("^[A-Za-z][A-Za-z0-9_]*$", array->name, 0, 0));
      for (gsize k = 0; k < n; k++)
        {
          finite += isfinite (array->values[k]) != 0;
          g_assert_false (isinf (array->values[k]));
        }
      g_test_message ("  %s: %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " numbers", array->name,
                      finite, n);
      any = any || finite > 0;
    }
  g_assert_true (any);
  /* A sentence that one can read. */
  g_assert_true (trajectory->message == NULL || g_str_has_suffix (trajectory->message, "."));
}

/* What is read of a file is what was recorded. */
static void
check_file (const IplExperimentResult *own, const IplParameters *parameters)
{
  const IplTrajectory *trajectory = own->trajectory;
  g_auto (IplRunSettings) again = { .command = NULL };
  g_autofree char *path = small_write_file (own, parameters), *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplNpz) npz = ipl_npz_read (path, NULL, &error);
  g_autoptr (JsonNode) root = NULL;
  const char *settings;

  g_assert_no_error (error);
  g_assert_cmpmem (ipl_npz_lookup (npz, "time")->values, trajectory->S * sizeof (double),
                   trajectory->time, trajectory->S * sizeof (double));
  for (guint i = 0; i < trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *array = trajectory->arrays->pdata[i];
      const IplArray *read = ipl_npz_lookup (npz, array->name);

      g_assert_nonnull (read);
      g_assert_cmpuint (read->ndim, ==, array->ndim + (array->in_time ? 1 : 0));
      g_assert_cmpuint (read->size, ==, array->size * (array->in_time ? trajectory->S : 1));
      g_assert_cmpmem (read->values, read->size * sizeof (double), array->values,
                       read->size * sizeof (double));
    }
  /* And the settings in it are those that ran. */
  settings = ipl_npz_lookup (npz, "settings")->texts[0];
  g_assert_true (ipl_run_settings_from_json (&again, settings, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (again.command, ==, "dynamics");
  g_assert_true (ipl_parameters_equal (&again.parameters, parameters));
  text = ipl_trajectory_to_json (trajectory, own->experiment->id, own->complete, settings);
  root = json_from_string (text, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (
      json_array_get_length (json_object_get_array_member (json_node_get_object (root), "time")),
      ==, trajectory->S);
  g_remove (path);
}

static void
test_numbers (gconstpointer data)
{
  const IplExperiment *experiment = data;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autofree IplParameters *again = g_new (IplParameters, 1);
  g_autoptr (IplExperimentResult) one = NULL, two = NULL, stopped = NULL, none = NULL;
  g_autofree char *command = NULL;
  g_autoptr (GError) error = NULL;
  gboolean complete;

  small_get_parameters (experiment, parameters);
  one = small_compute (parameters, 1, FALSE, FALSE, &error);
  g_assert_no_error (error);
  g_assert_true (one->experiment == experiment);
  g_assert_true (one->complete);
  if (one->trajectory == NULL)
    return;
  check_trajectory (one->trajectory);
  check_file (one, parameters);
  /* What the copied command computes, on two threads. */
  command = ipl_parameters_command (parameters, NULL, &complete);
  g_test_message ("%s", command);
  g_assert_true (complete);
  g_assert_true (small_read_command (command, again, &error));
  g_assert_no_error (error);
  g_assert_true (ipl_parameters_equal (parameters, again));
  two = small_compute (again, 2, FALSE, FALSE, &error);
  g_assert_no_error (error);
  small_assert_same (one->trajectory, two->trajectory);
  /* Stopped before it has begun, there is its beginning, or all of what is quick. */
  stopped = small_compute (parameters, 1, TRUE, FALSE, &error);
  g_assert_no_error (error);
  check_trajectory (stopped->trajectory);
  none = small_compute (parameters, 1, FALSE, TRUE, &error);
  g_assert_null (none);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Another value than it has; FALSE where none is known. */
static gboolean
change_field (const IplField *field, gpointer data)
{
  double value = field->kind == IPL_FIELD_REAL || field->kind == IPL_FIELD_INTEGER
                         || field->kind == IPL_FIELD_SIZE || field->kind == IPL_FIELD_SEED
                     ? ipl_field_get_number (field, data)
                     : NAN;
  g_autofree char *text = ipl_field_get_text (field, data);
  double step
      = field->kind == IPL_FIELD_REAL ? MAX (0.1 * fabs (value), 0.01) : MAX (field->multiple, 1);

  if (field->kind == IPL_FIELD_BOOLEAN)
    ipl_field_set_boolean (field, data, !ipl_field_get_boolean (field, data));
  else if (field->choices != NULL)
    {
      const char *other
          = g_str_equal (text, field->choices[0]) ? field->choices[1] : field->choices[0];
      return other != NULL && ipl_field_set_text (field, data, other, NULL);
    }
  else if (isnan (value))
    return FALSE;
  else
    ipl_field_set_number (field, data,
                          value - step >= field->minimum + (field->positive ? 1e-9 : 0)
                              ? value - step
                              : value + step);
  return TRUE;
}

static gboolean
is_same (const IplTrajectory *a, const IplTrajectory *b)
{
  gboolean same = a->S == b->S && a->arrays->len == b->arrays->len
                  && memcmp (a->time, b->time, a->S * sizeof (double)) == 0;

  for (guint i = 0; same && i < a->arrays->len; i++)
    {
      const IplTrajectoryArray *x = a->arrays->pdata[i], *y = b->arrays->pdata[i];

      same = x->size == y->size
             && memcmp (x->values, y->values, (x->in_time ? a->S : 1) * x->size * sizeof (double))
                    == 0;
    }
  return same;
}

/* What is looked at; what a short training on a text has no part in; starts that find what others
 * found. */
static const char *const of_no_number[]
    = { "shown-class", "shown-cell", "words", "fold-case", "keep-runs", "starts", NULL };

/* Every field that applies decides on some number. */
static void
test_fields (gconstpointer data)
{
  const IplExperiment *experiment = data;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (IplExperimentResult) one = NULL;
  guint n = 0;

  small_get_parameters (experiment, parameters);
  one = small_compute (parameters, 2, FALSE, FALSE, NULL);
  g_assert_nonnull (one);
  for (guint g = 0; g < experiment->n_groups; g++)
    for (guint i = 0; i < experiment->groups[g].n_fields; i++)
      {
        const IplField *field = &experiment->groups[g].fields[i];
        g_autofree IplParameters *changed = g_memdup2 (parameters, sizeof *parameters);
        gpointer at = (char *)ipl_parameters_edit_specific (changed) + experiment->groups[g].offset;
        g_autoptr (IplExperimentResult) other = NULL;

        if (!ipl_field_applies (field, at) || !change_field (field, at)
            || (experiment->validate != NULL
                && !experiment->validate (ipl_parameters_get_specific (changed), NULL)))
          continue;
        other = small_compute (changed, 2, FALSE, FALSE, NULL);
        if (other == NULL || one->trajectory == NULL)
          continue;
        if (is_same (one->trajectory, other->trajectory)
            && !g_strv_contains (of_no_number, field->id))
          g_error ("%s: %s changes no number", experiment->id, field->id);
        n++;
      }
  g_test_message ("%u fields", n);
}

/* One line, without a number or a word missing at its end. */
static void
check_sentence (const IplPanel *panel, const char *said)
{
  gsize length = strlen (said);

  if (length == 0 || strchr (said, '\n') != NULL || strchr (" :,", said[length - 1]) != NULL
      || strstr (said, "  ") != NULL || !g_utf8_validate (said, -1, NULL))
    g_error ("%s: “%s”", panel->id, said);
}

/* Every item of every mark can be said. */
static void
describe_items (const IplPanel *panel, const IplPlot *plot, const IplView *view)
{
  for (guint a = 0; a < plot->axes->len; a++)
    for (guint m = 0; m < ipl_plot_get_axes (plot, a)->marks->len; m++)
      {
        const IplMark *mark = &g_array_index (ipl_plot_get_axes (plot, a)->marks, IplMark, m);
        gsize n = mark->items == NULL ? 0 : mark->kind == IPL_MARK_LINE ? 1 : mark->y.n;

        for (gsize i = 0; i < n; i++)
          {
            IplTarget target = ipl_mark_make_target (mark, mark->first + i);
            g_autofree char *said = NULL;

            said = ipl_figure_describe_target (panel, &target, view);
            check_sentence (panel, said);
          }
      }
}

/* The numbers of marks, and so of the arrays that they are of, are in the table. */
static void
check_numbers (const IplPanel *panel, const IplPlot *plot, const char *table)
{
  g_auto (GStrv) cells = g_strsplit_set (table, "\t\n", -1);
  g_autoptr (GHashTable) set = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; cells[i] != NULL; i++)
    g_hash_table_add (set, cells[i]);
  for (guint a = 0; a < plot->axes->len; a++)
    for (guint m = 0; m < ipl_plot_get_axes (plot, a)->marks->len; m++)
      {
        const IplPlotAxes *axes = ipl_plot_get_axes (plot, a);
        const IplMark *mark = &g_array_index (axes->marks, IplMark, m);

        for (gsize i = 0; i < mark->y.n && !axes->is_map && mark->listed != IPL_LISTED_NOWHERE
                          && mark->kind == IPL_MARK_LINE;
             i++)
          {
            double value = mark->array != NULL
                               ? mark->array->values[i * mark->array->size + mark->number]
                               : ipl_numbers_get (&mark->y, i);
            g_autoptr (GString) number = g_string_new (NULL);

            ipl_table_number (number, value);
            if (!g_hash_table_contains (set, number->str))
              g_error ("%s: %s is not in the table", panel->id, number->str);
          }
      }
}

/* Every place of a figure, and what the arrow keys lead to. */
static void
point_everywhere (const IplPanel *panel, const IplView *view, const IplStyle *style, double width,
                  double height)
{
  g_autoptr (IplFigure) figure = ipl_figure_new (panel);
  IplTarget target = IPL_TARGET_NONE;
  guint found = 0;

  ipl_figure_set (figure, view, style, width, height);
  for (guint i = 0; i < 20 * 20; i++)
    {
      IplTarget here = IPL_TARGET_NONE;

      if (ipl_figure_find (figure, (i % 20 + 0.5) * width / 20, (i / 20 + 0.5) * height / 20,
                           &here))
        {
          g_autofree char *said = ipl_figure_describe_target (panel, &here, view);

          /* What can be pointed at can be said. */
          if (said[0] == '\0')
            g_error ("%s: nothing is said of what is pointed at", panel->id);
          check_sentence (panel, said);
          found++;
          target = here;
        }
    }
  for (guint i = 0; i < 40; i++)
    target = ipl_figure_step (panel, &target, view,
                              i % 4 == 0   ? 1
                              : i % 4 == 1 ? -1
                                           : 0,
                              i % 4 == 2   ? 1
                              : i % 4 == 3 ? -1
                                           : 0);
  g_test_message ("  %s: %u of 400 places are something", panel->id, found);
}

/* A drag from anywhere to anywhere leaves parameters that can be. */
static void
drag_everywhere (const IplPanel *panel, const IplView *view, const IplStyle *style, double width,
                 double height, const IplParameters *parameters)
{
  gpointer layout = NULL;

  if (panel->edit == NULL && panel->build == NULL)
    return;
  layout = ipl_panel_layout (panel, view, style, width, height);
  for (guint i = 0; i < 12 * 12; i++)
    {
      g_autofree IplParameters *edited = g_memdup2 (parameters, sizeof *parameters);
      g_autofree IplParameters *again = g_new (IplParameters, 1);
      g_autofree char *json = NULL;
      g_autoptr (GError) error = NULL;
      double x = (i % 12 + 0.5) * width / 12, y = (i / 12 + 0.5) * height / 12;

      if (!ipl_panel_edit (panel, layout, view, style, x, y, i % 3 * width, 0.7 * height, edited))
        continue;
      json = ipl_parameters_to_json (edited);
      ipl_parameters_from_json (again, json, &error);
      g_assert_no_error (error);
      g_assert_true (ipl_parameters_equal (edited, again));
    }
  ipl_panel_free_layout (panel, layout);
}

/* A format and a theme a moment @k. */
static void
check_panel (const IplPanel *panel, const IplView *view, const IplParameters *parameters, guint k)
{
  static const char *const starts[] = { "<?xml", "%PDF" };
  static const IplFormat *const formats[] = { &ipl_format_svg, &ipl_format_pdf };
  const IplTheme themes[] = { IPL_THEME_DARK, IPL_THEME_CONTRAST };
  g_autofree char *path = g_build_filename (folder, "figure", NULL), *text = NULL;
  g_autofree char *words = ipl_figure_describe (panel, view);
  g_autofree char *numbers = ipl_figure_table (panel, view);
  g_autoptr (GError) error = NULL;
  IplPaper paper;
  IplStyle style;
  gsize length;

  g_assert_true (g_str_has_suffix (words, "."));
  g_assert_nonnull (strchr (numbers, '\n'));
  assert_table_columns (panel->id, numbers);
  if (panel->build != NULL)
    {
      g_autoptr (IplPlot) plot = ipl_plot_build_numbers (panel, view);

      if (panel->table == NULL)
        check_numbers (panel, plot, numbers);
      assert_curves_described (panel->id, plot);
      describe_items (panel, plot, view);
    }
  if (panel->build != NULL || panel->numbers != NULL)
    assert_same_numbers (panel, view);
  g_assert_true (ipl_paper_init (&paper, "neurips", panel, view, 0, 0, &error));
  g_assert_no_error (error);
  ipl_style_init (&style, themes[k], paper.font_pt);
  g_assert_true (ipl_figure_export (panel, view, &style, &paper, NULL, formats[k], path, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_cmpuint (length, >, 500);
  g_assert_true (g_str_has_prefix (text, starts[k]));
  g_remove (path);
  ipl_style_init (&style, IPL_THEME_LIGHT, 9);
  style.has_controls = TRUE;
  point_everywhere (panel, view, &style, paper.width_pt, paper.height_pt);
  drag_everywhere (panel, view, &style, paper.width_pt, paper.height_pt, parameters);
  /* Narrow, and of no size to speak of. */
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, 200, 200);

      ipl_figure_draw (panel, view, &style, cr, i == 0 ? 130 : 10, i == 2 ? 10 : 120);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
    }
}

/* Every panel that fits, in between and at the end. */
static void
test_panels (gconstpointer data)
{
  const IplExperiment *experiment = data;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (IplExperimentResult) own = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  small_get_parameters (experiment, parameters);
  own = small_compute (parameters, 2, FALSE, FALSE, &error);
  g_assert_no_error (error);
  for (guint k = 0; k < 2; k++)
    {
      IplView view = { .pruned = -1, .shown_layer = -1, .shown_head = -1, .shown_token = -1 };
      double time = own->trajectory != NULL ? own->trajectory->time[own->trajectory->S / 2] : -1;

      ipl_view_set_dynamics (&view, own, k == 0 ? time : -1);
      for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
        if (ipl_panel_fits (*panel, &view))
          {
            check_panel (*panel, &view, parameters, k);
            n++;
          }
    }
  g_test_message ("%u panels", n / 2);
  g_assert_cmpuint (n, >=, 3);
}

TEST_ROWS (add_experiments)
{
  for (const IplExperiment *const *next = ipl_experiments (NULL); *next != NULL; next++)
    if ((*next)->compute != NULL)
      {
        test_add_row (test_numbers, *next, "/every-dynamics/%s/numbers", (*next)->id);
        test_add_row (test_panels, *next, "/every-dynamics/%s/panels", (*next)->id);
        test_add_row (test_fields, *next, "/every-dynamics/%s/fields", (*next)->id);
      }
}
