/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/style.h"
#include "figures/view/view.h"

gsize ipl_heads_identity (const guint *heads, guint L);
void ipl_style_follow_view (IplStyle *self, const IplView *view);
IplColor ipl_style_path_color (const IplStyle *self, const IplCaseInfo *the_case, gsize path);
IplColor ipl_style_path_text_color (const IplStyle *self, const IplCaseInfo *the_case, gsize path);
IplColor ipl_style_gp_line_color (const IplStyle *self, const IplCaseInfo *the_case,
                                  const guint *paths, gsize n_paths, guint line);
