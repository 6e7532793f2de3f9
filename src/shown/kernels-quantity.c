/* SPDX-License-Identifier: GPL-3.0-or-later */
/* K and the path-path kernels that add up to it. */
#include "shown/quantity.h"

/* Shared by pictures of a case: its kernels by cells, and the tiles of the last picture.
 */
typedef struct
{
  IplKernelCells *cells;
  IplKernelPicture *last; /* (nullable) */
} Cache;

static void
cache_free (gpointer data)
{
  Cache *cache = data;

  g_clear_pointer (&cache->last, ipl_kernel_picture_unref);
  g_clear_pointer (&cache->cells, ipl_kernel_cells_unref);
  g_free (cache);
}

static double
count_flops (const IplQuantityInput *input, gconstpointer cache)
{
  const IplKernel *kernel = input->kernel;
  double P = (double)kernel->rows.count, Pi = (double)input->the_case->Pi;
  double N0 = (double)input->the_case->N0;
  double n = MIN ((double)input->the_case->train.count, IPL_KERNEL_MOST_CELLS);
  double K = n * Pi * Pi * N0 + n * n * Pi * N0;
  double tiles = MIN (Pi * (Pi + 1) / 2, IPL_KERNEL_MOST_TILES) * n * n * N0;
  double measures = Pi * P * (double)kernel->N0 * (double)kernel->N0 + P * Pi * N0;

  return 2 * K + (cache == NULL ? tiles + measures : 0);
}

static gpointer
make (const IplQuantityInput *input, gpointer *at, GCancellable *cancellable, GError **error)
{
  Cache *cache = *at;
  IplKernelPicture *picture;

  if (cache == NULL)
    {
      IplKernelCells *cells
          = ipl_kernel_cells_new (input->the_case, input->kernel, cancellable, error);

      if (cells == NULL)
        return NULL;
      *at = cache = g_new0 (Cache, 1);
      cache->cells = cells;
    }
  if (cache->last != NULL && cache->last->solution == input->current
      && cache->last->gp == input->gp)
    return ipl_kernel_picture_ref (cache->last);
  picture = ipl_kernel_picture_new (cache->cells, input->current, input->gp, cache->last,
                                    cancellable, error);
  if (picture != NULL)
    {
      g_clear_pointer (&cache->last, ipl_kernel_picture_unref);
      cache->last = ipl_kernel_picture_ref (picture);
    }
  return picture;
}

static gboolean
belongs (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplKernelPicture *picture = value;

  return &picture->cells->the_case->info == the_case;
}

const IplQuantity ipl_quantity_kernels = {
  .id = "kernels",
  .progress = "Making the pictures of the kernels",
  .needs = IPL_NEEDS_KERNELS,
  .depends = IPL_DEPENDS_CURRENT | IPL_DEPENDS_KERNELS,
  .count_flops = count_flops,
  .make = make,
  .cache_free = cache_free,
  IPL_QUANTITY_REFS (ipl_kernel_picture),
  .belongs = belongs,
};
