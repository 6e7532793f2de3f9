/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-summary.h"

/* Samples and summarizes. @options: (nullable); @run: (out) (optional) (transfer full) */
IplPosteriorSummary *test_sample (IplCase *the_case, const IplSetting *setting,
                                  const IplPosteriorOptions *options, guint draws,
                                  IplPosterior **run);
/* By a method, with the usual options else. */
IplPosteriorSummary *test_sample_by (IplPosteriorMethod method, IplCase *the_case,
                                     const IplSetting *setting, guint draws, IplPosterior **run);
