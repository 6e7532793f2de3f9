/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The mean of the accuracy over seeds of the case, with a band of one standard deviation between
 * seeds, and those of the GP limits where these end; of a sweep over one seed, its rows. */

#include "figures/panels/theory/accuracy-seeds.h"

#include "figures/kit/number.h"
#include "figures/view/score-text.h"
#include "figures/view/words.h"

#include <math.h>

/* One seed has no spread: of it only rows that come from elsewhere are shown. */
gboolean
ipl_accuracy_seeds_are_shown (const IplView *view)
{
  return ipl_view_get_seeds (view) != NULL
         && (ipl_view_get_seeds (view)->n > 1 || ipl_view_get_seeds (view)->partial);
}

gboolean
ipl_accuracy_seeds_is_one (const IplView *view)
{
  return ipl_view_get_seeds (view) != NULL && ipl_view_get_seeds (view)->n == 1;
}

IplSeedSpread
ipl_accuracy_seeds_row (const IplSeedMean *seeds, guint row)
{
  return ipl_seed_mean_get_spread (seeds, seeds->accuracy, seeds->n_rows, row);
}

IplSeedSpread
ipl_accuracy_seeds_line (const IplSeedMean *seeds, guint line)
{
  return ipl_seed_mean_get_spread (seeds, seeds->gp, seeds->n_lines, line);
}

static char *
spread_text (const IplSeedMean *seeds, IplSeedSpread spread)
{
  const IplScore *score = ipl_score_of_labels (&seeds->labels);

  return seeds->n == 1 ? ipl_score_text (score, spread.mean)
                       : ipl_score_text_with_error (score, spread.mean, spread.sd);
}

void
ipl_accuracy_seeds_describe (GString *text, const IplView *view)
{
  const IplSeedMean *seeds = ipl_view_get_seeds (view);

  if (!ipl_accuracy_seeds_are_shown (view))
    return;
  if (ipl_accuracy_seeds_is_one (view))
    g_string_append (text, " Rows of the sweep:");
  else
    g_string_append_printf (text, " Mean and standard deviation over %u seeds:", seeds->n);
  for (guint i = 0; i < seeds->n_rows; i++)
    {
      g_autofree char *at = ipl_view_setting_text (&seeds->settings[i]);
      g_autofree char *value = spread_text (seeds, ipl_accuracy_seeds_row (seeds, i));

      g_string_append_printf (text, "%s %s at %s", i > 0 ? "," : "", value, at);
    }
  for (guint k = 0; k < seeds->n_lines; k++)
    {
      g_autofree char *value = spread_text (seeds, ipl_accuracy_seeds_line (seeds, k));

      g_string_append_printf (text, ", %s in the GP limit of %s", value, seeds->lines[k]);
    }
  g_string_append_c (text, '.');
}

static void
append_spread (GString *text, const IplView *view, IplSeedSpread spread)
{
  g_string_append_c (text, '\t');
  ipl_table_number (text, spread.mean);
  if (ipl_accuracy_seeds_is_one (view))
    return;
  g_string_append_c (text, '\t');
  ipl_table_number (text, spread.sd);
}

/* The headings of two columns of a table, where the seeds are shown. */
void
ipl_accuracy_seeds_append_headings (GString *text, const IplView *view)
{
  if (ipl_accuracy_seeds_are_shown (view) && ipl_accuracy_seeds_is_one (view))
    g_string_append (text, "\trow of the sweep");
  else if (ipl_accuracy_seeds_are_shown (view))
    g_string_append_printf (text, "\tmean of %u seeds\tstandard deviation",
                            ipl_view_get_seeds (view)->n);
}

/* These columns for the widths of @setting. */
void
ipl_accuracy_seeds_append_row (GString *text, const IplView *view, const IplSetting *setting)
{
  const IplSeedMean *seeds = ipl_view_get_seeds (view);
  IplSeedSpread spread = { NAN, NAN };

  if (!ipl_accuracy_seeds_are_shown (view))
    return;
  for (guint i = 0; i < seeds->n_rows; i++)
    if (ipl_setting_same_widths (&seeds->settings[i], setting))
      spread = ipl_accuracy_seeds_row (seeds, i);
  append_spread (text, view, spread);
}

/* And for the GP limit that is called @label. */
void
ipl_accuracy_seeds_append_line (GString *text, const IplView *view, const char *label)
{
  const IplSeedMean *seeds = ipl_view_get_seeds (view);
  IplSeedSpread spread = { NAN, NAN };

  if (!ipl_accuracy_seeds_are_shown (view))
    return;
  for (guint k = 0; k < seeds->n_lines; k++)
    if (g_str_equal (seeds->lines[k], label))
      spread = ipl_accuracy_seeds_line (seeds, k);
  append_spread (text, view, spread);
}
