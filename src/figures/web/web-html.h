/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/provenance.h"
#include "figures/web/web-drawing.h"

/* Longer tables are cut: they are for reading, and the command line writes all numbers. */
#define IPL_WEB_MOST_LINES 400

char *ipl_web_table (const IplPanel *panel, const IplView *view);
void ipl_web_html_begin_stop (GString *html, guint number, guint n_figures, const char *title,
                              const char *text);
void ipl_web_html_add_figure (GString *html, guint number, const IplWebDrawing *drawing,
                              const char *svg);
void ipl_web_html_add_limit (GString *html, guint most);
void ipl_web_html_add_warnings (GString *html, const IplWebDrawing *drawing);
void ipl_web_html_end_stop (GString *html);
GBytes *ipl_web_html_page (const char *title, const IplProvenance *made, const char *body,
                           const char *data, const char *pixels, GError **error);
