/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Formats a figure as the command that draws it: options of interplay-cli figure. */

#include "figures/output/figure-command.h"

#include "core/parameters/parameters-command-line.h"
#include "core/base/text-escape.h"
#include "figures/output/style-json.h"
#include "figures/pages/pages.h"
#include "figures/view/shown-paths.h"

#include <string.h>

static const char *const themes[] = { "light", "dark", "contrast", "contrast-dark" };

/* Defaults of the command. */
#define DEFAULT_DPI 300.0
#define DEFAULT_CHAINS 4

static void
append_number (GString *text, const char *flag, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, " --%s %s", flag,
                          g_ascii_formatd (number, sizeof number, "%.10g", value));
}

/* Appends display settings that are not defaults. */
static void
append_display (GString *text, const IplDisplay *display)
{
  IplDisplay usual;

  ipl_display_init (&usual);
  for (guint i = 0; i < IPL_N_DISPLAY_FIELDS; i++)
    if (!ipl_field_equal (&ipl_display_fields[i], display, &usual))
      ipl_field_append_flag (&ipl_display_fields[i], display, text);
}

/* Appends the number of draws, which the command applies to each width of the sweep. Returns:
 * the setting that the option cannot express, or NULL */
static const char *
append_draws (GString *text, const IplView *view)
{
  const IplPosteriorSummary *first = g_ptr_array_index (view->posteriors, 0);
  guint n_widths = 0;
  gboolean alike = TRUE;

  for (guint i = 0; view->sweep != NULL && i < view->sweep->n_rows; i++)
    n_widths += view->sweep->rows[i] != NULL && !view->sweep->rows[i]->setting.gp;
  for (guint i = 0; i < view->posteriors->len; i++)
    {
      const IplPosteriorSummary *other = g_ptr_array_index (view->posteriors, i);

      alike = alike && other != NULL && other->n_draws == first->n_draws
              && other->n_chains == DEFAULT_CHAINS;
    }
  if (first != NULL)
    append_number (text, "draws", first->n_draws);
  return alike && view->posteriors->len == n_widths
             ? NULL
             : "the sampled widths and their numbers of chains";
}

/* Finds the test set and its first sequence, from 0. */
static void
get_sequences (const IplPanel *panel, const IplView *view, guint *test, gsize *first)
{
  *test = 0;
  *first = 0;
  if ((panel->needs & IPL_NEEDS_CARD) != 0 && view->card != NULL)
    {
      *test = view->card->test;
      *first = view->card->sequences[0].number;
    }
  else if ((panel->needs & IPL_NEEDS_GALLERY) != 0 && view->gallery != NULL)
    {
      *test = view->gallery->test;
      *first = view->gallery->first;
    }
  else if ((panel->needs & IPL_NEEDS_PRUNING) != 0 && view->pruning != NULL)
    *test = view->pruning->test;
  else if ((panel->needs & IPL_NEEDS_HEADS) != 0 && view->heads != NULL)
    *test = view->heads->test;
}

/* Appends the shown head, sequence and point of the pruning curve. */
static void
append_looked_at (GString *text, const IplPanel *panel, const IplView *view)
{
  guint test;
  gsize first;

  get_sequences (panel, view, &test, &first);
  if (test > 0)
    append_number (text, "test", test + 1.0);
  if (first > 0)
    append_number (text, "example", (double)first + 1);
  if ((panel->needs & IPL_NEEDS_GALLERY) != 0)
    {
      if (view->shown_layer >= 0)
        g_string_append_printf (text, " --head %d.%d", view->shown_layer + 1, view->shown_head + 1);
      if (view->shown_example > 0)
        append_number (text, "sequence", view->shown_example + 1);
      if (view->shown_token >= 0)
        append_number (text, "token", view->shown_token + 1);
    }
  if ((panel->needs & IPL_NEEDS_PRUNING) != 0 && view->pruned >= 0)
    {
      append_number (text, "pruned", view->pruned);
      if (view->order != IPL_REMOVAL_BY_SCORE)
        g_string_append_printf (text, " --order %s", ipl_removal_order_id (view->order));
    }
}

/* Appends the options for the figure of a case. */
static void
append_shown (GString *text, const IplPanel *panel, const IplView *view, guint random_orders)
{
  append_display (text, &view->display);
  append_looked_at (text, panel, view);
  if ((panel->needs & IPL_NEEDS_PRUNING) != 0)
    append_number (text, "random-orders", random_orders);
  if (view->pair_p > 0 || view->pair_q > 0)
    g_string_append_printf (text, " --pair %d,%d", view->pair_p + 1, view->pair_q + 1);
  if (view->seeds != NULL)
    g_string_append_printf (text, " --seeds %" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT,
                            view->seeds->seeds[0], view->seeds->seeds[view->seeds->n - 1]);
}

