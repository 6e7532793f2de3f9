/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A thing by its number, with what it is sorted by. */
typedef struct
{
  gsize item;
  double key[2];
} IplRank;

void ipl_ranks_sort (IplRank *ranks, gsize n);
