/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a case says of itself, on the terminal. */
#include "cli/work/work.h"

#include <stdio.h>

/* Says what of its model lies outside the theory. */
void
cli_tell_warnings (IplAnyCase any)
{
  const IplCaseInfo *the_case = any.info;

  for (guint i = 0; i < the_case->warnings->len; i++)
    fprintf (stderr, "%s: Warning: %s\n", the_case->name,
             (const char *)the_case->warnings->pdata[i]);
}

/* Says what was recognized or mapped when it was read, and what cli_tell_warnings() says. */
void
cli_tell_notes (const IplCase *the_case)
{
  for (guint i = 0; i < the_case->notes->len; i++)
    fprintf (stderr, "%s: %s\n", the_case->name, (const char *)the_case->notes->pdata[i]);
  cli_tell_warnings (the_case);
}
