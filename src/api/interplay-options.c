/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "api/interplay-options-private.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text-escape.h"

#define RANDOM_ORDERS 200

G_DEFINE_BOXED_TYPE (InterplayOptions, interplay_options, interplay_options_ref,
                     interplay_options_unref)

InterplayOptions *
interplay_options_new (void)
{
  InterplayOptions *self = g_new0 (InterplayOptions, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->threads = ipl_parallel_default_threads ();
  ipl_posterior_options_init (&self->sampler);
  self->draws = IPL_POSTERIOR_DEFAULT_DRAWS;
  self->random_orders = RANDOM_ORDERS;
  self->prune_seed = -1;
  self->resolve = TRUE;
  return self;
}

InterplayOptions *
interplay_options_or_default (InterplayOptions *options)
{
  return options != NULL ? interplay_options_ref (options) : interplay_options_new ();
}

InterplayOptions *
interplay_options_ref (InterplayOptions *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
interplay_options_unref (InterplayOptions *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->destroy != NULL)
    self->destroy (self->user_data);
  g_free ((char *)self->run_options.variances);
  g_free ((char *)self->run_options.gp_paths);
  g_free ((char *)self->run_options.seeds);
  g_free (self->test);
  g_free (self);
}

void
interplay_options_set_threads (InterplayOptions *self, guint threads)
{
  self->threads = threads > 0 ? threads : ipl_parallel_default_threads ();
}

void
interplay_options_set_progress (InterplayOptions *self, InterplayProgress progress,
                                gpointer user_data, GDestroyNotify destroy)
{
  if (self->destroy != NULL)
    self->destroy (self->user_data);
  self->progress = progress;
  self->user_data = user_data;
  self->destroy = destroy;
}

static void
set_text (const char **place, const char *text)
{
  g_free ((char *)*place);
  *place = g_strdup (text);
}

void
interplay_options_set_variances (InterplayOptions *self, const char *variances)
{
  set_text (&self->run_options.variances, variances);
}

void
interplay_options_set_best (InterplayOptions *self, gboolean best)
{
  self->run_options.best = best;
}

void
interplay_options_set_gp_paths (InterplayOptions *self, const char *paths)
{
  set_text (&self->run_options.gp_paths, paths);
}

void
interplay_options_set_seeds (InterplayOptions *self, const char *seeds)
{
  set_text (&self->run_options.seeds, seeds);
}

void
interplay_options_set_sampler (InterplayOptions *self, guint chains, guint warmup, guint draws,
                               guint64 seed)
{
  self->sampler.chains = chains;
  self->sampler.warmup = warmup;
  self->sampler.seed = seed;
  self->draws = draws;
}

gboolean
interplay_options_set_method (InterplayOptions *self, const char *method, double target_acceptance,
                              GError **error)
{
  g_return_val_if_fail (self != NULL && method != NULL, FALSE);

  if (!g_strv_contains (ipl_posterior_method_names, method))
    {
      g_autofree char *names = g_strjoinv (", ", (char **)ipl_posterior_method_names);
      g_autofree char *shown = ipl_text_shown (method);

      return ipl_fail (error, IPL_ERROR_VALUE, "--method is one of %s, not “%s”.", names, shown);
    }
  self->sampler.method = ipl_posterior_method_find (method);
  self->sampler.target_acceptance = target_acceptance;
  return TRUE;
}

gboolean
interplay_options_set_pruning (InterplayOptions *self, const char *order, const char *test,
                               guint random_orders, gint64 seed, gboolean resolve, GError **error)
{
  g_return_val_if_fail (self != NULL && order != NULL, FALSE);

  if (!ipl_removal_order_parse (order, &self->order))
    {
      g_autofree char *shown = ipl_text_shown (order);

      return ipl_fail (error, IPL_ERROR_VALUE, "--order: “%s” is not one of %s.", shown,
                       IPL_REMOVAL_ORDERS_TEXT);
    }
  g_free (self->test);
  self->test = g_strdup (test);
  self->random_orders = random_orders;
  self->prune_seed = seed;
  self->resolve = resolve;
  return TRUE;
}
