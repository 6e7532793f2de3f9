/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double bytes; /* memory that this process may still take */
  /* what sets that bound, as words of a sentence: "the free memory of this machine" */
  const char *limit;
} IplMemoryLeft;

typedef struct
{
  double limit, used; /* bytes that this process may use; used: bytes that it uses */
  /* of what: "address space"; option: what sets it in a shell: "ulimit -v"; words: the limit as
   * words of a sentence: "its limit of address space" */
  const char *name, *option, *words;
} IplMemorySpace;

IplMemoryLeft ipl_memory_left (void);
gboolean ipl_memory_space (guint which, IplMemorySpace *space);
void ipl_memory_set_root (const char *root);

G_END_DECLS
