/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "core/tasks/task-card.h"

G_BEGIN_DECLS

IplTaskCard *ipl_made_card_new (const IplParameters *parameters, const IplCase *the_case,
                                guint test, gsize first, guint threads, IplCase **whole,
                                GCancellable *cancellable, GError **error);

G_END_DECLS
