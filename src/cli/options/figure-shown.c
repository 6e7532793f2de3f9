/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options/figure-shown.h"

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/heads/pruning.h"
#include "core/tasks/one-shot-task.h"

#include <stdio.h>
#include <string.h>

void
cli_figure_shown_clear (CliFigureShown *self)
{
  g_free (self->test);
  g_free (self->head);
  g_free (self->order_id);
}

/* Checks that need no case. */
CliExit
cli_figure_shown_parse (CliFigureShown *self, const char *command)
{
  g_autofree char *shown = NULL;

  self->order = IPL_REMOVAL_BY_SCORE;
  if (self->order_id == NULL || ipl_removal_order_parse (self->order_id, &self->order))
    return CLI_OK;
  shown = ipl_text_shown (self->order_id);
  return cli_fail (CLI_USAGE, command, "--order: “%s” is none of " IPL_REMOVAL_ORDERS_TEXT ".",
                   shown);
}

/* The first one unless one is named, by its name or its number. */
gboolean
cli_figure_shown_find_test (const CliFigureShown *self, const IplCase *the_case, guint *test,
                            GError **error)
{
  g_autofree char *shown = NULL;
  guint64 number;

  *test = 0;
  if (self->test == NULL)
    return TRUE;
  for (guint k = 0; k < the_case->n_tests; k++)
    if (strcmp (the_case->tests[k].name, self->test) == 0)
      {
        *test = k;
        return TRUE;
      }
  if (g_ascii_string_to_unsigned (self->test, 10, 1, the_case->n_tests, &number, NULL))
    {
      *test = (guint)number - 1;
      return TRUE;
    }
  shown = ipl_text_shown (self->test);
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "--test: “%s” is no test set of %s, by name or by number up to %u.", shown,
                   the_case->name, the_case->n_tests);
}

/* "2.3": a layer and a head of it, from 1. */
static gboolean
parse_head (const char *text, const IplCaseInfo *the_case, int *layer, int *head)
{
  g_auto (GStrv) parts = g_strsplit (text, ".", -1);
  guint64 l, h;

  if (g_strv_length (parts) != 2
      || !g_ascii_string_to_unsigned (parts[0], 10, 1, the_case->L, &l, NULL)
      || !g_ascii_string_to_unsigned (parts[1], 10, 1, the_case->H[l - 1], &h, NULL))
    return FALSE;
  *layer = (int)l - 1;
  *head = (int)h - 1;
  return TRUE;
}

static gboolean
refuse (const char *option, int given, const char *range, guint last, GError **error)
{
  return ipl_fail (error, IPL_ERROR_VALUE, "--%s %d is not there: %s %u.", option, given, range,
                   last);
}

/* @view: (inout): a view with all that its panel needs
 * Returns: whether the view shows it */
gboolean
cli_figure_shown_apply (const CliFigureShown *self, IplView *view, GError **error)
{
  const IplCaseInfo *the_case = view->the_case;
  guint n_sequences = view->gallery != NULL ? view->gallery->n : 0;

  if (self->head != NULL
      && !parse_head (self->head, the_case, &view->shown_layer, &view->shown_head))
    {
      g_autofree char *shown = ipl_text_shown (self->head);

      return ipl_fail (error, IPL_ERROR_VALUE,
                       "--head: “%s” is no head of %s: write layer.head, both from 1, such as 1.2.",
                       shown, the_case->name);
    }
  view->order = self->order;
  if (self->sequence > (int)n_sequences && n_sequences > 0)
    return refuse ("sequence", self->sequence, "sequences drawn are", n_sequences, error);
  if (self->token > IPL_ONE_SHOT_T)
    return refuse ("token", self->token, "tokens of a sequence are", IPL_ONE_SHOT_T, error);
  if (view->pruning != NULL && self->pruned >= (int)view->pruning->n_points)
    return refuse ("pruned", self->pruned, "heads that can be removed are",
                   view->pruning->n_points - 1, error);
  view->shown_example = MAX (self->sequence, 1) - 1;
  view->shown_token = self->token - 1;
  view->pruned = self->pruned;
  return TRUE;
}
