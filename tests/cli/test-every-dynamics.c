/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every experiment that computes a result of its own kind, as the tables have them: what it records
 * can be told, written, read and computed again to the last bit on any number of threads; it gives
 * up and it stops; every panel that fits it is drawn, exported, pointed at, put into words and into
 * a table. An experiment that is added is among them. */
#include "cli/commands/commands.h"

#include "core/base/trajectory.h"
#include "core/parameters/parameters-command.h"
#include "core/parameters/parameters-json.h"
#include "core/files/npz.h"
#include "core/files/safetensors.h"
#include "core/parameters/result-file.h"
#include "core/results/trajectory-results.h"
#include "figures/output/describe.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

/* What takes longer by itself is made small: flags for experiments that train for minutes; FOLDER
 * stands for that of the test. */
static const struct
{
  const char *id, *flags;
} small[] = {
  { "joma-joint", "--steps 60" },
  { "joma-text", "--words 3000 --steps 30 --width 16 --hidden 16 --length 8 --batch 4 --layers 2 "
                 "--compare-layers 1" },
  { "stable-rank", "--checkpoints FOLDER" },
  { "head-course",
    "--training-steps 10 --report-steps 5 --width 16 --heads-per-layer 2 --layers 1" },
  { "joma-hierarchy", "--token-width 16 --steps 20 --seeds 1 --reports 4" },
};

/* More than this nobody waits for here. */
#define MAX_SECONDS 20

static char *folder;

static const char *
find_flags (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (small); i++)
    if (strcmp (small[i].id, id) == 0)
      return small[i].flags;
  return "";
}

/* What the command line makes of a command. */
static gboolean
read_command (const char *command, IplParameters *parameters, GError **error)
{
  g_auto (CliImageArguments) flags = { .flags_of = CLI_FLAGS_OF_RESULTS };
  g_autofree char *name = NULL;
  gint64 seed = -1;
  const GOptionEntry entries[]
      = { { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, NULL, NULL }, { NULL } };
  g_auto (GStrv) argv = NULL;
  int argc;

  g_assert_true (g_shell_parse_argv (command, &argc, &argv, NULL));
  g_assert_true (
      cli_parse_optional (argc - 1, argv + 1, entries, "EXPERIMENT", "", NULL, &flags, &name));
  return cli_make_parameters (name, &flags, seed, parameters, error);
}

/* The parameters of a run that does not take long; FALSE, and the test is skipped, where there are
 * none. */
static gboolean
get_parameters (const IplExperiment *experiment, IplParameters *parameters)
{
  g_autoptr (GString) flags = g_string_new (find_flags (experiment->id));
  g_autofree char *command = NULL;
  g_autoptr (GError) error = NULL;
  double seconds = 0, bytes = 0;

  g_string_replace (flags, "FOLDER", folder, 0);
  command = g_strdup_printf ("interplay-cli dynamics %s %s", experiment->id, flags->str);
  g_assert_true (read_command (command, parameters, &error));
  g_assert_no_error (error);
  if (experiment->predict != NULL)
    experiment->predict (parameters, 2, &seconds, &bytes);
  g_assert_true (seconds >= 0 && isfinite (seconds) && bytes >= 0 && isfinite (bytes));
  if (seconds <= MAX_SECONDS)
    return TRUE;
  g_test_skip ("takes minutes: give it flags in this test that make it small");
  return FALSE;
}

typedef struct
{
  guint n_progress, n_shown;
  double last;
} Heard;

static void
hear_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  Heard *heard = data;

  g_assert_true (fraction <= 1 && !isnan (fraction) && !isnan (seconds_left));
  heard->n_progress++;
  heard->last = fraction;
}

static void
hear_result (IplExperimentResult *so_far, gpointer data)
{
  Heard *heard = data;

  g_assert_nonnull (so_far->trajectory);
  g_assert_cmpuint (so_far->trajectory->S, >, 0);
  heard->n_shown++;
  ipl_experiment_result_unref (so_far);
}

static IplExperimentResult *
compute (const IplParameters *parameters, guint threads, gboolean stopped, gboolean cancelled,
         GError **error)
{
  g_autoptr (GCancellable) stop = g_cancellable_new (), cancellable = g_cancellable_new ();
  Heard heard = { 0 };
  IplExperimentRun run = { .threads = threads,
                           .cancellable = cancellable,
                           .stop = stop,
                           .progress = hear_progress,
                           .show = hear_result,
                           .data = &heard };

  if (stopped)
    g_cancellable_cancel (stop);
  if (cancelled)
    g_cancellable_cancel (cancellable);
  return parameters->experiment->compute (parameters, &run, error);
}

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

