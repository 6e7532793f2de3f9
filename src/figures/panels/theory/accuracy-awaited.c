/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Widths of a sweep that is computed elsewhere, in words; accuracy-curves draws them. */

#include "figures/panels/theory/accuracy-awaited.h"

static guint
count_failed (const IplView *view)
{
  guint failed = 0;

  for (guint i = 0; i < view->n_awaited; i++)
    failed += view->awaited[i].failed;
  return failed;
}

static void
count (const IplView *view, guint *missing, guint *all)
{
  *missing = *all = 0;
  for (guint i = 0; i < view->n_awaited; i++)
    {
      *missing += view->awaited[i].n - view->awaited[i].done;
      *all += view->awaited[i].n;
    }
}

/* What is hatched, and what of it failed. */
void
ipl_accuracy_awaited_add_keys (const IplView *view, const IplStyle *style, IplLegend *legend)
{
  guint missing, all, failed = count_failed (view);

  if (view->n_awaited == 0)
    return;
  count (view, &missing, &all);
  ipl_legend_add (legend, IPL_KEY_BAR_OUTLINE,
                  missing == failed ? g_strdup_printf ("%u failed", failed)
                  : failed > 0 ? g_strdup_printf ("%u awaited, %u failed", missing - failed, failed)
                               : g_strdup_printf ("%u awaited", missing),
                  style->faint, style->line_pt, IPL_DASH_SOLID);
}

/* For whom cannot see the figure. */
void
ipl_accuracy_awaited_describe (GString *text, const IplView *view)
{
  for (guint i = 0; i < view->n_awaited; i++)
    {
      g_autofree char *at = ipl_view_setting_text (&view->awaited[i].setting);

      g_string_append_printf (text, " At %s ", at);
      ipl_awaited_append (text, &view->awaited[i]);
      if (text->str[text->len - 1] != '.')
        g_string_append_c (text, '.');
    }
}
