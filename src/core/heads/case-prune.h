/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

IplCase *ipl_case_without_heads (const IplCase *self, const gboolean *removed, GError **error);

/* Like ipl_case_without_heads(); without @keep_inputs tokens and attention are dropped. */
IplCase *ipl_case_prune (const IplCase *self, const gboolean *removed, gboolean keep_inputs,
                         GError **error);
gsize ipl_case_paths_left (const IplCase *self, const gboolean *removed, gboolean *remaining,
                           guint *heads_left);
/* TRUE if a head, of index @head among all, is its layer's only one. */
gboolean ipl_case_head_is_only (const IplCase *self, guint head);
/* Layer of a head of index @head among all, and its place there. */
guint ipl_case_head_layer (const IplCase *self, guint head, guint *in_layer);
