/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"

G_BEGIN_DECLS

gboolean cli_figure_card_make (const IplPanel *panel, const IplParameters *parameters, guint test,
                               gsize first, guint threads, IplView *view, IplTaskCard **card,
                               GError **error);

G_END_DECLS
