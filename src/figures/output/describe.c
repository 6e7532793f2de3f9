/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The figures in words and as tables, for those who do not see them. */

#include "figures/output/figure.h"

#include "figures/plot/plot-panel.h"
#include "figures/view/target-words.h"

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

/* Returns: (transfer full): a few sentences saying what the figure shows, for a screen reader */
char *
ipl_figure_describe (const IplPanel *panel, const IplView *view)
{
  g_return_val_if_fail (panel && view && ipl_view_has_result (view), NULL);
  IplView usable = ipl_view_usable (view);
  GString *text = g_string_new (NULL);
  describe (text, panel, &usable);
  return g_string_free (text, FALSE);
}

/* The numbers behind a figure, tab separated with a heading line, a decimal point whatever the
 * locale, and nothing where a number is not known. The tables of the composites of all panels and
 * of the trained network follow each other after an empty line. The posterior's is that of its
 * diagnostics: a line for every entry of U on and above the diagonal, then, after an empty line,
 * one for every chain.
 * Returns: (transfer full): the table */
char *
ipl_figure_table (const IplPanel *panel, const IplView *view)
{
  g_return_val_if_fail (panel && view && ipl_view_has_result (view), NULL);
  IplView usable = ipl_view_usable (view);
  GString *text = g_string_new (NULL);
  append_table (text, panel, &usable);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full) (nullable): the numbers that the panel has of what is hovered; plain
 *   text */
char *
ipl_figure_say_in_panel (const IplPanel *panel, const IplTarget *target, const IplView *view)
{
  return ipl_panel_fits (panel, view) ? ipl_panel_say (panel, target, view) : NULL;
}

/* The numbers of what is hovered: those that @panel has, or a part of it of the result of an
 * experiment that makes no case; else all that are known.
 * @panel: (nullable): where it is hovered
 * Returns: (transfer full): one line of plain text, for a status line and for screen readers; empty
 *   where nothing, or nothing there is, is hovered */
char *
ipl_figure_say (const IplPanel *panel, const IplTarget *target, const IplView *view)
{
  char *text = NULL;

  g_return_val_if_fail (target && view && ipl_view_has_result (view), g_strdup (""));
  if (panel != NULL)
    text = ipl_figure_say_in_panel (panel, target, view);
  for (guint i = 0; text == NULL && panel != NULL && i < panel->n_parts && view->own != NULL
                    && target->kind != IPL_TARGET_MOMENT;
       i++)
    text = ipl_figure_say_in_panel (panel->parts[i].panel, target, view);
  return text != NULL ? text : ipl_target_describe (target, view);
}
