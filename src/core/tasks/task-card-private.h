/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/task-card.h"

G_BEGIN_DECLS

IplTaskCard *ipl_task_card_alloc (gsize T, guint L, const guint *H, guint n, gsize n_cloud,
                                  GError **error);

G_END_DECLS
