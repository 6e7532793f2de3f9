/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/pruning.h"

G_BEGIN_DECLS

IplPruning *ipl_pruning_new (const IplHeadReport *report, const IplPruningOptions *options);
IplPruning *ipl_pruning_copy (const IplPruning *self);

G_END_DECLS
