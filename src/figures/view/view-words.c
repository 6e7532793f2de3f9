/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Words and numbers shared by several panels. */

#include "figures/view/view-words.h"

#include <math.h>

#include "core/base/number-text.h"
#include "figures/kit/number.h"
#include "figures/view/solver-warnings.h"
#include "figures/view/view.h"

char *
ipl_score_text (const IplScore *self, double value)
{
  return self->is_share ? ipl_number_fixed (value, 3) : ipl_number_text (value, 3);
}

char *
ipl_score_text_with_error (const IplScore *self, double value, double standard_error)
{
  g_autofree char *number = NULL, *error = NULL;

  if (!self->is_share)
    return ipl_number_with_error (value, standard_error, 3);
  number = ipl_number_fixed (value, 3);
  error = ipl_number_fixed (standard_error, 3);
  return g_strdup_printf ("%s ± %s", number, error);
}

/* Returns the name of a class, "+1", or one number for each output.
 * @label: [K]
 * @markup: TRUE for Pango markup */
static char *
label_text (const IplCaseInfo *the_case, const double *label, int significant, gboolean markup)
{
  const IplLabels *labels = &the_case->labels;
  g_autoptr (GString) text = g_string_new (NULL);

  if (labels->kind == IPL_LABELS_CLASSES)
    {
      const char *name = the_case->output_names[ipl_labels_find_class (labels, label)];

      return markup ? ipl_view_name_markup (name) : g_strdup (name);
    }
  if (labels->kind == IPL_LABELS_SIGNS)
    return g_strdup (label[0] > 0 ? "+1" : "−1");
  for (guint k = 0; k < labels->outputs; k++)
    {
      g_autofree char *number = markup ? ipl_number_markup (label[k], significant)
                                       : ipl_number_text (label[k], significant);

      g_string_append_printf (text, "%s%s", k > 0 ? ", " : "", number);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
ipl_label_text (const IplCaseInfo *the_case, const double *label, int significant)
{
  return label_text (the_case, label, significant, FALSE);
}

char *
ipl_label_markup (const IplCaseInfo *the_case, const double *label, int significant)
{
  return label_text (the_case, label, significant, TRUE);
}

/* Appends width and temperature of the current solution, and its warnings. */
void
ipl_describe_setting (GString *text, const IplView *view)
{
  if (view->current == NULL)
    {
      g_string_append (text, " Nothing is solved yet.");
      return;
    }
  g_autofree char *setting = ipl_view_setting_text (&view->current->setting);
  g_autofree char *temperature = ipl_number_text (view->current->setting.temperature, 2);
  g_string_append_printf (text, " Shown at %s, temperature %s.", setting, temperature);
  ipl_describe_doubt (text, view->current);
}

void
ipl_table_number (GString *text, double value)
{
  char buffer[IPL_NUMBER_TEXT_SIZE];

  if (!isfinite (value))
    return;
  ipl_number_format (value, buffer);
  g_string_append (text, buffer);
}

/* Appends a tab and the number. */
void
ipl_table_cell (GString *text, double value)
{
  g_string_append_c (text, '\t');
  ipl_table_number (text, value);
}
