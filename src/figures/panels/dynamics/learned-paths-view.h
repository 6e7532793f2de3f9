/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

G_BEGIN_DECLS

/* What panels of learned paths ask of a view. */
guint ipl_learned_view_n_heads (const IplView *view);
char *ipl_learned_view_head_text (const IplView *view, guint head, const char *symbol);

G_END_DECLS
