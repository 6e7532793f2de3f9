/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/view/awaited.h"

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
