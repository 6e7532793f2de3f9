/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/memory.h"

/* Workspaces that are needed again and again while some longer work lasts, such as the solves of a
 * sweep: as long as anybody holds them, what is given back is kept for the next who asks for as
 * much, so that its pages need not be had from the system once more. Thread-safe. */
typedef struct _IplSpaces IplSpaces;
typedef IplSpaces IplSpacesHold; /* g_autoptr (IplSpacesHold) hold = ipl_spaces_hold (..) */

IplSpaces *ipl_spaces_new (void);
void ipl_spaces_free (IplSpaces *self);
IplSpacesHold *ipl_spaces_hold (IplSpaces *self);
void ipl_spaces_release (IplSpacesHold *hold);
gpointer ipl_spaces_try_parts (IplSpaces *self, const IplMemoryPart *parts, guint n_parts,
                               const char *what, GError **error);
void ipl_spaces_give (IplSpaces *self, gpointer space);
guint ipl_spaces_count_idle (IplSpaces *self);

/* As ipl_try_parts() */
#define ipl_spaces_try(self, what, error, ...)                                                     \
  ipl_spaces_try_parts ((self), (const IplMemoryPart[]){ __VA_ARGS__ },                            \
                        G_N_ELEMENTS (((const IplMemoryPart[]){ __VA_ARGS__ })), (what), (error))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSpaces, ipl_spaces_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSpacesHold, ipl_spaces_release)
