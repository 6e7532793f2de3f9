/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"

/* A width of a sweep that is computed elsewhere, and comes seed by seed. */
typedef struct
{
  IplSetting setting; /* where it is solved */
  guint n;            /* how many seeds are planned there */
  guint done;         /* how many of them are there */
  guint running;      /* how many the user is at work on */
  guint failed;       /* how many failed */
  char *why;          /* (nullable): the sentence about one that failed */
} IplAwaited;

GArray *ipl_awaited_list_new (void);
void ipl_awaited_append (GString *text, const IplAwaited *self);
