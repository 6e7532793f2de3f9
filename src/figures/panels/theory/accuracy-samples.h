/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

G_BEGIN_DECLS

GPtrArray *ipl_accuracy_samples (const IplView *view);
const IplPosteriorSummary *ipl_accuracy_sample_at (GPtrArray *samples, const IplSetting *setting);
const IplPosteriorSummary *ipl_accuracy_sample_doubtful (const IplView *view);

G_END_DECLS
