/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/work/work.h"

#include "core/posterior/network-weights.h"
#include "core/base/refuge.h"
#include "core/files/npz.h"
#include <string.h>

/* Stacks an array of every drawn network as [n x shape] under a name of the file. */
static void
add_stacked (IplNpzWriter *npz, const char *name, const double **arrays, guint n, guint ndim,
             const gsize *shape)
{
  gsize full[IPL_ARRAY_MAX_DIM] = { n }, size = 1;
  g_autofree double *values = NULL;

  for (guint d = 0; d < ndim; d++)
    {
      full[d + 1] = shape[d];
      size *= shape[d];
    }
  values = g_new (double, n * size);
  for (guint i = 0; i < n; i++)
    memcpy (values + i * size, arrays[i], size * sizeof *values);
  ipl_npz_writer_add_doubles (npz, name, values, ndim + 1, full);
}

static gboolean
write_networks (const char *path, gpointer data, GError **error)
{
  GPtrArray *networks = data;
  const IplNetworkWeights *first = networks->pdata[0];
  IplNpzWriter *npz = ipl_npz_writer_new (path, error);
  guint n = networks->len;
  g_autofree const double **arrays = g_new (const double *, n);
  gsize shape[3];

  if (npz == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    arrays[i] = ((IplNetworkWeights *)networks->pdata[i])->V0;
  shape[0] = first->N[0];
  shape[1] = first->N0;
  add_stacked (npz, "V_0", arrays, n, 2, shape);
  for (guint l = 0; l < first->L; l++)
    {
      g_autofree char *name = g_strdup_printf ("V_%u", l + 1);

      for (guint i = 0; i < n; i++)
        arrays[i] = ((IplNetworkWeights *)networks->pdata[i])->V[l];
      shape[0] = first->H[l];
      shape[1] = first->N[l + 1];
      shape[2] = first->N[l];
      add_stacked (npz, name, arrays, n, 3, shape);
    }
  for (guint i = 0; i < n; i++)
    arrays[i] = ((IplNetworkWeights *)networks->pdata[i])->a;
  shape[0] = first->N[first->L];
  add_stacked (npz, "a", arrays, n, 1, shape);
  return ipl_npz_writer_close (npz, error);
}

/* Full networks of n draws spread over the run: V_0 [n, N_1, N0], V_l [n, H_l, N_{l+1}, N_l] and
 * a [n, N_a], in the notation of THEORY.md section 1. */
gboolean
cli_write_networks (const IplPosterior *posterior, guint n, guint64 seed, const char *path,
                    GError **error)
{
  guint n_draws = ipl_posterior_get_n_draws (posterior);
  guint total = n_draws * ipl_posterior_get_n_chains (posterior);
  g_autoptr (GPtrArray) networks
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_network_weights_free);

  n = MIN (n, total);
  for (guint i = 0; i < n; i++)
    {
      guint draw = (guint)(((guint64)2 * i + 1) * total / (2 * (guint64)n));
      IplNetworkWeights *network
          = ipl_posterior_draw_weights (posterior, draw / n_draws, draw % n_draws, seed + i, error);

      if (network == NULL)
        return FALSE;
      g_ptr_array_add (networks, network);
    }
  return ipl_refuge_write (path, write_networks, networks, error);
}
