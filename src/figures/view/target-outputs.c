/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Words for outputs and classes that are hovered, and for entries of U between them. */

#include "figures/view/target-outputs.h"

#include "figures/kit/number.h"
#include "figures/view/outputs.h"

#include <math.h>

/* FALSE of none, and of one that is not there. */
static gboolean
is_output (const IplView *view, guint output)
{
  return output > 0 && output <= view->the_case->labels.outputs;
}

/* TRUE if an entry of U between outputs is hovered, not the sum over them. */
gboolean
ipl_target_has_output_entry (const IplTarget *self, const IplView *view)
{
  return self->path >= 0 && view->current != NULL && is_output (view, self->output);
}

/* The entry of U between the two outputs hovered, of the path or pair hovered. */
double
ipl_target_get_output_entry (const IplTarget *self, const IplView *view)
{
  gsize K = view->the_case->labels.outputs, p = (gsize)self->path;
  gsize q = self->other >= 0 ? (gsize)self->other : p;
  gsize k = self->output - 1;
  gsize l = is_output (view, self->other_output) ? self->other_output - 1 : k;

  return view->current->U[(p * K + k) * view->the_case->Pi * K + q * K + l];
}

/* "cat", "cat with dog" */
void
ipl_target_append_output_names (const IplTarget *self, const IplView *view, GString *text)
{
  g_string_append (text, ipl_view_output_name (view, self->output - 1));
  if (is_output (view, self->other_output) && self->other_output != self->output)
    g_string_append_printf (text, " with %s", ipl_view_output_name (view, self->other_output - 1));
}

/* Appends what U has for a path or a pair, and beside it the entry of the outputs hovered. */
void
ipl_target_append_outputs (const IplTarget *self, const IplView *view, GString *text)
{
  gboolean one = view->display.outputs == IPL_OUTPUTS_ONE;

  if (!ipl_view_has_outputs (view))
    return;
  g_string_append_printf (text, one ? " of %s" : " traced",
                          one ? ipl_view_output_name (view, ipl_outputs_view (view).first) : "");
  if (!is_output (view, self->output))
    return;
  g_string_append (text, ", of ");
  ipl_target_append_output_names (self, view, text);
  ipl_number_append (text, " ", ipl_target_get_output_entry (self, view), 3);
}

/* " 12 of 100 test examples" of a cell of a confusion matrix */
static void
append_count (GString *text, const IplTarget *self, const IplView *view,
              const IplSolution *solution, const char *before)
{
  guint K = view->the_case->labels.outputs;
  const double *confusion
      = solution != NULL && solution->n_tests > 0 ? solution->tests[0].confusion : NULL;
  double all = 0;

  if (confusion == NULL)
    return;
  for (guint k = 0; k < K; k++)
    all += confusion[(self->output - 1) * K + k];
  g_string_append_printf (text, "%s %.0f of %.0f", before,
                          confusion[(self->output - 1) * K + self->other_output - 1], all);
}

/* A cell of a confusion matrix: a class, and the class that is predicted; or one output. */
char *
ipl_target_describe_output (const IplTarget *self, const IplView *view)
{
  GString *text;

  if (!is_output (view, self->output))
    return NULL;
  text = g_string_new (NULL);
  if (!is_output (view, self->other_output))
    {
      g_string_append_printf (text, "%s %s", ipl_view_has_classes (view) ? "Class" : "Output",
                              ipl_view_output_name (view, self->output - 1));
      return g_string_free (text, FALSE);
    }
  g_string_append_printf (
      text, "Class %s predicted as %s:", ipl_view_output_name (view, self->output - 1),
      ipl_view_output_name (view, self->other_output - 1));
  append_count (text, self, view, view->current, "");
  append_count (text, self, view, ipl_view_gp (view), ", GP");
  return g_string_free (text, FALSE);
}
