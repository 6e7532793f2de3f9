/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/document-widget.h"
#include "app/sidebar/control-lookup.h"

#define IPL_TYPE_SIDEBAR (ipl_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (IplSidebar, ipl_sidebar, IPL, SIDEBAR, IplDocumentWidget)

void ipl_sidebar_focus (IplSidebar *self, const char *id);
