/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

/* A point at which the theory is solved: the Bayesian network's widths, temperature and prior
 * variances. A plain value. */
typedef struct
{
  guint L; /* number of layers */
  /* TRUE for the infinite-width Gaussian-process limit, which ignores @N */
  gboolean gp;
  guint N[IPL_MAX_LAYERS + 1];          /* [L + 1] widths N_1 .. N_L, N_a, each at least 1 */
  double temperature;                   /* T, at least 0 */
  double variances[IPL_MAX_LAYERS + 2]; /* [L + 2] s0^2, s_1^2 .. s_L^2, s_a^2, each above 0 */
  /* least number of principal components of the kernel, 0 for a number that fits a figure; not
   * compared */
  guint components;
} IplSetting;

#define IPL_MAX_WIDTH 100000000u

/* So that the product of any two is a double. */
#define IPL_MAX_TEMPERATURE 1e150
#define IPL_MIN_VARIANCE 1e-150
#define IPL_MAX_VARIANCE 1e150

void ipl_setting_init_for_case (IplSetting *self, const IplCase *the_case, guint width);
gboolean ipl_setting_equal (const IplSetting *a, const IplSetting *b);
gboolean ipl_setting_same_widths (const IplSetting *a, const IplSetting *b);
gboolean ipl_setting_same_prior (const IplSetting *a, const IplSetting *b);
gboolean ipl_setting_validate (const IplSetting *self, const IplCase *the_case, GError **error);
guint ipl_setting_largest_width (const IplSetting *self);
gboolean ipl_setting_has_equal_widths (const IplSetting *self); /* all N_l = N_a */
void ipl_setting_scale_widths (IplSetting *self, double N);
void ipl_setting_resize (IplSetting *self, guint L);
char *ipl_setting_widths_text (const IplSetting *self); /* "100", "12:25:40:8" or "GP" */
gboolean ipl_setting_parse_widths (IplSetting *self, const char *text, GError **error);

const double *ipl_paper_temperatures (guint *n);
