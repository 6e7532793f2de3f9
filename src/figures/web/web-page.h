/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/provenance.h"
#include "figures/web/web-stop.h"

G_BEGIN_DECLS

/**
 * IplWebPage:
 * @title: its heading, plain text
 * @made: (nullable): where it comes from, which it says
 * @stops: (element-type IplWebStop): its parts, one shown after the other
 *
 * A page that is one file: HTML with all it needs, which asks for nothing from elsewhere.
 */
typedef struct
{
  const char *title;
  const IplProvenance *made;
  GPtrArray *stops;
} IplWebPage;

GBytes *ipl_web_page_make (const IplWebPage *self, IplWebProgress progress, gpointer data,
                           GCancellable *cancellable, GError **error);

G_END_DECLS
