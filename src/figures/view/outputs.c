/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Several outputs: their names, and the entries of U that are shown. */

#include "figures/view/outputs.h"

#include <math.h>

#include "figures/kit/number.h"

/* TRUE if the case has this output. */
static gboolean
is_output (const IplView *view, int output)
{
  return output >= 0 && output < (int)view->the_case->labels.outputs;
}

/* Appends ", of cat with dog 0.2": the entry of U for the hovered outputs of the hovered path or
 * pair. */
static void
append_entry (GString *text, const IplTarget *self, const IplView *view)
{
  gsize K = view->the_case->labels.outputs, p = (gsize)ipl_target_get (self, IPL_PART_PATH);
  int other = ipl_target_get (self, IPL_PART_OTHER), k = ipl_target_get (self, IPL_PART_OUTPUT);
  int l = ipl_target_get (self, IPL_PART_OTHER_OUTPUT);
  gsize q = other >= 0 ? (gsize)other : p;

  l = is_output (view, l) ? l : k;
  g_string_append_printf (text, ", of %s", ipl_view_output_name (view, (guint)k));
  if (l != k)
    g_string_append_printf (text, " with %s", ipl_view_output_name (view, (guint)l));
  ipl_number_append (
      text, " ", view->current->U[(p * K + (gsize)k) * view->the_case->Pi * K + q * K + (gsize)l],
      3);
}

/* Appends the entry of U for a path or a pair, and that for the hovered outputs. */
void
ipl_target_append_outputs (const IplTarget *self, const IplView *view, GString *text)
{
  gboolean one = view->display.outputs == IPL_OUTPUTS_ONE;

  if (!ipl_view_has_outputs (view))
    return;
  g_string_append_printf (text, one ? " of %s" : " traced",
                          one ? ipl_view_output_name (view, ipl_outputs_view (view).first) : "");
  if (is_output (view, ipl_target_get (self, IPL_PART_OUTPUT)))
    append_entry (text, self, view);
}

/* Appends " 12 of 100 test examples" for a cell of a confusion matrix. */
static void
append_count (GString *text, gsize truth, gsize predicted, const IplView *view,
              const IplSolution *solution, const char *before)
{
  guint K = view->the_case->labels.outputs;
  const double *confusion
      = solution != NULL && solution->n_tests > 0 ? solution->tests[0].confusion : NULL;
  double all = 0;

  if (confusion == NULL)
    return;
  for (guint k = 0; k < K; k++)
    all += confusion[truth * K + k];
  g_string_append_printf (text, "%s %.0f of %.0f", before, confusion[truth * K + predicted], all);
}

/* Describes a cell of a confusion matrix (class and predicted class), or an output. */
void
ipl_target_append_output (GString *text, const IplTarget *self, const IplView *view, gboolean brief)
{
  int truth = ipl_target_get (self, IPL_PART_OUTPUT);
  int predicted = ipl_target_get (self, IPL_PART_OTHER_OUTPUT);

  if (!is_output (view, truth))
    return;
  if (!is_output (view, predicted))
    {
      g_string_append_printf (text, "%s %s", ipl_view_has_classes (view) ? "Class" : "Output",
                              ipl_view_output_name (view, (guint)truth));
      return;
    }
  g_string_append_printf (text,
                          "Class %s predicted as %s:", ipl_view_output_name (view, (guint)truth),
                          ipl_view_output_name (view, (guint)predicted));
  append_count (text, (gsize)truth, (gsize)predicted, view, view->current, "");
  append_count (text, (gsize)truth, (gsize)predicted, view, ipl_view_gp (view), ", GP");
}

/* Selects the trace over outputs. */
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

/* Selects the outputs set by the user. */
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

/* Returns the entry of a pair of paths, summed over the outputs shown. */
double
ipl_outputs_entry (const IplOutputsView *self, const double *U, gsize p, gsize q)
{
  gsize K = self->K, n = self->Pi * K;
  double sum = U[(p * K + self->first) * n + q * K + self->first];

  for (gsize k = self->first + 1; k <= self->last; k++)
    sum += U[(p * K + k) * n + q * K + k];
  return sum;
}

/* Returns a heatmap cell. Rows are paths, or (path, output) if all outputs are shown. */
double
ipl_outputs_cell (const IplOutputsView *self, const double *U, gsize row, gsize column)
{
  return self->tile > 1 ? U[row * self->Pi * self->K + column]
                        : ipl_outputs_entry (self, U, row, column);
}

/* Returns U_pq of a solution of the case shown. */
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

/* Returns "class", or "output" if labels are numbers. */
const char *
ipl_view_output_word (const IplView *view)
{
  return ipl_view_has_classes (view) ? "class" : "output";
}

/* Returns: (transfer full) (nullable): "traced over 3 classes"; NULL for one output */
char *
ipl_view_traced_text (const IplView *view)
{
  return ipl_view_has_outputs (view)
             ? g_strdup_printf ("traced over %u %s", view->the_case->labels.outputs,
                                ipl_view_has_classes (view) ? "classes" : "outputs")
             : NULL;
}

/* Returns: (transfer full) (nullable): suffix for U of a pair of paths, "traced over 3 classes";
 * NULL for one output */
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