static void
assert_same (const IplTrajectory *a, const IplTrajectory *b)
{
  g_assert_cmpuint (a->S, ==, b->S);
  g_assert_cmpmem (a->time, a->S * sizeof (double), b->time, b->S * sizeof (double));
  g_assert_cmpuint (a->arrays->len, ==, b->arrays->len);
  g_assert_cmpstr (a->message, ==, b->message);
  for (guint i = 0; i < a->arrays->len; i++)
    {
      const IplTrajectoryArray *x = a->arrays->pdata[i], *y = b->arrays->pdata[i];
      gsize n = (x->in_time ? a->S : 1) * x->size * sizeof (double);

      g_assert_cmpstr (x->name, ==, y->name);
      if (memcmp (x->values, y->values, n) != 0)
        g_error ("%s is another", x->name);
    }
}

/* What is read of a file is what was recorded. */
static void
check_file (const IplExperimentResult *own, const IplParameters *parameters)
{
  const IplTrajectory *trajectory = own->trajectory;
  g_auto (IplRunSettings) run = { .command = NULL }, again = { .command = NULL };
  g_autofree char *settings = NULL, *path = g_build_filename (folder, "a.npz", NULL), *text = NULL;
  g_autoptr (IplNpz) npz = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) error = NULL;

  ipl_run_settings_init (&run, "dynamics", parameters);
  settings = ipl_run_settings_to_json (&run);
  g_assert_true (ipl_result_file_save (own, settings, path, &error));
  npz = ipl_npz_read (path, NULL, &error);
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
  g_assert_true (
      ipl_run_settings_from_json (&again, ipl_npz_lookup (npz, "settings")->texts[0], &error));
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

  if (!get_parameters (experiment, parameters))
    return;
  one = compute (parameters, 1, FALSE, FALSE, &error);
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
  g_assert_true (read_command (command, again, &error));
  g_assert_no_error (error);
  g_assert_true (ipl_parameters_equal (parameters, again));
  two = compute (again, 2, FALSE, FALSE, &error);
  g_assert_no_error (error);
  assert_same (one->trajectory, two->trajectory);
  /* Stopped before it has begun, there is its beginning, or all of what is quick. */
  stopped = compute (parameters, 1, TRUE, FALSE, &error);
  g_assert_no_error (error);
  check_trajectory (stopped->trajectory);
  none = compute (parameters, 1, FALSE, TRUE, &error);
  g_assert_null (none);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Every place of a figure, and what the arrow keys lead to. */
