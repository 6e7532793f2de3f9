/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/pages/page.h"

extern const IplPage ipl_page_map;
extern const IplPage ipl_page_posterior;

const IplPage *const *ipl_pages (guint *n);
const IplPage *ipl_page_find (const char *id);
gboolean ipl_page_has_panel (const IplPage *self, const IplPanel *panel);
const IplPage *ipl_page_find_with_panel (const char *first, const IplPanel *panel);
const IplPanel *ipl_page_get_panel (const IplPage *self, guint i);
