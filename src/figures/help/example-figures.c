/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table of the figures of both papers that the program can show, and of six examples. */
#include "figures/help/example-figures.h"

#include <string.h>

#include "core/base/installed-data.h"
#include "core/experiments/case-file-experiment.h"
#include "core/experiments/experiment-table.h"
#include "core/experiments/parameter-words.h"
#include "figures/panels/panel-table.h"

/* The grid of layers and learning rates at a size that a desktop trains in minutes. */
#define SMALL_GRID                                                                                 \
  "network-width=32 hidden=32 steps=1500 layers=1 rate=1e-3 compare-seeds=3 "                      \
  "compare-layers=1,2,5,10 compare-rates=1e-5,1e-4,1e-3,1e-2"

static const IplExampleFigure figures[] = {
  { NULL, IPL_FAMILY_NONE, "hmc4", "u" },
  { NULL, IPL_FAMILY_NONE, "joma-salience", "salience-components" },
  { NULL, IPL_FAMILY_NONE, "glyphs", "paths" },
  { NULL, IPL_FAMILY_NONE, "example-induction", "u" },
  { NULL, IPL_FAMILY_NONE, "joma-joint", "joint-attention" },
  { NULL, IPL_FAMILY_NONE, "example-text", "text-attention" },

  { "Figure 1a", IPL_FAMILY_PATHS, "hmc4", "paths" },
  { "Figure 1b", IPL_FAMILY_PATHS, "hmc4", "u" },
  { "Figure 1d", IPL_FAMILY_PATHS, "hmc4", "kernel-tiles" },
  { "Figure 1d", IPL_FAMILY_PATHS, "hmc4", "kernel-sum" },
  { "Figure 2a", IPL_FAMILY_PATHS, "hmc4", "task-card" },
  { "Figure 2", IPL_FAMILY_PATHS, "hmc4", "accuracy" },
  { "Figure 2", IPL_FAMILY_PATHS, "hmc4", "overlap" },
  { "Figure 2e", IPL_FAMILY_PATHS, "hmc2", "accuracy", "accuracy-lines=all" },
  { "Figure 3a", IPL_FAMILY_PATHS, "glyphs", "task" },
  { "Figure 3", IPL_FAMILY_PATHS, "glyphs", "attention" },
  { "Figure 3", IPL_FAMILY_PATHS, "glyphs", "accuracy" },
  { "Figure 3", IPL_FAMILY_PATHS, "glyphs", "u" },
  { "Figure 3e", IPL_FAMILY_PATHS, "glyphs", "heads" },
  { "Figure 3f", IPL_FAMILY_PATHS, "glyphs", "pruning" },

  { "Figures 2 and 3", IPL_FAMILY_DYNAMICS, "joma-joint", "joint-attention" },
  { "Figure 2, right", IPL_FAMILY_DYNAMICS, "joma-joint", "joint-correlation" },
  { "Figure 4", IPL_FAMILY_DYNAMICS, "joma-salience", "salience-components" },
  { "Figure 4", IPL_FAMILY_DYNAMICS, "joma-salience", "salience-bars" },
  { "Figure 4", IPL_FAMILY_DYNAMICS, "joma-salience", "entropy" },
  { "Figure 5a", IPL_FAMILY_DYNAMICS, "joma-tree", "latent-tree" },
  { "Figure 5b", IPL_FAMILY_DYNAMICS, "joma-tree", "pair-order" },
  { "Figure 6", IPL_FAMILY_DYNAMICS, "example-text", "entropy" },
  { "Figure 7", IPL_FAMILY_DYNAMICS, "stable-rank", "stable-rank", "checkpoints=FOLDER" },
  { "Figures 6 and 8", IPL_FAMILY_DYNAMICS, "joma-text", "text-grid", SMALL_GRID },
  { "Table 1", IPL_FAMILY_DYNAMICS, "joma-table", "table-grid" },
};

const IplExampleFigure *
ipl_example_figures (guint *n)
{
  *n = G_N_ELEMENTS (figures);
  return figures;
}

