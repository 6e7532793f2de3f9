/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of examples and of figures of the papers: every row leads to something that there is.
 */
#include <string.h>

#include "core/base/installed-data.h"
#include "core/experiments/experiment-table.h"
#include "figures/help/example-figures.h"
#include "figures/help/help-table.h"
#include "figures/panels/panel-table.h"

#include "../test.h"

/* Everything built in is listed once, in families, with a title of its own and a line. */
TEST (test_examples, "/examples/list")
{
  g_autoptr (GHashTable) titles = g_hash_table_new (g_str_hash, g_str_equal);
  guint n, n_built_in = 0, n_files;
  const IplExample *examples = ipl_examples (&n);
  const IplExperiment *const *experiments = ipl_experiments (NULL);

  ipl_example_cases (&n_files);
  for (guint i = 0; experiments[i] != NULL; i++)
    {
      g_assert_cmpint (experiments[i]->built_in, ==, experiments[i]->family != IPL_FAMILY_NONE);
      n_built_in += experiments[i]->built_in;
    }
  g_assert_cmpuint (n, ==, n_built_in + n_files);
  g_assert_cmpstr (examples[0].id, ==, IPL_DEFAULT_EXPERIMENT);
  for (guint i = 0; i < n; i++)
    {
      g_test_message ("%s", examples[i].id);
      g_assert_true (g_hash_table_add (titles, (gpointer)examples[i].title));
      g_assert_nonnull (examples[i].about);
      g_assert_false (g_str_has_suffix (examples[i].about, "."));
      g_assert_nonnull (ipl_example_family_title (examples[i].family));
      g_assert_true (i == 0 || examples[i].family >= examples[i - 1].family);
      g_assert_true (ipl_example_find (examples[i].id) == &examples[i]);
    }
}

/* The size of the picture in a PNG file. */
static void
read_size (const char *path, guint32 *width, guint32 *height)
{
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_cmpuint (length, >, 24);
  g_assert_cmpmem (bytes, 8, "\x89PNG\r\n\x1a\n", 8);
  memcpy (width, bytes + 16, sizeof *width);
  memcpy (height, bytes + 20, sizeof *height);
  *width = GUINT32_FROM_BE (*width);
  *height = GUINT32_FROM_BE (*height);
}

static void
check_figure (const IplExampleFigure *figure)
{
  const IplExperiment *experiment = ipl_example_figure_experiment (figure);
  const IplPanel *panel = ipl_panel_find (figure->panel);
  g_autofree char *picture = ipl_example_figure_picture (figure);
  g_autofree char *title = ipl_example_figure_title (figure);
  gboolean is_file = ipl_example_case_find (figure->example) != NULL;
  guint32 width, height;
  IplParameters parameters;

  g_assert_nonnull (experiment);
  g_assert_nonnull (panel);
  g_assert_cmpstr (title, !=, "");
  if (panel->experiment != NULL)
    g_assert_cmpstr (panel->experiment, ==, experiment->id);
  if (ipl_example_figure_needs_files (figure))
    {
      g_assert_null (picture);
      return;
    }
  g_assert_nonnull (ipl_example_find (figure->example));
  g_assert_nonnull (picture);
  read_size (picture, &width, &height);
  g_assert_cmpuint (width, ==, 443);
  g_assert_cmpuint (height, ==, 307);
  if (is_file)
    return;
  ipl_example_figure_get_parameters (figure, &parameters);
  g_assert_true (parameters.experiment == experiment);
  g_assert_true (experiment->validate == NULL
                 || experiment->validate (ipl_parameters_get_specific (&parameters), NULL));
}

TEST (test_figures, "/examples/figures")
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n, n_examples = 0;
  const IplExampleFigure *figures = ipl_example_figures (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = ipl_example_figure_name (&figures[i]);

      g_test_message ("%s", name);
      check_figure (&figures[i]);
      n_examples += figures[i].number == NULL;
      g_assert_cmpint (figures[i].number == NULL, ==, figures[i].paper == IPL_FAMILY_NONE);
      if (figures[i].number == NULL)
        continue;
      g_assert_true (ipl_example_figure_find (name) == &figures[i]);
      g_assert_true (g_hash_table_add (names, g_steal_pointer (&name)));
    }
  g_assert_cmpuint (n_examples, ==, 6);
  g_assert_null (ipl_example_figure_find ("example-induction-u"));
}

/* Parameters are words of the command, how figures show them is an option; what takes minutes is
 * computed by a command of its own. */
TEST (test_commands, "/examples/commands")
{
  static const char *const commands[][2] = {
    { "hmc4-paths", "interplay-cli figure hmc4 --panel paths" },
    { "hmc2-accuracy", "interplay-cli figure hmc2 --panel accuracy --accuracy-lines all" },
    { "example-text-entropy", "interplay-cli figure example-text --panel entropy" },
    { "stable-rank-stable-rank",
      "interplay-cli figure stable-rank checkpoints=FOLDER --panel stable-rank" },
    { "joma-table-table-grid", "interplay-cli dynamics joma-table --out joma-table.npz\n"
                               "interplay-cli figure joma-table.npz --panel table-grid" },
  };
  const IplHelpPage *page = ipl_help_find ("papers");
  IplParameters parameters;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *command
          = ipl_example_figure_command (ipl_example_figure_find (commands[i][0]));
      gboolean found = FALSE;

      g_assert_cmpstr (command, ==, commands[i][1]);
      for (guint k = 0; k < page->n_blocks; k++)
        found = found || strstr (page->blocks[k].plain, command) != NULL;
      g_assert_true (found);
    }
  ipl_example_figure_get_parameters (ipl_example_figure_find ("hmc2-accuracy"), &parameters);
  g_assert_cmpint (parameters.display.accuracy_lines, ==, IPL_ACCURACY_ALL);
}
