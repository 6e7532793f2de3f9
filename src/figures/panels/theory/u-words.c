/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Text of the maps of U: headings, limits, row names, notes, and the title of the colour bar. */

#include "figures/kit/number.h"
#include "figures/panels/theory/u-maps.h"
#include "figures/view/posterior-view.h"
#include "figures/view/solver-warnings.h"

#include <math.h>

static const struct
{
  const char *title;  /* suffix of the width */
  const char *series; /* name in tables and descriptions */
  const char *symbol; /* title of the colour bar, before and after its index */
} kinds[] = {
  [IPL_U_THEORY] = { "theory", "U", "<i>U</i><sub>%s</sub>" },
  [IPL_U_SAMPLED] = { "sampled", "E[U]", "E[<i>U</i><sub>%s</sub>]" },
  [IPL_U_DIFFERENCE] = { "sampled − theory", "E[U] - theory", "Δ<i>U</i><sub>%s</sub>" },
  [IPL_U_SD] = { "posterior sd", "sd of U", "sd <i>U</i><sub>%s</sub>" },
  [IPL_U_TRAINED] = { "gradient descent", "U, gradient descent", "<i>U</i><sub>%s</sub>" },
};

/* Adds long and short headings: width and content of a map, or the reason for missing numbers. */
void
ipl_u_add_headings (const IplUMaps *self, guint m, IplMapCaption *caption, gboolean has_values)
{
  const IplView *view = self->view;
  const IplSetting *setting = ipl_view_setting (view);
  g_autofree char *at = setting != NULL ? ipl_view_setting_markup (setting) : g_strdup ("");
  const char *title = kinds[self->kind[m]].title, *apart = self->is_apart ? ", own scale" : "";
  gboolean gp = setting != NULL && setting->gp,
           named = self->kind[m] != IPL_U_THEORY || self->n_maps > 1;
  char *full, *brief;

  if (self->kind[m] == IPL_U_TRAINED && !has_values)
    full = brief = g_strdup ("no trained network");
  else if (self->kind[m] == IPL_U_TRAINED && self->n_maps == 1)
    {
      full = g_strdup_printf ("<i>N</i> = %" G_GSIZE_FORMAT ", %s", view->the_case->trained->N[0],
                              title);
      brief = g_strdup (title);
    }
  else if (self->kind[m] == IPL_U_TRAINED)
    {
      full = g_strdup_printf ("%s, %s", title, caption->limit);
      brief = g_strdup_printf ("descent, %s", caption->limit);
    }
  else if (has_values)
    {
      full = named ? g_strdup_printf ("%s, %s%s", at, title, apart) : g_strconcat (at, apart, NULL);
      brief = g_strconcat (named ? title : at, apart, NULL);
    }
  else if (self->kind[m] == IPL_U_THEORY
           || (self->kind[m] == IPL_U_DIFFERENCE && view->posterior != NULL))
    full = brief = g_strdup ("not solved yet");
  else
    {
      full = g_strdup (gp ? "the GP limit does not fluctuate" : "not sampled yet");
      brief = g_strdup (gp ? "no paths to sample" : "not sampled yet");
    }
  caption->headings[0] = ipl_plot_adopt_text (self->plot, full);
  caption->headings[1] = brief == full ? full : ipl_plot_adopt_text (self->plot, brief);
}

/* Returns "U (24 of 64 paths, by U) (not converged), traced over 3 classes". */
const char *
ipl_u_make_series (const IplUMaps *self, guint m)
{
  g_autofree char *heading = ipl_shown_paths_heading (self->paths, kinds[self->kind[m]].series);
  g_autofree char *outputs = ipl_view_outputs_text (self->view);
  gboolean theory = self->kind[m] == IPL_U_THEORY || self->kind[m] == IPL_U_DIFFERENCE;
  g_autofree char *text
      = g_strconcat (heading, theory ? ipl_view_doubt_heading (self->view) : "",
                     outputs != NULL && self->outputs.tile == 1 ? ", " : NULL, outputs, NULL);

  return ipl_plot_adopt_text (self->plot, g_markup_escape_text (text, -1));
}

/* Adds the headings of a small map: the setting in full, without "N =", and the largest of its
 * widths. */
