/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/pages/page.h"

extern const IplPage ipl_page_map;
extern const IplPage ipl_page_posterior;

const IplPage *const *ipl_pages (guint *n);
const IplPage *ipl_page_find (const char *id);
const IplPanel *ipl_page_get_panel (const IplPage *self, guint i);
