/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

static inline void
wait_step (gint64 end, const char *what)
{
  if (!g_main_context_iteration (NULL, FALSE))
    g_usleep (200);
  if (g_get_monotonic_time () > end)
    g_error ("waited two minutes for %s", what);
}

/* Runs the main loop until the condition holds; fails with its words after two minutes. */
#define wait_until(condition)                                                                      \
  for (gint64 wait_end = g_get_monotonic_time () + 120 * G_USEC_PER_SEC; !(condition);)            \
  wait_step (wait_end, #condition)
