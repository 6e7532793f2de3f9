/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/saddle.h"

G_BEGIN_DECLS

/* Random starts of a search, at most. */
#define IPL_SADDLE_MAX_STARTS 48

/* Every start is random but reproducible; tests try other seeds. */
#define IPL_SADDLE_SEED 0

gboolean ipl_saddle_search_is_narrow (const IplCaseInfo *the_case, const IplSetting *setting);
gboolean ipl_saddle_search_is_wanted (const IplCase *the_case, const IplSetting *setting);
IplSaddle *ipl_saddle_search (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                              IplSaddle *first, guint64 seed, guint threads,
                              GCancellable *cancellable, GError **error);
IplSaddle *ipl_saddle_find (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                            const IplSaddle *start, guint threads, GCancellable *cancellable,
                            GError **error);
double ipl_saddle_search_memory (const IplCase *the_case, const IplKernel *kernel, guint n_settings,
                                 const IplSetting *settings, guint threads, double *kept);

G_END_DECLS
