/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * IplMemoryLeft:
 * @bytes: memory that this process may still take
 * @limit: what sets that bound, as words of a sentence: "the free memory of this machine"
 */
typedef struct
{
  double bytes;
  const char *limit;
} IplMemoryLeft;

IplMemoryLeft ipl_memory_left (void);
void ipl_memory_set_root (const char *root);

G_END_DECLS
