/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/work/figure-card.h"

#include "cli/work/work.h"
#include "core/base/error.h"
#include "runs/made-card.h"

/* Makes the card of the task where a panel shows it, and puts it into the view; @card holds it. */
gboolean
cli_figure_card_make (const IplPanel *panel, const IplParameters *parameters, guint test,
                      gsize first, guint threads, IplView *view, IplTaskCard **card, GError **error)
{
  g_autoptr (IplCase) whole = NULL;

  if ((panel->needs & IPL_NEEDS_CARD) == 0)
    return TRUE;
  *card = ipl_made_card_new (parameters, ipl_case_info_get_case (view->the_case), test, first,
                             threads, &whole, cli_cancellable (), error);
  view->card = *card;
  if (*card == NULL || first < (*card)->count)
    return *card != NULL;
  g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
               "--example %" G_GSIZE_FORMAT " is not there: %s has %" G_GSIZE_FORMAT
               " test sequences of each label.",
               first + 1, view->the_case->name, (*card)->count);
  return FALSE;
}