void
ipl_u_add_small_headings (const IplUMaps *self, const IplSetting *setting, IplMapCaption *caption)
{
  char *widths;

  for (guint k = 0; k < IPL_MAP_HEADINGS; k++)
    caption->headings[k]
        = k > 0
              ? caption->headings[0]
              : ipl_plot_adopt_text (self->plot, setting != NULL ? ipl_view_setting_markup (setting)
                                                                 : g_strdup ("…"));
  if (setting == NULL || setting->gp)
    return;
  widths = ipl_setting_widths_text (setting);
  caption->headings[1] = caption->headings[2] = ipl_plot_adopt_text (self->plot, widths);
  if (!ipl_setting_has_equal_widths (setting))
    caption->headings[2]
        = ipl_plot_format (self->plot, "≤ %u", ipl_setting_largest_width (setting));
}

/* Rounds up to one digit. */
static double
round_up (double value)
{
  double power = value > 0 ? pow (10, floor (log10 (value))) : 1;

  return ceil (value / power * (1 - 1e-9)) * power;
}

/* Returns: (nullable): the largest number of a map with a separate scale, or of a map too pale
 * on the common scale */
const char *
ipl_u_make_limit (const IplUMaps *self, const IplSolution *solution, double largest)
{
  gboolean shared = self->view->display.shared_limits;
  const char *sign = shared || self->kind[0] == IPL_U_SD ? "≤ " : "±";
  g_autofree char *text
      = shared ? ipl_number_markup (round_up (largest), 1) : ipl_number_markup (largest, 2);

  if (largest > 0 && (!shared || largest < IPL_U_PALE * self->small_limit))
    return ipl_plot_adopt_text (self->plot, g_strconcat (sign, text, NULL));
  /* Keeps the headings aligned if this width is not sampled. */
  return solution != NULL && !shared ? "–" : NULL;
}

/* Returns: [n + 1] names owned by the plot; the last has no markup */
static IplRowName *
new_names (IplPlot *plot, gsize n)
{
  IplRowName *names = g_new0 (IplRowName, n + 1);

  g_ptr_array_add (plot->owned, names);
  return names;
}

static const char *
adopt_name (IplPlot *plot, const char *name)
{
  return ipl_plot_adopt_text (plot, ipl_view_name_markup (name));
}

/* Groups many paths by their head in layer 1, if the display order does. */
static void
add_groups (const IplUMaps *self)
{
  const IplCaseInfo *the_case = self->view->the_case;
  IplThumbnails *thumbnails = self->plot->thumbnails;
  guint H = the_case->H[0], n = 0, last = 0;
  IplRowName *names[2];

  if (self->paths->n <= IPL_U_MAX_UNGROUPED || H == 1 || H >= the_case->Pi)
    return;
  for (guint k = 0; k < 2; k++)
    names[k] = new_names (self->plot, H);
  for (gsize i = 0; i < self->paths->n; i++)
    {
      guint head = ipl_case_path_head (the_case, self->paths->path[i], 0);

      if (i > 0 && head < last)
        return;
      if (i == 0 || head > last)
        {
          g_autofree char *name = ipl_view_head_label (the_case, 0, head);
          g_autofree char *brief = ipl_case_head_text (the_case, 0, head);

          names[0][n] = names[1][n] = (IplRowName){ NULL, i * thumbnails->tile, 0, TRUE };
          names[0][n].markup = adopt_name (self->plot, name);
          names[1][n++].markup = adopt_name (self->plot, brief);
        }
      names[0][n - 1].count += thumbnails->tile;
      names[1][n - 1].count += thumbnails->tile;
      last = head;
    }
  thumbnails->names[1] = names[0];
  thumbnails->names[2] = names[1];
}

/* Returns the title of the color bar. With the colours of the paper, it explains the signs. */
static const char *
make_bar_title (const IplUMaps *self, gboolean paper)
{
  const char *pair = self->leaves_diagonal ? (paper ? "π≠π′" : "p≠q") : paper ? "ππ′" : "pq";
  g_auto (GStrv) parts = g_strsplit (kinds[self->kind[0]].symbol, "%s", 2);

  return ipl_plot_adopt_text (
      self->plot, g_strconcat (parts[0], pair, parts[1],
                               paper && self->kind[0] != IPL_U_SD ? ", blue &gt; 0" : NULL, NULL));
}

