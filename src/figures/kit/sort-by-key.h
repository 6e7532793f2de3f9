/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* An item index with its sort keys. */
typedef struct
{
  gsize item;
  double key[2];
} IplRank;

void ipl_ranks_sort (IplRank *ranks, gsize n);
