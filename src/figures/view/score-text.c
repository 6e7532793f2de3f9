/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/view/score-text.h"

#include "figures/kit/number.h"

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

/* "+1", or a number with @significant digits. */
char *
ipl_label_text (const IplLabels *labels, double label, int significant)
{
  return ipl_labels_are_classes (labels) ? g_strdup (label > 0 ? "+1" : "−1")
                                         : ipl_number_text (label, significant);
}

/* The same in Pango markup. */
char *
ipl_label_markup (const IplLabels *labels, double label, int significant)
{
  return ipl_labels_are_classes (labels) ? ipl_label_text (labels, label, significant)
                                         : ipl_number_markup (label, significant);
}
