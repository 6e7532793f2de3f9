/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/case.h>

G_BEGIN_DECLS

/**
 * InterplaySetting:
 *
 * One point at which the theory is asked: widths N_1 .. N_L, N_a (or the infinite-width
 * Gaussian-process limit), temperature, and prior variances s_0^2, s_1^2 .. s_L^2, s_a^2.
 */
typedef struct _InterplaySetting InterplaySetting;

INTERPLAY_PUBLIC InterplaySetting *interplay_setting_new (InterplayCase *the_case, guint width);
INTERPLAY_PUBLIC InterplaySetting *interplay_setting_copy (const InterplaySetting *self);
INTERPLAY_PUBLIC void interplay_setting_free (InterplaySetting *self);

INTERPLAY_PUBLIC void interplay_setting_set_width (InterplaySetting *self, guint width);
INTERPLAY_PUBLIC gboolean interplay_setting_set_widths (InterplaySetting *self, guint n,
                                                        const guint *widths, GError **error);
INTERPLAY_PUBLIC gboolean interplay_setting_is_gp (const InterplaySetting *self);
INTERPLAY_PUBLIC guint interplay_setting_get_width (const InterplaySetting *self, guint layer);
INTERPLAY_PUBLIC gboolean interplay_setting_set_temperature (InterplaySetting *self,
                                                             double temperature, GError **error);
INTERPLAY_PUBLIC double interplay_setting_get_temperature (const InterplaySetting *self);
INTERPLAY_PUBLIC gboolean interplay_setting_set_variances (InterplaySetting *self, guint n,
                                                           const double *variances, GError **error);
INTERPLAY_PUBLIC double interplay_setting_get_variance (const InterplaySetting *self, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplaySetting, interplay_setting_free)

G_END_DECLS
