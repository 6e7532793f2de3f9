/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A sign of a text, and how it is set. */
typedef struct
{
  gunichar sign;
  gboolean italic;
  gboolean bold;
  int script; /* 1 raised, -1 lowered */
} IplLetter;

GArray *ipl_markup_letters (const char *markup);
