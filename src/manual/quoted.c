/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "manual/completion.h"

/* A word within single quotes, for shells like that of POSIX. */
void
manual_append_quoted (GString *text, const char *word)
{
  g_autofree char *quoted = g_shell_quote (word);

  g_string_append (text, quoted);
}