/* Returns a note on the number of paths and the outputs shown. */
static char *
make_few (const IplUMaps *self)
{
  g_autofree char *paths = ipl_shown_paths_markup (self->paths), *outputs = NULL;
  g_autofree char *text = ipl_view_outputs_text (self->view);
  g_autoptr (GString) names = g_string_new ("tiles of ");

  if (text == NULL)
    return g_steal_pointer (&paths);
  for (guint k = 0; k < self->outputs.tile; k++)
    g_string_append_printf (names, "%s%s", k > 0 ? ", " : "", ipl_view_output_name (self->view, k));
  outputs = ipl_view_name_markup (self->outputs.tile > 1 ? names->str : text);
  return paths == NULL ? g_steal_pointer (&outputs) : g_strdup_printf ("%s; %s", outputs, paths);
}

void
ipl_u_add_thumbnails (const IplUMaps *self)
{
  IplPlot *plot = self->plot;
  IplThumbnails *thumbnails = ipl_plot_add_thumbnails (plot);
  gboolean paper = plot->look == IPL_LOOK_PAPER;
  IplRowName *names = new_names (plot, self->paths->n);
  guint tile = self->outputs.tile;
  char *few = make_few (self);
  char *doubt = self->kind[0] == IPL_U_THEORY || self->kind[0] == IPL_U_DIFFERENCE
                    ? ipl_view_doubt_markup (self->view)
                    : NULL;

  for (gsize i = 0; i < self->paths->n; i++)
    names[i] = (IplRowName){ adopt_name (plot, ipl_view_path_short_name (self->view,
                                                                         self->paths->path[i])),
                             i * tile, tile, FALSE };
  thumbnails->paths = self->paths;
  thumbnails->n = self->paths->n;
  thumbnails->tile = tile;
  thumbnails->names[0] = names;
  thumbnails->part = "width";
  thumbnails->row_title = paper ? "<i>π</i>" : NULL;
  thumbnails->column_title = paper ? "<i>π</i>′" : NULL;
  thumbnails->group_title = paper ? "<i>π</i>′, head in layer 1" : "head in layer 1";
  thumbnails->bar_title = make_bar_title (self, paper);
  add_groups (self);
  thumbnails->notes[0] = few != NULL ? ipl_plot_adopt_text (plot, few) : NULL;
  thumbnails->notes[1] = doubt != NULL ? ipl_plot_adopt_text (plot, doubt) : NULL;
  thumbnails->warns[1] = TRUE;
  plot->is_captioned_elsewhere = self->outputs.Pi <= IPL_U_MAX_NUMBERED;
}

/* Returns full names of the rows, with outputs if each path has several rows. */
const char *const *
ipl_u_make_names (const IplUMaps *self)
{
  const char **names = ipl_plot_new_names (self->plot, self->n);
  guint tile = self->outputs.tile;

  for (gsize i = 0; i < self->n; i++)
    {
      const char *path = ipl_view_path_name (self->view, self->paths->path[i / tile]);
      g_autofree char *name
          = tile > 1 ? g_strdup_printf ("%s, %s", path,
                                        ipl_view_output_name (self->view, (guint)(i % tile)))
                     : g_strdup (path);

      names[i] = ipl_plot_adopt_text (self->plot, ipl_view_name_markup (name));
    }
  return names;
}

void
ipl_u_add_notes (const IplUMaps *self)
{
  const IplView *view = self->view;

  if (self->outputs.tile > 1)
    ipl_plot_add_note (self->plot, "Each pair of paths is a tile of %u by %u outputs.",
                       self->outputs.tile, self->outputs.tile);
  if (view->display.heatmap_scale == IPL_HEATMAP_SYMLOG)
    ipl_plot_add_note (self->plot, "Colours are logarithmic on either side of 0.");
  if (self->leaves_diagonal)
    ipl_plot_add_note (self->plot,
                       "Colours have the range of the entries off the diagonal, which is empty.");
  if (self->kind[0] == IPL_U_TRAINED && view->the_case->trained == NULL)
    ipl_plot_add_note (self->plot, "There is no trained network.");
  else if (view->display.heatmap != IPL_HEATMAP_THEORY && self->kind[0] != IPL_U_TRAINED
           && view->posterior == NULL)
    ipl_plot_add_note (self->plot, "Not sampled yet.");
}
