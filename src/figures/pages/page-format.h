/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/page.h"

G_BEGIN_DECLS

extern const IplFormat ipl_format_png;
extern const IplFormat ipl_format_svg;
extern const IplFormat ipl_format_pdf;
extern const IplFormat ipl_format_tex;

const IplFormat *const *ipl_formats (guint *n);
gboolean ipl_format_parse (const char *text, const IplFormat **format);
char *ipl_format_list (const char *before, const char *between, const char *last);

G_END_DECLS
