/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shown/awaited.h"

static void
awaited_clear (gpointer data)
{
  g_free (((IplAwaited *)data)->why);
}

/* Returns: (transfer full): a list of IplAwaited, which has none yet */
GArray *
ipl_awaited_list_new (void)
{
  GArray *list = g_array_new (FALSE, TRUE, sizeof (IplAwaited));

  g_array_set_clear_func (list, awaited_clear);
  return list;
}

/* Adds how many of its rows are there: "3 of 10 rows are there, 1 failed: ...". */
void
ipl_awaited_append (GString *text, const IplAwaited *self)
{
  g_string_append_printf (text, "%u of %u row%s there", self->done, self->n,
                          self->n == 1 ? " is" : "s are");
  if (self->running > 0)
    g_string_append_printf (text, ", %u running", self->running);
  if (self->failed > 0)
    g_string_append_printf (text, ", %u failed", self->failed);
  if (self->why != NULL)
    g_string_append_printf (text, ": %s", self->why);
}
