/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/pages.h"

void ipl_pdf_set_metadata (const IplPages *self, cairo_surface_t *surface);
