/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/posterior-options.h"

#include <string.h>

#include "core/base/error.h"
#include "core/theory/curvature.h"
#include "core/theory/wishart-chain.h"

/* With more coordinates a ladder has more rungs than are worth it unasked. */
#define MOST_TEMPERED_DIMENSIONS 64

const char *const ipl_posterior_method_names[] = {
  [IPL_POSTERIOR_AUTOMATIC] = "auto",    [IPL_POSTERIOR_NUTS] = "nuts",
  [IPL_POSTERIOR_TEMPERED] = "tempered", [IPL_POSTERIOR_SURROGATE] = "surrogate",
  [IPL_POSTERIOR_N_METHODS] = NULL,
};

/* Four chains of 300 warm-up transitions, seed 1, with the method chosen by the setting. */
void
ipl_posterior_options_init (IplPosteriorOptions *self)
{
  *self = (IplPosteriorOptions){
    .chains = IPL_POSTERIOR_DEFAULT_CHAINS,
    .warmup = IPL_POSTERIOR_DEFAULT_WARMUP,
    .seed = 1,
    .target_acceptance = IPL_POSTERIOR_DEFAULT_ACCEPTANCE,
  };
}

/* TRUE if they make the same draws. */
gboolean
ipl_posterior_options_equal (const IplPosteriorOptions *a, const IplPosteriorOptions *b)
{
  return a->chains == b->chains && a->warmup == b->warmup && a->seed == b->seed
         && a->prior_only == b->prior_only && a->method == b->method
         && a->target_acceptance == b->target_acceptance;
}

/* The method of that name; IPL_POSTERIOR_AUTOMATIC for an unknown one. */
IplPosteriorMethod
ipl_posterior_method_find (const char *name)
{
  for (guint k = 0; k < IPL_POSTERIOR_N_METHODS; k++)
    if (strcmp (name, ipl_posterior_method_names[k]) == 0)
      return k;
  return IPL_POSTERIOR_AUTOMATIC;
}

/* TRUE if the requested method can sample the setting. */
gboolean
ipl_posterior_options_validate (const IplPosteriorOptions *self, const IplCase *the_case,
                                const IplSetting *setting, GError **error)
{
  IplWishartShape shape;
  g_autofree char *widths = NULL;

  if (setting->gp)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "The GP limit has no order parameter to sample: leave gp out of --widths.");
  if (self->method != IPL_POSTERIOR_SURROGATE || self->prior_only
      || ipl_surrogate_is_possible (the_case, setting))
    return TRUE;
  widths = ipl_setting_widths_text (setting);
  ipl_wishart_shape_init (&shape, the_case, the_case->labels.outputs, setting->N);
  if (!ipl_wishart_shape_is_square (&shape))
    g_set_error (
        error, IPL_ERROR, IPL_ERROR_VALUE,
        "The method surrogate needs a width of at least the number of partial paths in every "
        "layer, which N = %s is not: choose wider layers, or the method nuts, tempered or "
        "auto.",
        widths);
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                 "The method surrogate is not for as many as %" G_GSIZE_FORMAT
                 " %s: choose the method nuts, tempered or auto.",
                 shape.paths[0], the_case->labels.outputs > 1 ? "paths times outputs" : "paths");
  return FALSE;
}

/* TRUE if some A_l has as many rows as N_l or more, and more than one: there the posterior may have
 * several modes (THEORY.md section 6.7). */
gboolean
ipl_posterior_is_narrow (const IplCase *the_case, const IplSetting *setting)
{
  IplWishartShape shape;

  ipl_wishart_shape_init (&shape, the_case, the_case->labels.outputs, setting->N);
  for (guint l = 0; l <= shape.L; l++)
    if (shape.random[l] > 0 && shape.rows[l] > 1 && setting->N[l] <= shape.rows[l])
      return TRUE;
  return FALSE;
}

/* Tempering for a narrow setting of few coordinates; a surrogate for an expensive exact
 * gradient; else NUTS. */
IplPosteriorMethod
ipl_posterior_method_resolve (const IplCase *the_case, const IplSetting *setting,
                              const IplPosteriorOptions *options)
{
  IplWishartShape shape;

  if (options->method != IPL_POSTERIOR_AUTOMATIC)
    return options->method;
  ipl_wishart_shape_init (&shape, the_case, the_case->labels.outputs, setting->N);
  if (!options->prior_only && ipl_posterior_is_narrow (the_case, setting)
      && shape.n <= MOST_TEMPERED_DIMENSIONS)
    return IPL_POSTERIOR_TEMPERED;
  if (!options->prior_only && ipl_surrogate_is_worth_trying (the_case, setting))
    return IPL_POSTERIOR_SURROGATE;
  return IPL_POSTERIOR_NUTS;
}

/* Floating-point operations of an exact gradient from which a pilot pays: about half a millisecond.
 * Counted, not measured, so that the same case is sampled alike everywhere. */
#define WORTHWHILE_FLOPS 1e7

gboolean
ipl_surrogate_is_possible (const IplCase *the_case, const IplSetting *setting)
{
  IplWishartShape shape;

  ipl_wishart_shape_init (&shape, the_case, the_case->labels.outputs, setting->N);
  return ipl_wishart_shape_is_square (&shape) && ipl_curvature_would_be_dense (shape.paths[0]);
}

gboolean
ipl_surrogate_is_worth_trying (const IplCase *the_case, const IplSetting *setting)
{
  double K = the_case->labels.outputs, P = K * (double)the_case->train.count;
  double Pi = (double)ipl_case_rows_of_U (the_case);
  double D = Pi * (double)the_case->N0, m = MIN (P, D);

  return ipl_surrogate_is_possible (the_case, setting)
         && m * m * (m + MIN (D, Pi * (Pi + 1))) >= WORTHWHILE_FLOPS;
}
