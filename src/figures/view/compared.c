/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Two views that are compared: what they are called, whether they can be, and what of the one is
 * hovered where something of the other is. */

#include "figures/view/compared.h"

#include "core/base/shown-text.h"

#include <string.h>

/* @self: a view that has a result
 * Returns: what it is called beside another */
const char *
ipl_view_get_name (const IplView *self)
{
  if (self->name != NULL)
    return self->name;
  if (self->the_case != NULL)
    return self->the_case->name != NULL ? self->the_case->name : "case";
  return self->own != NULL ? self->own->experiment->title : "nothing";
}

/* Calls the case "case", and what it is compared with "other case".
 * @self: a view of a case from a file, for a file that does not say whose it is
 * @other: room for the view that it is compared with */
void
ipl_view_leave_names (IplView *self, IplView *other)
{
  self->name = "case";
  if (self->compared == NULL)
    return;
  *other = *self->compared;
  other->name = "other case";
  self->compared = other;
}

/* @self: a view that has a result
 * Returns: (transfer full) (nullable): why the two cannot be drawn beside each other, a sentence;
 *   NULL where they can */
char *
ipl_view_refuse_comparison (const IplView *self, const IplView *other)
{
  const IplView *views[] = { self, other };

  for (guint i = 0; i < 2; i++)
    if (views[i]->the_case == NULL)
      {
        g_autofree char *name = ipl_text_shown (ipl_view_get_name (views[i]));

        return g_strdup_printf ("“%s” has no attention paths and cannot be compared: compare two "
                                "cases.",
                                name);
      }
  if (ipl_labels_are_classes (&self->the_case->labels)
      != ipl_labels_are_classes (&other->the_case->labels))
    {
      gboolean classes = ipl_labels_are_classes (&self->the_case->labels);
      g_autofree char *real = ipl_text_shown (ipl_view_get_name (classes ? other : self));
      const IplCaseInfo *of_classes = classes ? self->the_case : other->the_case;
      g_autofree char *signs = ipl_text_shown (ipl_view_get_name (classes ? self : other));

      return g_strdup_printf ("“%s” has labels that are any numbers and “%s” labels %s, so "
                              "that errors of the one would stand beside accuracies of the other: "
                              "compare two cases of one kind.",
                              real, signs,
                              of_classes->labels.outputs > 1 ? "of classes" : "+1 and −1");
    }
  return NULL;
}

/* Returns: whether both cases have the same layers and heads, so that a path of the one is a path
 *   of the other */
gboolean
ipl_view_has_same_paths (const IplView *self, const IplView *other)
{
  const IplCaseInfo *a = self->the_case, *b = other->the_case;

  if (a == NULL || b == NULL || a->L != b->L || a->Pi != b->Pi)
    return FALSE;
  if (a == b)
    return TRUE;
  for (guint l = 0; l < a->L; l++)
    if (a->H[l] != b->H[l])
      return FALSE;
  for (gsize p = 0; p < a->Pi; p++)
    for (guint l = 0; l < a->L; l++)
      if (ipl_case_path_head (a, p, l) != ipl_case_path_head (b, p, l))
        return FALSE;
  return TRUE;
}

/* ipl_view_usable() of a view and of what it is compared with, each of which is compared with the
 * other then.
 * @self: a view that has a result
 * @compared: (out): room for what it is compared with
 * Returns: the view; its @compared is @compared, or NULL where there is nothing to compare, or the
 *   two cannot be */
IplView
ipl_view_usable_pair (const IplView *self, IplView *compared)
{
  g_autofree char *refusal = NULL;
  IplView usable = ipl_view_usable (self);

  usable.compared = NULL;
  if (self->compared == NULL || !ipl_view_has_result (self->compared))
    return usable;
  refusal = ipl_view_refuse_comparison (self, self->compared);
  if (refusal != NULL)
    return usable;
  *compared = ipl_view_usable (self->compared);
  compared->compared = NULL;
  compared->figure_style = usable.figure_style;
  usable.compared = compared;
  return usable;
}

/* The same width, temperature and variances where that is there, else the same width alone. */
static int
find_row (const IplView *view, const IplSetting *setting)
{
  int found = -1;

  for (guint i = 0; view->sweep != NULL && i < view->sweep->n_rows; i++)
    {
      const IplSolution *row = view->sweep->rows[i];

      if (row == NULL)
        continue;
      if (ipl_setting_equal (&row->setting, setting))
        return (int)i;
      if (found < 0 && row->setting.gp == setting->gp
          && (setting->gp
              || ipl_setting_largest_width (&row->setting) == ipl_setting_largest_width (setting)))
        found = (int)i;
    }
  return found;
}

static gboolean
has_cell (const IplView *from, const IplView *to)
{
  const IplKernelPicture *a = from->kernels, *b = to->kernels;

  return a != NULL && b != NULL && a->cells->n == b->cells->n;
}

/* The corresponding target of another view: paths and heads where both cases have the same, widths
 * where both were solved at them, components by their number. Sequences of two cases have nothing
 * to do with each other.
 * @translated: (out): the same in @to
 * Returns: whether there is such a thing */
gboolean
ipl_target_translate (const IplTarget *self, const IplView *from, const IplView *to,
                      IplTarget *translated)
{
  const IplSolution *row = ipl_view_row (from, self->row);
  gboolean of_paths = self->path >= 0 || self->head >= 0;

  *translated = *self;
  if (ipl_target_is_none (self) || self->example >= 0
      || (of_paths && !ipl_view_has_same_paths (from, to)))
    return FALSE;
  if (self->step >= IPL_TARGET_CELL && !has_cell (from, to))
    return FALSE;
  if (self->step >= 0 && self->step < IPL_TARGET_CELL
      && (to->pruning == NULL || !ipl_view_has_same_paths (from, to)))
    return FALSE;
  if (self->component >= 0 && (gsize)self->component >= to->the_case->P)
    return FALSE;
  if (self->row >= 0)
    {
      translated->row = row != NULL ? find_row (to, &row->setting) : -1;
      return translated->row >= 0;
    }
  return TRUE;
}

/* Warnings of the shown models, for files of a figure. */

static void
append_warnings (GString *text, const IplView *view, gboolean named)
{
  const GPtrArray *warnings = view->the_case != NULL ? view->the_case->warnings : NULL;

  for (guint i = 0; warnings != NULL && i < warnings->len; i++)
    {
      g_string_append (text, text->len == 0 ? "Outside the theory: " : " ");
      if (named && i == 0)
        g_string_append_printf (text, "of %s: ", ipl_view_get_name (view));
      g_string_append (text, warnings->pdata[i]);
    }
}

/* Returns: (transfer full) (nullable): what of the models that are shown lies outside the theory,
 *   on one line of plain text; NULL where nothing does */
char *
ipl_view_warnings_text (const IplView *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_warnings (text, self, self->compared != NULL);
  if (self->compared != NULL)
    append_warnings (text, self->compared, TRUE);
  return text->len > 0 ? ipl_text_escape (text->str) : NULL;
}