/* TRUE if some paths are shown only because they are selected. */
static gboolean
shows_pinned_paths (const IplView *view)
{
  g_auto (IplShownPaths) shown = { 0 }, strongest = { 0 };
  IplView without = *view;

  without.has_pinned = FALSE;
  ipl_shown_paths_init (&shown, view);
  ipl_shown_paths_init (&strongest, &without);
  return shown.n > strongest.n;
}

/* Lists settings without an option. */
static void
list_missing (GPtrArray *list, const IplPanel *panel, const IplView *view)
{
  if ((panel->needs & IPL_NEEDS_HEADS) != 0 && (panel->needs & IPL_NEEDS_PRUNING) == 0
      && view->pruned >= 0)
    g_ptr_array_add (list, (char *)"the dimming of heads that are removed on the pruning curve");
  if ((panel->needs & IPL_NEEDS_KERNELS) != 0 && view->first_tile > 0)
    g_ptr_array_add (list, (char *)"the scroll position of the kernels");
  if (shows_pinned_paths (view))
    g_ptr_array_add (list,
                     (char *)"the selected paths that are shown in addition to the strongest");
  if (view->few_tests > 0)
    g_ptr_array_add (list, (char *)"the choice of the test sequences computed so far");
}

/* Appends the complete style document, so that the command needs no other file. */
static void
append_style (GString *text, const IplFigureStyle *style)
{
  g_autofree char *json = ipl_figure_style_to_json (style, FALSE);
  g_autofree char *quoted = ipl_text_shell_quote (json);

  g_string_append_printf (text, " --style %s", quoted);
}

static void
append_file (GString *text, const IplFigureFile *self)
{
  const IplFormat *format;

  g_string_append_printf (text, " --panel %s --size %s", self->panel->id, self->size);
  if (self->font_pt > 0)
    append_number (text, "font-size", self->font_pt);
  if (self->dpi > 0 && self->dpi != DEFAULT_DPI && strcmp (self->format, "png") == 0)
    append_number (text, "dpi", self->dpi);
  if (self->theme != IPL_THEME_LIGHT)
    g_string_append_printf (text, " --theme %s", themes[self->theme]);
  if (self->look == IPL_LOOK_PAPER)
    g_string_append (text, " --look paper");
  if (self->transparent)
    g_string_append (text, " --transparent");
  if (self->marked)
    g_string_append (text, " --mark-width");
  if (self->outlines && ipl_format_parse (self->format, &format) && format->has_outlines)
    g_string_append (text, " --outlines");
  if (self->anonymous)
    g_string_append (text, " --anonymous");
  g_string_append_printf (text, " --format %s", self->format);
}

/* Returns: (transfer full): the commands that solve a map and draw its file */
static char *
map_command (const IplMap *map)
{
  g_autofree char *solve = ipl_parameters_map_command (&map->run);

  return g_strconcat (solve, " --out map.npz && interplay-cli figure map.npz", NULL);
}

/* Appends the options for the figure of a map. */
static void
append_map (GString *text, GPtrArray *list, const IplView *view)
{
  append_display (text, &view->display);
  if (view->map == NULL)
    g_ptr_array_add (list, (char *)"the map, which is not solved yet");
  else if (view->display.map_quantity == IPL_MAP_SHOWS_U
           && ipl_target_get (&view->pinned, IPL_PART_PATH) > 0)
    g_ptr_array_add (list, (char *)"the selected path");
}

/* @self: a figure, with the settings of its file
 * @missing: (out, nullable): settings that no option expresses; NULL if the command draws exactly
 * the figure shown
 * Returns: (transfer full): the command line that draws the figure */
char *
ipl_figure_command (const IplFigureFile *self, const IplParameters *parameters, const IplView *view,
                    char **missing)
{
  g_return_val_if_fail (self && self->panel && parameters && view, NULL);
  gboolean is_map = (self->panel->needs & IPL_NEEDS_MAP) != 0, complete = TRUE;
  g_autofree char *begin = is_map && view->map != NULL
                               ? map_command (view->map)
                               : ipl_parameters_figure_command (parameters, &complete);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  GString *text = g_string_new (begin);
  const char *draws = NULL;

  if (!complete)
    g_ptr_array_add (list, (char *)"the empty list of widths");
  if (is_map)
    append_map (text, list, view);
  else if (view->the_case != NULL)
    {
      append_shown (text, self->panel, view, parameters->random_orders);
      if (IPL_QUANTITY_COUNT (view->posteriors) > 0)
        draws = append_draws (text, view);
      if (draws != NULL)
        g_ptr_array_add (list, (char *)draws);
      list_missing (list, self->panel, view);
    }
  if (view->n_ghosts > 0)
    g_ptr_array_add (list, (char *)"the pale curves");
  if (view->figure_style != NULL)
    append_style (text, view->figure_style);
  append_file (text, self);
  g_ptr_array_add (list, NULL);
  if (missing != NULL)
    *missing = list->len > 1 ? g_strjoinv ("; ", (char **)list->pdata) : NULL;
  return g_string_free (text, FALSE);
}
