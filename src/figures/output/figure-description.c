/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Figures as text and tables, for screen readers and spreadsheets. */

#include "figures/output/figure.h"

#include "figures/plot/panel-calls.h"
#include "figures/view/target-sentence.h"

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

/* Returns: (transfer full): a description of the figure in a few sentences, for a screen reader */
char *
ipl_figure_describe (const IplPanel *panel, const IplView *view)
{
  g_return_val_if_fail (panel && view && ipl_view_has_result (view), NULL);
  IplView usable = ipl_view_usable (view);
  GString *text = g_string_new (NULL);
  describe (text, panel, &usable);
  return g_string_free (text, FALSE);
}

/* Formats the numbers of a figure as tab-separated lines below a heading, with decimal points in
 * any locale and empty cells for unknown numbers. The tables of the composites of all panels and of
 * the trained network are separated by empty lines. The table of the posterior has its diagnostics:
 * a line for each entry of U on and above the diagonal, then, after an empty line, one for each
 * chain.
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

/* Returns: (transfer full) (nullable): the panel's numbers of the hovered target, as plain text */
char *
ipl_figure_describe_in_panel (const IplPanel *panel, const IplTarget *target, const IplView *view)
{
  return ipl_panel_fits (panel, view) ? ipl_panel_describe_target (panel, target, view) : NULL;
}

/* Describes the hovered target: by its panel or one of its parts if an experiment without a case is
 * shown, else by all known numbers.
 * @panel: (nullable): panel under the pointer
 * Returns: (transfer full): one line of plain text for the status line and screen readers; "" if
 * the view does not have the target */
char *
ipl_figure_describe_target (const IplPanel *panel, const IplTarget *target, const IplView *view)
{
  char *text = NULL;

  g_return_val_if_fail (target && view && ipl_view_has_result (view), g_strdup (""));
  if (panel != NULL)
    text = ipl_figure_describe_in_panel (panel, target, view);
  for (guint i = 0; text == NULL && panel != NULL && i < panel->n_parts && view->dynamics != NULL
                    && target->kind != IPL_TARGET_MOMENT;
       i++)
    text = ipl_figure_describe_in_panel (panel->parts[i].panel, target, view);
  return text != NULL ? text : ipl_target_describe (target, view);
}