/* Returns: (nullable): the figure of a paper with this name */
const IplExampleFigure *
ipl_example_figure_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      g_autofree char *own = ipl_example_figure_name (&figures[i]);

      if (figures[i].number != NULL && strcmp (own, name) == 0)
        return &figures[i];
    }
  return NULL;
}

/* Returns: (transfer full): "hmc4-paths", which is also the name of its picture */
char *
ipl_example_figure_name (const IplExampleFigure *self)
{
  return g_strconcat (self->example, "-", self->panel, NULL);
}

/* Returns: (transfer full): "Figure 1b: Order parameter U"; of an example, the example's title */
char *
ipl_example_figure_title (const IplExampleFigure *self)
{
  return self->number == NULL
             ? g_strdup (ipl_example_find (self->example)->title)
             : g_strdup_printf ("%s: %s", self->number, ipl_panel_find (self->panel)->title);
}

/* Returns: (transfer full) (nullable): the file of the small picture; %NULL where there is none */
char *
ipl_example_figure_picture (const IplExampleFigure *self)
{
  g_autofree char *name = ipl_example_figure_name (self);
  g_autofree char *file = g_strdup_printf ("examples/pictures/%s.png", name);

  return ipl_data_file (file);
}

/* Returns: the experiment that is open when the figure is shown */
const IplExperiment *
ipl_example_figure_experiment (const IplExampleFigure *self)
{
  const IplExampleCase *file = ipl_example_case_find (self->example);

  if (file == NULL)
    return ipl_experiment_find (self->example);
  return file->run_of != NULL ? ipl_experiment_find (file->run_of) : &ipl_experiment_file;
}

/* Returns: TRUE if the figure needs files of the user */
gboolean
ipl_example_figure_needs_files (const IplExampleFigure *self)
{
  return !ipl_example_figure_experiment (self)->built_in
         && ipl_example_case_find (self->example) == NULL;
}

/* Returns: (nullable): field of the appearance of figures. */
static const IplField *
find_display_field (const char *name)
{
  for (guint i = 0; i < IPL_N_DISPLAY_FIELDS; i++)
    if (g_strcmp0 (ipl_field_flag (&ipl_display_fields[i]), name) == 0)
      return &ipl_display_fields[i];
  return NULL;
}

/* Fills the parameters of a figure that needs no file. */
void
ipl_example_figure_get_parameters (const IplExampleFigure *self, IplParameters *parameters)
{
  g_auto (GStrv) words = g_strsplit (self->words != NULL ? self->words : "", " ", -1);

  ipl_parameters_init (parameters, self->example);
  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *value;
      g_autofree char *name = NULL;
      g_autoptr (GError) error = NULL;
      const IplField *shown;

      if (!ipl_parameter_word_split (words[i], &name, &value))
        g_error ("%s is no NAME=VALUE", words[i]);
      shown = find_display_field (name);
      if (shown != NULL ? !ipl_field_set_text (shown, &parameters->display, value, &error)
                        : !ipl_parameters_set_named (parameters, name, value, &error))
        g_error ("%s: %s", words[i], error->message);
    }
}

/* Returns: (transfer full): one or two command lines that draw the figure */
char *
ipl_example_figure_command (const IplExampleFigure *self)
{
  const IplExperiment *experiment = ipl_example_figure_experiment (self);
  gboolean is_long = experiment->takes != NULL && ipl_example_case_find (self->example) == NULL;
  g_auto (GStrv) words = g_strsplit (self->words != NULL ? self->words : "", " ", -1);
  g_autoptr (GString) parameters = g_string_new (NULL), options = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *value;
      g_autofree char *name = NULL;

      if (!ipl_parameter_word_split (words[i], &name, &value))
        continue;
      if (find_display_field (name) != NULL)
        g_string_append_printf (options, " --%s %s", name, value);
      else
        g_string_append_printf (parameters, " %s", words[i]);
    }
  return is_long ? g_strdup_printf ("interplay-cli dynamics %s%s --out %s.npz\n"
                                    "interplay-cli figure %s.npz --panel %s%s",
                                    self->example, parameters->str, self->example, self->example,
                                    self->panel, options->str)
                 : g_strdup_printf ("interplay-cli figure %s%s --panel %s%s", self->example,
                                    parameters->str, self->panel, options->str);
}
