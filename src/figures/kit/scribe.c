/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a drawing says of itself while it is drawn: its texts as texts, and which shapes belong
 * together. Only who writes a file asks. */

#include "figures/kit/scribe.h"

static GPrivate per_thread = G_PRIVATE_INIT (NULL);

/* @scribe: (nullable): who is told of what this thread draws from here on; must stay until nobody
 *   is */
void
ipl_scribe_set (const IplScribe *scribe)
{
  g_private_set (&per_thread, (gpointer)scribe);
}

/* Returns: (nullable): who is told of what this thread draws */
const IplScribe *
ipl_scribe_get (void)
{
  return g_private_get (&per_thread);
}

/* What is drawn from here to ipl_part_end() belongs together.
 * @id: what the part is, lower case words joined by hyphens */
void
ipl_part_begin (cairo_t *cr, const char *id)
{
  const IplScribe *scribe = ipl_scribe_get ();

  if (scribe != NULL && scribe->begin_part != NULL)
    scribe->begin_part (cr, id, scribe->data);
}

/* The same for one of many. */
void
ipl_part_begin_number (cairo_t *cr, const char *id, gsize number)
{
  char text[64];

  if (ipl_scribe_get () == NULL)
    return;
  g_snprintf (text, sizeof text, "%s-%" G_GSIZE_FORMAT, id, number);
  ipl_part_begin (cr, text);
}

void
ipl_part_end (cairo_t *cr)
{
  const IplScribe *scribe = ipl_scribe_get ();

  if (scribe != NULL && scribe->end_part != NULL)
    scribe->end_part (cr, scribe->data);
}
