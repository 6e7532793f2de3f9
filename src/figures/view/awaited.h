/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"

G_BEGIN_DECLS

/**
 * IplAwaited:
 * @setting: where it is solved
 * @n: how many seeds are planned there
 * @done: how many of them are there
 * @running: how many the user is at work on
 * @failed: how many failed
 * @why: (nullable): the sentence about one that failed
 *
 * A width of a sweep that is computed elsewhere, and comes seed by seed.
 */
typedef struct
{
  IplSetting setting;
  guint n;
  guint done;
  guint running;
  guint failed;
  char *why;
} IplAwaited;

void ipl_awaited_append (GString *text, const IplAwaited *self);

G_END_DECLS
