/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/page.h"

G_BEGIN_DECLS

IplPageFile *ipl_page_file_new (const char *suffix, GBytes *bytes);
void ipl_page_file_free (IplPageFile *self);

G_END_DECLS
