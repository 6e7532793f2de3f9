/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/view/score-text.h"

#include "figures/kit/number.h"
#include "figures/view/view.h"

char *
ipl_score_text (const IplScore *self, double value)
{
  return self->is_share ? ipl_number_fixed (value, 3) : ipl_number_text (value, 3);
}

char *
ipl_score_error_text (const IplScore *self, double standard_error)
{
  return self->is_share ? ipl_number_fixed (standard_error, 3)
                        : ipl_number_text (standard_error, 2);
}

char *
ipl_score_text_with_error (const IplScore *self, double value, double standard_error)
{
  g_autofree char *number = ipl_score_text (self, value);
  g_autofree char *error = ipl_score_error_text (self, standard_error);

  return g_strdup_printf ("%s ± %s", number, error);
}

/* A class by its name, "+1", or as many numbers as there are outputs. @label: [K]; @markup: whether
 * it is Pango markup */
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
