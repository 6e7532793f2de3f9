/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heads of a task that come from a file. */
#pragma once

#include <gio/gio.h>

#include "core/case/case.h"
#include "core/tasks/layer-heads.h"

gboolean ipl_kit_read_learned (const char *path, const IplLayerHeads *heads, guint kind, gsize N0,
                               IplLayerWeights *weights, GError **error);
