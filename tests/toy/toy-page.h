/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/pages/page-table.h"

G_BEGIN_DECLS

extern const IplPage toy_page;

void toy_register_pages (void);

G_END_DECLS
