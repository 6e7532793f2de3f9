/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/case.h>

G_BEGIN_DECLS

/**
 * InterplaySetting:
 *
 * A point of the theory: widths N_1 .. N_L, N_a (or the infinite-width Gaussian-process limit),
 * temperature, and prior variances s_0^2, s_1^2 .. s_L^2, s_a^2.
 */
typedef struct _InterplaySetting InterplaySetting;

INTERPLAY_PUBLIC GType interplay_setting_get_type (void);

/**
 * interplay_setting_new:
 * @the_case: a case
 * @width: N_1 = .. = N_L = N_a, or 0 for the Gaussian-process limit
 *
 * Returns: (transfer full): a setting with the temperature and variances of the case
 */
INTERPLAY_PUBLIC InterplaySetting *interplay_setting_new (InterplayCase *the_case, guint width);

/**
 * interplay_setting_copy:
 * @self: a setting
 *
 * Returns: (transfer full): a copy
 */
INTERPLAY_PUBLIC InterplaySetting *interplay_setting_copy (const InterplaySetting *self);

/**
 * interplay_setting_free:
 * @self: (nullable) (transfer full): a setting
 */
INTERPLAY_PUBLIC void interplay_setting_free (InterplaySetting *self);

/**
 * interplay_setting_set_width:
 * @self: a setting
 * @width: N_1 = .. = N_L = N_a, or 0 for the Gaussian-process limit; validated by the solver
 */
INTERPLAY_PUBLIC void interplay_setting_set_width (InterplaySetting *self, guint width);

/**
 * interplay_setting_set_widths:
 * @self: a setting
 * @n: L + 1
 * @widths: (array length=n): N_1 .. N_L, N_a, each at least 1
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Returns: FALSE if they are invalid; @self is then unchanged
 */
INTERPLAY_PUBLIC gboolean interplay_setting_set_widths (InterplaySetting *self, guint n,
                                                        const guint *widths, GError **error);

/**
 * interplay_setting_is_gp:
 * @self: a setting
 *
 * Returns: TRUE for the infinite-width limit
 */
INTERPLAY_PUBLIC gboolean interplay_setting_is_gp (const InterplaySetting *self);

/**
 * interplay_setting_get_width:
 * @self: a setting
 * @layer: 0 for N_1 .. L - 1 for N_L, L for N_a
 *
 * Returns: the width; 0 in the Gaussian-process limit
 */
INTERPLAY_PUBLIC guint interplay_setting_get_width (const InterplaySetting *self, guint layer);

/**
 * interplay_setting_set_temperature:
 * @self: a setting
 * @temperature: T of the likelihood, at least 0
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Returns: FALSE if it is invalid; @self is then unchanged
 */
INTERPLAY_PUBLIC gboolean interplay_setting_set_temperature (InterplaySetting *self,
                                                             double temperature, GError **error);

/**
 * interplay_setting_get_temperature:
 * @self: a setting
 *
 * Returns: T
 */
INTERPLAY_PUBLIC double interplay_setting_get_temperature (const InterplaySetting *self);

/**
 * interplay_setting_set_variances:
 * @self: a setting
 * @n: L + 2
 * @variances: (array length=n): s_0^2, s_1^2 .. s_L^2, s_a^2, each above 0
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Returns: FALSE if they are invalid; @self is then unchanged
 */
INTERPLAY_PUBLIC gboolean interplay_setting_set_variances (InterplaySetting *self, guint n,
                                                           const double *variances, GError **error);

/**
 * interplay_setting_get_variance:
 * @self: a setting
 * @index: 0 for s_0^2, 1 .. L for s_1^2 .. s_L^2, L + 1 for s_a^2
 *
 * Returns: the variance
 */
INTERPLAY_PUBLIC double interplay_setting_get_variance (const InterplaySetting *self, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplaySetting, interplay_setting_free)

G_END_DECLS
