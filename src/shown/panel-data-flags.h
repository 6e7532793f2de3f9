/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The parts of a view that a panel draws; if they are missing, the panel shows a sentence about
 * them. */
typedef enum
{
  IPL_NEEDS_THEORY = 1 << 0,   /* the current solution, the sweep or the GP limit */
  IPL_NEEDS_SAMPLES = 1 << 1,  /* the sampled posterior */
  IPL_NEEDS_GALLERY = 1 << 2,  /* test sequences and their attention */
  IPL_NEEDS_TRAINING = 1 << 3, /* the training run */
  IPL_NEEDS_HEADS = 1 << 4,    /* the head report */
  IPL_NEEDS_PRUNING = 1 << 5,  /* the pruning curve */
  IPL_NEEDS_KERNELS = 1 << 6,  /* the path-path kernels, which are made while they are shown */
  IPL_NEEDS_CARD = 1 << 7,     /* the card of the task, a quantity of the table */
  IPL_NEEDS_MAP = 1 << 8,      /* the map over one or two parameters */
} IplNeeds;
