/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Several outputs: their names, and the entries of U that are shown of them. */

#include "figures/view/outputs.h"

#include <math.h>

#include "figures/kit/number.h"

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

/* Traced over outputs. */
IplOutputsView
ipl_outputs_traced (const IplCaseInfo *the_case)
{
  guint K = the_case->labels.outputs;

  return (IplOutputsView){ the_case->Pi, K, 0, K - 1, 1 };
}

IplOutputsView
ipl_outputs_of (const IplCaseInfo *the_case, guint output)
{
  return (IplOutputsView){ the_case->Pi, the_case->labels.outputs, output, output, 1 };
}

/* As the user chose. */
IplOutputsView
ipl_outputs_view (const IplView *view)
{
  IplOutputsView self = ipl_outputs_traced (view->the_case);

  if (view->display.outputs == IPL_OUTPUTS_ALL)
    self.tile = self.K;
  if (view->display.outputs == IPL_OUTPUTS_ONE)
    self.first = self.last = CLAMP (view->display.shown_output, 1, self.K) - 1;
  return self;
}

/* The entry of a pair of paths: the sum over the outputs shown. */
double
ipl_outputs_entry (const IplOutputsView *self, const double *U, gsize p, gsize q)
{
  gsize K = self->K, n = self->Pi * K;
  double sum = U[(p * K + self->first) * n + q * K + self->first];

  for (gsize k = self->first + 1; k <= self->last; k++)
    sum += U[(p * K + k) * n + q * K + k];
  return sum;
}

/* The cell of a heatmap, whose rows are paths, or where all outputs are shown (path, output). */
double
ipl_outputs_cell (const IplOutputsView *self, const double *U, gsize row, gsize column)
{
  return self->tile > 1 ? U[row * self->Pi * self->K + column]
                        : ipl_outputs_entry (self, U, row, column);
}

/* U_pq of a solution of the case shown. */
double
ipl_view_u (const IplView *view, const IplSolution *solution, gsize p, gsize q)
{
  IplOutputsView outputs = ipl_outputs_view (view);

  return ipl_outputs_entry (&outputs, solution->U, p, q);
}

gboolean
ipl_view_has_outputs (const IplView *view)
{
  return view->the_case != NULL && view->the_case->labels.outputs > 1;
}

gboolean
ipl_view_has_classes (const IplView *view)
{
  return ipl_view_has_outputs (view) && view->the_case->labels.kind == IPL_LABELS_CLASSES;
}

const char *
ipl_view_output_name (const IplView *view, guint output)
{
  return view->the_case->output_names[output];
}

/* "class", or "output" where labels are numbers. */
const char *
ipl_view_output_word (const IplView *view)
{
  return ipl_view_has_classes (view) ? "class" : "output";
}

/* Returns: (transfer full) (nullable): "traced over 3 classes"; NULL where there is one output */
char *
ipl_view_traced_text (const IplView *view)
{
  return ipl_view_has_outputs (view)
             ? g_strdup_printf ("traced over %u %s", view->the_case->labels.outputs,
                                ipl_view_has_classes (view) ? "classes" : "outputs")
             : NULL;
}

/* Returns: (transfer full) (nullable): U of a pair of paths, "traced over 3 classes"; NULL where
 * there is one output */
char *
ipl_view_outputs_text (const IplView *view)
{
  IplOutputsView shown;

  if (!ipl_view_has_outputs (view))
    return NULL;
  shown = ipl_outputs_view (view);
  return shown.first == shown.last
             ? g_strdup_printf ("of %s", ipl_view_output_name (view, shown.first))
             : ipl_view_traced_text (view);
}
