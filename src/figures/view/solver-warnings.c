/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Marks a theory whose solver did not converge: a warning triangle, "not converged", and hollow
 * markers. */

#include "figures/view/solver-warnings.h"

/* Maximum number of widths that the sentence names. */
#define NAMED_WIDTHS 3

/* TRUE if the solver did not reach its criterion. */
gboolean
ipl_solution_is_doubtful (const IplSolution *solution)
{
  return solution != NULL && !solution->setting.gp && !solution->converged;
}

/* TRUE if the current solution did not converge. */
gboolean
ipl_view_theory_is_doubtful (const IplView *self)
{
  return ipl_solution_is_doubtful (self->current);
}

/* TRUE if the solution of the head scores shown did not converge. */
gboolean
ipl_view_scores_are_doubtful (const IplView *self)
{
  return ipl_view_theory_is_doubtful (self)
         && (self->heads == NULL
             || ipl_setting_equal (&self->heads->setting, &self->current->setting));
}

/* Returns the suffix of headings of the current theory. */
const char *
ipl_view_doubt_heading (const IplView *self)
{
  return ipl_view_theory_is_doubtful (self) ? " (not converged)" : "";
}

/* Returns "N = 3, 10 not converged", or the number of such widths if they are many; NULL if all
 * converged. */
char *
ipl_view_doubt_markup (const IplView *self)
{
  g_autoptr (GArray) rows = ipl_view_rows (self, TRUE);
  g_autoptr (GString) named = g_string_new (NULL);
  guint doubtful = 0;
  /* The current width is solved separately, and may converge differently from the sweep. */
  gboolean current = ipl_view_theory_is_doubtful (self);

  for (guint i = 0; i < rows->len; i++)
    {
      const IplSolution *row = ipl_view_row (self, (int)g_array_index (rows, guint, i));
      g_autofree char *widths = ipl_setting_widths_text (&row->setting);

      if (!ipl_solution_is_doubtful (row))
        continue;
      current = current && !ipl_setting_equal (&row->setting, &self->current->setting);
      if (doubtful++ < NAMED_WIDTHS)
        g_string_append_printf (named, "%s%s", named->len > 0 ? ", " : "", widths);
    }
  if (current)
    {
      g_autofree char *widths = ipl_setting_widths_text (&self->current->setting);

      doubtful++;
      g_string_append_printf (named, "%s%s", named->len > 0 ? ", " : "", widths);
    }
  if (doubtful == 0)
    return NULL;
  return doubtful <= NAMED_WIDTHS
             ? g_strdup_printf ("<i>N</i> = %s not converged", named->str)
             : g_strdup_printf ("%u of %u widths not converged", doubtful, rows->len);
}

/* Adds a key with a warning and the text @markup, if the current theory is unreliable. */
void
ipl_legend_add_theory_doubt (IplLegend *self, const IplView *view, const IplStyle *style,
                             const char *markup)
{
  if (ipl_view_theory_is_doubtful (view))
    ipl_legend_add (self, IPL_KEY_WARNING, g_strdup (markup), style->accent, style->line_pt,
                    IPL_DASH_SOLID);
}

static void
describe_starts (GString *text, const IplSolution *solution)
{
  g_autofree char *starts = ipl_solution_describe_starts (solution);

  if (!ipl_solution_has_other_minima (solution))
    return;
  g_autofree char *at = ipl_view_setting_text (&solution->setting);

  g_string_append_printf (text, " The theory has several minima at %s: %s.", at, starts);
}

/* Appends the solver's sentence, and whether there are other minima. */
void
ipl_describe_doubt (GString *text, const IplSolution *solution)
{
  if (solution != NULL)
    describe_starts (text, solution);
  if (!ipl_solution_is_doubtful (solution))
    return;
  g_autofree char *at = ipl_view_setting_text (&solution->setting);

  g_string_append_printf (text, " The theory has not converged at %s: %s", at,
                          solution->message != NULL ? solution->message
                                                    : "its solver stopped too early.");
}
