/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The figures in words and as tables, for those who do not see them. */

#include "figures/output/describe.h"

#include "figures/output/arranged.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/plot-panel.h"
#include "figures/view/compared.h"
#include "figures/view/target-words.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

static void
describe (GString *text, const IplPanel *panel, const IplView *view)
{
  gsize start = text->len;

  for (guint i = 0; i < panel->n_parts; i++)
    {
      if (text->len > start)
        g_string_append_c (text, ' ');
      if (ipl_panel_fits (panel->parts[i].panel, view))
        ipl_panel_append_words (panel->parts[i].panel, text, view);
    }
  if (ipl_panel_fits (panel, view))
    ipl_panel_append_words (panel, text, view);
}

/* Where the two stand. */
static const char *
say_places (const IplPanel *panel)
{
  static const char *const places[] = {
    [IPL_COMPARES_NOT] = "only the first is drawn",
    [IPL_COMPARES_BESIDE] = "drawn beside each other, on one scale",
    [IPL_COMPARES_WITHIN] = "drawn in the same axes",
  };

  return panel->n_parts > 0 ? "drawn in the same axes, or beside each other on one scale"
                            : places[panel->compares];
}

static void
describe_pair (GString *text, const IplPanel *panel, const IplView *view)
{
  g_string_append_printf (text, "%s compared with %s, %s. %s: ", ipl_view_get_name (view),
                          ipl_view_get_name (view->compared), say_places (panel),
                          ipl_view_get_name (view));
  describe (text, panel, view);
  g_string_append_printf (text, " %s: ", ipl_view_get_name (view->compared));
  describe (text, panel, view->compared);
}

static void
append_table (GString *text, const IplPanel *panel, const IplView *view)
{
  if (ipl_panel_fits (panel, view))
    ipl_panel_append_table (panel, text, view);
  for (guint i = 0; panel->table == NULL && i < panel->n_parts; i++)
    {
      if (text->len > 0)
        g_string_append_c (text, '\n');
      if (ipl_panel_fits (panel->parts[i].panel, view))
        ipl_panel_append_table (panel->parts[i].panel, text, view);
    }
}

/* With a first column that says whose numbers they are; headings are the first lines of tables. */
static void
append_named_table (GString *text, const IplPanel *panel, const IplView *view)
{
  g_autoptr (GString) table = g_string_new (NULL);
  g_autofree char *name = g_strdup (ipl_view_get_name (view));
  g_auto (GStrv) lines = NULL;
  gboolean heading = TRUE;

  append_table (table, panel, view);
  lines = g_strsplit (table->str, "\n", -1);
  g_strdelimit (name, "\t\n\r", ' ');
  if (text->len > 0 && table->len > 0)
    g_string_append_c (text, '\n');
  for (guint i = 0; lines[i] != NULL; i++)
    {
      gboolean is_last = lines[i + 1] == NULL;

      if (lines[i][0] != '\0')
        g_string_append_printf (text, "%s\t%s", heading ? "case" : name, lines[i]);
      heading = lines[i][0] == '\0';
      if (!is_last)
        g_string_append_c (text, '\n');
    }
}

/* Returns: (transfer full): a few sentences saying what the figure shows, for a screen reader */
char *
ipl_figure_describe (const IplPanel *panel, const IplView *view)
{
  g_return_val_if_fail (panel && view && ipl_view_has_result (view), NULL);
  IplView compared, usable = ipl_view_usable_pair (view, &compared);
  panel = ipl_panel_arranged (panel, view->figure_style);
  GString *text = g_string_new (NULL);
  if (usable.compared == NULL)
    describe (text, panel, &usable);
  else
    describe_pair (text, panel, &usable);
  return g_string_free (text, FALSE);
}

/* The numbers behind a figure, tab separated with a heading line, a decimal point whatever the
 * locale, and nothing where a number is not known. The tables of the composites of all panels and
 * of the trained network follow each other after an empty line. The posterior's is that of its
 * diagnostics: a line for every entry of U on and above the diagonal, then, after an empty line,
 * one for every chain. Where two views are compared, the tables of the one follow those of the
 * other after an empty line, and a first column says of every line whose it is.
 * Returns: (transfer full): the table */
char *
ipl_figure_table (const IplPanel *panel, const IplView *view)
{
  g_return_val_if_fail (panel && view && ipl_view_has_result (view), NULL);
  IplView compared, usable = ipl_view_usable_pair (view, &compared);
  panel = ipl_panel_arranged (panel, view->figure_style);
  GString *text = g_string_new (NULL);
  if (usable.compared == NULL)
    append_table (text, panel, &usable);
  else
    {
      append_named_table (text, panel, &usable);
      append_named_table (text, panel, usable.compared);
    }
  return g_string_free (text, FALSE);
}

/* @view: what is shown: the result of an experiment that makes no case
 * Returns: (transfer full) (nullable): what the panel has to say of it, of a moment the numbers
 *   that it draws; plain text */
char *
ipl_figure_say_in_panel (const IplPanel *panel, const IplTarget *target, const IplView *view)
{
  char *text = NULL;

  if (!ipl_panel_fits (panel, view))
    return NULL;
  if (panel->say != NULL)
    text = panel->say (target, view);
  return text == NULL && panel->numbers != NULL
             ? ipl_target_describe_numbers (target, view, panel->numbers)
             : text;
}

/* ipl_figure_say() of one view. */
static char *
say (const IplPanel *panel, const IplTarget *target, const IplView *view)
{
  char *text = NULL;
  guint moment;

  if (view->own == NULL)
    {
      if (panel != NULL && panel->say != NULL && ipl_panel_fits (panel, view))
        text = panel->say (target, view);
      return text != NULL ? text : ipl_target_describe (target, view);
    }
  if (panel != NULL)
    text = ipl_figure_say_in_panel (panel, target, view);
  for (const IplPanel *const *other = ipl_panels (NULL);
       *other != NULL && text == NULL && !ipl_target_get_moment (target, view, &moment); other++)
    text = ipl_figure_say_in_panel (*other, target, view);
  return text != NULL ? text : ipl_target_describe (target, view);
}

/* The numbers of what is hovered: of the result of an experiment that makes no case those that
 * @panel knows, else those that other panels do, else, of a moment, all that are few; of a case
 * those that only @panel knows, else all that are known. Where two views are compared, those of
 * both with their names.
 * @panel: (nullable): where it is hovered
 * Returns: (transfer full): one line of plain text, for a status line and for screen readers; empty
 *   where nothing, or nothing there is, is hovered */
char *
ipl_figure_say (const IplPanel *panel, const IplTarget *target, const IplView *view)
{
  g_return_val_if_fail (target && view && ipl_view_has_result (view), g_strdup (""));
  IplView compared, usable = ipl_view_usable_pair (view, &compared);
  IplTarget other;
  g_autofree char *first = say (panel, target, view);
  g_autofree char *second = NULL;

  if (usable.compared != NULL && ipl_target_translate (target, &usable, &compared, &other))
    second = say (panel, &other, &compared);
  if (usable.compared == NULL || first[0] == '\0')
    return g_steal_pointer (&first);
  if (second == NULL || second[0] == '\0')
    return g_strdup_printf ("%s: %s", ipl_view_get_name (&usable), first);
  return g_strdup_printf ("%s: %s · %s: %s", ipl_view_get_name (&usable), first,
                          ipl_view_get_name (&compared), second);
}
