/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sampling run in a file, between two transitions. The file does not have U, which follows
 * from the q of every draw. */
#include "core/posterior/posterior.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text-escape.h"
#include "core/files/npz.h"
#include "core/posterior/nuts.h"
#include "core/posterior/posterior-private.h"

#define FORMAT "interplay sampling run 2"
/* The earlier state, in other coordinates. */
/* Numbers of one draw: u_a, energy, acceptance, depth, divergent. */
#define DRAW_NUMBERS 5

static guint64
hash_doubles (guint64 hash, const double *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      guint64 bits;

      memcpy (&bits, &values[i], sizeof bits);
      hash = ipl_random_mix (hash + IPL_RANDOM_GOLDEN + bits);
    }
  return hash;
}

/* Returns: (transfer full): a digest of all inputs of the posterior of a case, without its name
 *   or place */
char *
ipl_posterior_digest_case (const IplCase *the_case)
{
  const IplExamples *train = &the_case->train;
  double sizes[]
      = { the_case->L, (double)the_case->Pi, (double)the_case->N0, (double)train->count };
  guint64 hash = hash_doubles (0, sizes, G_N_ELEMENTS (sizes));

  for (guint l = 0; l < the_case->L; l++)
    hash = hash_doubles (hash, &(double){ the_case->H[l] }, 1);
  if (ipl_case_has_identity (the_case))
    hash = hash_doubles (hash, the_case->residual, the_case->L);
  hash = hash_doubles (hash, train->y, ipl_labels_get_size (&the_case->labels, train->count));
  hash = hash_doubles (hash, train->xi, train->count * the_case->Pi * the_case->N0);
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x", hash);
}

/* All settings that distinguish one run from another of the same case, bit by bit. */
static char *
describe_run (const IplSetting *setting, const IplPosteriorOptions *options, const char *method)
{
  GString *text = g_string_new (NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint l = 0; l <= setting->L; l++)
    g_string_append_printf (text, "%u:", setting->N[l]);
  g_string_append (text, g_ascii_dtostr (number, sizeof number, setting->temperature));
  for (guint l = 0; l < setting->L + 2; l++)
    g_string_append_printf (text, ":%s",
                            g_ascii_dtostr (number, sizeof number, setting->variances[l]));
  g_string_append_printf (text, ":%u:%u:%" G_GUINT64_FORMAT ":%d:%s", options->chains,
                          options->warmup, options->seed, options->prior_only != FALSE, method);
  g_string_append_printf (text, ":%s",
                          g_ascii_dtostr (number, sizeof number, options->target_acceptance));
  return g_string_free (text, FALSE);
}

static char *
name_part (guint chain)
{
  return g_strdup_printf ("chain_%u_", chain + 1);
}

static void
write_chain (const IplPosteriorChain *chain, const char *part, IplNpzWriter *npz)
{
  gsize n = chain->n_draws;
  g_autofree double *draws = g_new (double, n * DRAW_NUMBERS + 1);
  double counts[] = { (double)n, (double)chain->target->evaluations };

  for (gsize i = 0; i < n; i++)
    {
      const IplDraw *draw = &chain->draws[i];
      double *row = draws + i * DRAW_NUMBERS;

      row[0] = draw->u_a;
      row[1] = draw->energy;
      row[2] = draw->acceptance;
      row[3] = draw->depth;
      row[4] = draw->divergent;
    }
  ipl_checkpoint_add_doubles (npz, part, "counts", counts, G_N_ELEMENTS (counts));
  ipl_checkpoint_add_doubles (npz, part, "draws", draws, n * DRAW_NUMBERS);
  ipl_checkpoint_add_doubles (npz, part, "q", chain->q, n * chain->target->n);
  chain->method->write (chain->mover, part, npz);
}

/* Writes a run, in its warm-up or after it, for ipl_posterior_load(): an .npz with the point of
 * every chain and its random stream, the metric, all draws, and the settings that identify the
 * run. */
gboolean
ipl_posterior_save (const IplPosterior *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  IplNpzWriter *npz = ipl_npz_writer_new (path, error);
  g_autofree char *digest = NULL, *run = NULL;

  if (npz == NULL)
    return FALSE;
  digest = ipl_posterior_digest_case (self->the_case);
  run = describe_run (&self->setting, &self->options, self->method->name);
  ipl_npz_writer_add_text (npz, "format", FORMAT);
  ipl_npz_writer_add_text (npz, "case", digest);
  ipl_npz_writer_add_text (npz, "run", run);
  ipl_npz_writer_add_doubles (npz, "seconds", &self->seconds, 0, NULL);
  for (guint c = 0; c < self->n_chains; c++)
    {
      g_autofree char *part = name_part (c);

      write_chain (&self->chains[c], part, npz);
    }
  return ipl_npz_writer_close (npz, error);
}

static gboolean
has_text (IplNpz *npz, const char *name, const char *text)
{
  const IplArray *array = ipl_npz_lookup (npz, name);

  return array != NULL && array->texts != NULL && array->size == 1
         && strcmp (array->texts[0], text) == 0;
}