static void
point_everywhere (const IplPanel *panel, const IplView *view, const IplStyle *style, double width,
                  double height)
{
  IplTarget target = IPL_TARGET_NONE;
  guint found = 0;

  for (guint i = 0; i < 20 * 20; i++)
    {
      IplTarget here = IPL_TARGET_NONE;

      if (ipl_figure_pick (panel, view, style, width, height, (i % 20 + 0.5) * width / 20,
                           (i / 20 + 0.5) * height / 20, &here))
        {
          g_autofree char *said = ipl_figure_say (panel, &here, view);

          /* What can be pointed at can be said. */
          if (said[0] == '\0')
            g_error ("%s: nothing is said of what is pointed at", panel->id);
          g_assert_true (g_utf8_validate (said, -1, NULL));
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

  if (panel->edit == NULL)
    return;
  if (panel->layout_new != NULL)
    layout = panel->layout_new (view, style, width, height);
  for (guint i = 0; i < 12 * 12; i++)
    {
      g_autofree IplParameters *edited = g_memdup2 (parameters, sizeof *parameters);
      g_autofree IplParameters *again = g_new (IplParameters, 1);
      g_autofree char *json = NULL;
      g_autoptr (GError) error = NULL;
      double x = (i % 12 + 0.5) * width / 12, y = (i / 12 + 0.5) * height / 12;

      if (!panel->edit (layout, view, style, x, y, i % 3 * width, 0.7 * height, edited))
        continue;
      json = ipl_parameters_to_json (edited);
      ipl_parameters_from_json (again, json, &error);
      g_assert_no_error (error);
      g_assert_true (ipl_parameters_equal (edited, again));
    }
  if (layout != NULL && panel->layout_free != NULL)
    panel->layout_free (layout);
}

static void
check_panel (const IplPanel *panel, const IplView *view, const IplParameters *parameters)
{
  static const char *const starts[] = { "\x89PNG", "<?xml", "%PDF" };
  g_autofree char *words = ipl_figure_describe (panel, view);
  g_autofree char *numbers = ipl_figure_table (panel, view);
  g_autoptr (GError) error = NULL;
  IplPaper paper;
  IplStyle style;

  g_assert_true (g_str_has_suffix (words, "."));
  g_assert_nonnull (strchr (numbers, '\n'));
  g_assert_true (ipl_paper_init (&paper, "neurips", panel, view, 0, 0, &error));
  g_assert_no_error (error);
  for (IplTheme theme = IPL_THEME_LIGHT; theme <= IPL_THEME_CONTRAST_DARK; theme++)
    {
      static const IplFormat *const formats[]
          = { &ipl_format_png, &ipl_format_svg, &ipl_format_pdf };
      const IplFormat *format = formats[theme % 3];
      g_autofree char *path = g_build_filename (folder, "figure", NULL), *text = NULL;
      gsize length;

      ipl_style_init (&style, theme, paper.font_pt);
      g_assert_true (ipl_figure_export (panel, view, &style, &paper, NULL, format, path, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      g_assert_cmpuint (length, >, 500);
      g_assert_true (g_str_has_prefix (text, starts[theme % 3]));
      g_remove (path);
    }
  ipl_style_init (&style, IPL_THEME_LIGHT, 9);
  point_everywhere (panel, view, &style, paper.width_pt, paper.height_pt);
  drag_everywhere (panel, view, &style, paper.width_pt, paper.height_pt, parameters);
  /* Narrow, and of no size to speak of. */
  for (guint k = 0; k < 3; k++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 200, 200);
      cairo_t *cr = cairo_create (surface);

      ipl_figure_draw (panel, view, &style, cr, k == 0 ? 130 : 10, k == 2 ? 10 : 120);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

/* Every panel that fits, at the beginning, in between and at the end. */
static void
test_panels (gconstpointer data)
{
  const IplExperiment *experiment = data;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (IplExperimentResult) own = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  if (!get_parameters (experiment, parameters))
    return;
  own = compute (parameters, 2, FALSE, FALSE, &error);
  g_assert_no_error (error);
  for (guint k = 0; k < 3; k++)
    {
      IplView view = { .pruned = -1, .shown_layer = -1, .shown_head = -1, .shown_token = -1 };
      double time = k == 0 ? 0 : -1;

      if (own->trajectory != NULL && k == 1)
        time = own->trajectory->time[own->trajectory->S / 2];
      ipl_view_set_own (&view, own, time);
      for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
        if (ipl_panel_fits (*panel, &view))
          {
            check_panel (*panel, &view, parameters);
            n++;
          }
    }
  g_test_message ("%u panels", n / 3);
  g_assert_cmpuint (n, >=, 3);
}

/* As a file of results that is opened again has it. */
static IplExperimentResult *
reopen (const IplExperimentResult *own, const IplParameters *parameters)
{
  g_autofree char *path = g_build_filename (folder, "again.npz", NULL), *settings = NULL;
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autoptr (IplResultFile) file = NULL;
  g_autoptr (GError) error = NULL;
  IplExperimentResult *again;

  ipl_run_settings_init (&run, "dynamics", parameters);
  settings = ipl_run_settings_to_json (&run);
  g_assert_true (ipl_result_file_save (own, settings, path, &error));
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

  if (!get_parameters (experiment, parameters))
    return;
  for (guint stopped = 0; stopped < 2; stopped++)
    {
      g_autoptr (IplExperimentResult) own = compute (parameters, 2, stopped == 1, FALSE, &error);
      g_autoptr (IplExperimentResult) again = NULL;

      g_assert_no_error (error);
      if (own->trajectory == NULL)
        return;
      again = reopen (own, parameters);
      g_assert_true (again->experiment == experiment);
      g_assert_true (again->complete == own->complete);
      g_assert_true (again->trajectory->in_steps == own->trajectory->in_steps);
      assert_same (own->trajectory, again->trajectory);
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

/* Two checkpoints with two lower MLP matrices each. */
static void
write_checkpoints (void)
{
  for (guint step = 1; step <= 2; step++)
    {
      IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();
      g_autofree char *name = g_strdup_printf ("step%u.safetensors", step);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      const gsize shape[] = { 4, 3 };
      float values[2][12];
      GError *error = NULL;

      for (guint layer = 0; layer < 2; layer++)
        {
          g_autofree char *tensor
              = g_strdup_printf ("gpt_neox.layers.%u.mlp.dense_h_to_4h.weight", layer);

          for (guint i = 0; i < 12; i++)
            values[layer][i] = (float)cos (i * i + step + 2.0 * layer);
          ipl_safetensors_writer_add_floats (writer, tensor, values[layer], 2, shape);
        }
      g_assert_true (ipl_safetensors_writer_close (writer, path, &error));
      g_assert_no_error (error);
    }
}

static void
remove_checkpoints (void)
{
  for (guint step = 1; step <= 2; step++)
    {
      g_autofree char *name = g_strdup_printf ("step%u.safetensors", step);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
}

int
main (int argc, char **argv)
{
  const IplExperiment *const *experiments = ipl_experiments (NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("interplay-every-XXXXXX", NULL);
  for (guint i = 0; experiments[i] != NULL; i++)
    {
      g_autofree char *numbers = g_strdup_printf ("/every-dynamics/%s/numbers", experiments[i]->id);
      g_autofree char *panels = g_strdup_printf ("/every-dynamics/%s/panels", experiments[i]->id);
      g_autofree char *reopened
          = g_strdup_printf ("/every-dynamics/%s/reopened", experiments[i]->id);

      if (experiments[i]->compute == NULL)
        continue;
      g_test_add_data_func (numbers, experiments[i], test_numbers);
      g_test_add_data_func (panels, experiments[i], test_panels);
      g_test_add_data_func (reopened, experiments[i], test_reopened);
    }
  write_checkpoints ();
  status = g_test_run ();
  remove_checkpoints ();
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (folder);
  return status;
}