/* FALSE if it is missing or invalid; or, with @error, if memory is short. */
static gboolean
read_chain (IplPosterior *self, guint index, IplNpz *npz, GError **error)
{
  IplPosteriorChain *chain = &self->chains[index];
  g_autofree char *part = name_part (index);
  const double *counts = ipl_checkpoint_find_doubles (npz, part, "counts", 2), *draws, *q;
  gsize n, size = chain->target->n,
           square = chain->target->shape.paths[0] * chain->target->shape.paths[0];

  if (counts == NULL || !ipl_checkpoint_is_count (counts[0], G_MAXINT32) || !(counts[1] >= 0)
      || counts[1] > 0x1p53)
    return FALSE;
  n = (gsize)counts[0];
  draws = ipl_checkpoint_find_doubles (npz, part, "draws", n * DRAW_NUMBERS);
  q = ipl_checkpoint_find_doubles (npz, part, "q", n * size);
  if (draws == NULL || q == NULL || !chain->method->read (chain->mover, part, npz)
      || (n > 0 && ipl_posterior_chain_in_warmup (chain))
      || !ipl_posterior_make_room (self, (guint)n, error))
    return FALSE;
  if (n > 0)
    memcpy (chain->q, q, n * size * sizeof *q);
  for (gsize i = 0; i < n; i++)
    {
      const double *row = draws + i * DRAW_NUMBERS;
      IplDraw *draw = &chain->draws[i];

      ipl_posterior_target_order (chain->target, q + i * size, chain->U + i * square, &draw->u_a);
      draw->energy = row[1];
      draw->acceptance = row[2];
      draw->depth = (guint)CLAMP (row[3], 0, IPL_NUTS_MAX_DEPTH);
      draw->divergent = row[4] != 0;
    }
  chain->n_draws = (guint)n;
  chain->target->evaluations = (guint64)counts[1];
  return TRUE;
}

static void
set_damaged (const char *path, GError **error)
{
  g_autofree char *shown = ipl_file_shown (path);

  g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
               "“%s” is damaged: the sampling run in it cannot be understood.", shown);
}

/* TRUE if the file holds draws of this version, this case and this run. */
static gboolean
check_run (IplNpz *npz, const char *path, const char *digest, const char *run, GError **error)
{
  g_autofree char *shown = ipl_file_shown (path);

  if (!has_text (npz, "format", FORMAT)
      || ipl_checkpoint_find_doubles (npz, "", "seconds", 1) == NULL)
    {
      set_damaged (path, error);
      return FALSE;
    }
  if (!has_text (npz, "case", digest) || !has_text (npz, "run", run))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "“%s” holds draws of another %s: give those again to resume, or remove the "
                     "file to restart.",
                     shown,
                     has_text (npz, "case", digest)
                         ? "width, temperature, variance, seed, number of "
                           "chains or warm-up transitions, method or "
                           "target acceptance"
                         : "case");
  return TRUE;
}

/* Reads a run that can resume. A file of another run is IPL_ERROR_VALUE, a damaged one
 * IPL_ERROR_FORMAT, and an unreadable one IPL_ERROR_IO. */
IplPosterior *
ipl_posterior_load (const char *path, IplCase *the_case, IplKernel *kernel,
                    const IplSetting *setting, const IplPosteriorOptions *options,
                    GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (path != NULL && the_case != NULL && setting != NULL && options != NULL,
                        NULL);

  g_autoptr (GError) read_error = NULL;
  g_autoptr (IplNpz) npz = ipl_npz_read (path, cancellable, &read_error);
  g_autoptr (IplPosterior) self = NULL;
  g_autofree char *digest = ipl_posterior_digest_case (the_case), *run = NULL;

  run = describe_run (
      setting, options,
      ipl_posterior_method_names[ipl_posterior_method_resolve (the_case, setting, options)]);
  if (npz == NULL)
    {
      if (read_error->domain != IPL_ERROR || g_error_matches (read_error, IPL_ERROR, IPL_ERROR_IO)
          || g_error_matches (read_error, IPL_ERROR, IPL_ERROR_MEMORY))
        g_propagate_error (error, g_steal_pointer (&read_error));
      else
        set_damaged (path, error);
      return NULL;
    }
  if (!check_run (npz, path, digest, run, error))
    return NULL;
  self = ipl_posterior_prepare (the_case, kernel, setting, options, cancellable, error);
  if (self == NULL)
    return NULL;
  for (guint c = 0; c < self->n_chains; c++)
    if (!read_chain (self, c, npz, &read_error))
      {
        if (read_error != NULL)
          g_propagate_error (error, g_steal_pointer (&read_error));
        else
          set_damaged (path, error);
        return NULL;
      }
  self->seconds = *ipl_checkpoint_find_doubles (npz, "", "seconds", 1);
  return g_steal_pointer (&self);
}
