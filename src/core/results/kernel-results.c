/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/results/results.h"

#include "core/base/memory.h"
#include "core/base/tiled-lapack.h"
#include "core/files/npz.h"
#include "core/results/results-write-private.h"
#include "core/theory/order-parameter.h"

#include <cblas.h>
#include <math.h>

#define WHAT "The kernels of all pairs of paths"

/* C: [Pi x Pi x P x P], C_pq = s0^2 / (N0 Pi) xi^p . xi^q */
static gboolean
make_C (const IplSolution *solution, double *C, GCancellable *cancellable, GError **error)
{
  const IplCase *the_case = ipl_case_info_get_case (solution->the_case);
  gsize P = the_case->train.count, Pi = the_case->Pi, N0 = the_case->N0, D = Pi * N0;
  double scale = solution->setting.variances[0] / ((double)N0 * (double)Pi);

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      {
        ipl_tiles_multiply (TRUE, FALSE, P, P, N0, scale, the_case->train.xi + q * N0, D,
                            the_case->train.xi + p * N0, D, 0, C + (p * Pi + q) * P * P, P,
                            cancellable);
        if (g_cancellable_set_error_if_cancelled (cancellable, error))
          return FALSE;
      }
  return TRUE;
}

/* K = sum_pq U_pq C_pq, or of the diagonal only, with U summed over outputs. */
static void
add_up (const IplSolution *solution, gboolean diagonal, const double *C, double *K)
{
  const IplCaseInfo *the_case = solution->the_case;
  gsize P = the_case->P, Pi = the_case->Pi;
  g_autofree double *U = g_new (double, Pi * Pi);

  ipl_order_trace_outputs (Pi, the_case->labels.outputs, solution->U, U);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      if (p == q || !diagonal)
        for (gsize m = 0; m < P; m++)
          cblas_daxpy ((int)P, U[p * Pi + q], C + ((p * Pi + q) * P + m) * P, 1, K + m * P, 1);
}

static void
add_setting (IplNpzWriter *npz, const IplSetting *setting)
{
  double N[IPL_MAX_LAYERS + 1];
  gsize widths = setting->L + 1, variances = setting->L + 2;

  for (guint l = 0; l <= setting->L; l++)
    N[l] = setting->gp ? INFINITY : setting->N[l];
  ipl_npz_writer_add_doubles (npz, "N", N, 1, &widths);
  ipl_npz_writer_add_doubles (npz, "temperature", &setting->temperature, 0, NULL);
  ipl_npz_writer_add_doubles (npz, "variances", setting->variances, 1, &variances);
}

/* Bytes of the arrays that ipl_kernel_results_save() makes and writes. */
double
ipl_kernel_results_size (const IplCase *the_case)
{
  double P = (double)the_case->train.count, Pi = (double)the_case->Pi;

  return sizeof (double) * P * P * (Pi * Pi + 3);
}

/* Writes the kernels of the training examples, in the order of the case, with the constants of
 * THEORY.md section 0: C [Pi, Pi, P, P], of which K [P, P] is the sum with weights U [Pi, Pi]; K_gp
 * [P, P] of the GP limit and K_diagonal [P, P] of U's diagonal; y [P]; alignment, alignment_gp and
 * alignment_diagonal of the three with y, centred, and label_cosine, label_cosine_gp and
 * label_cosine_diagonal, not centred; path_names, N (infinite for the GP limit), temperature and
 * variances. Of K > 1 outputs U is [Pi K, Pi K], rows (path, output), so that outputs k and l have
 * the kernel sum_pq U_(p,k),(q,l) C_pq, and K, K_gp and K_diagonal are sums over k = l. */
gboolean
ipl_kernel_results_save (const IplSolution *solution, const IplSolution *gp, const char *path,
                         GCancellable *cancellable, GError **error)
{
  const IplCase *the_case = ipl_case_info_get_case (solution->the_case);
  gsize P = the_case->train.count, Pi = the_case->Pi;
  const gsize pairs[] = { Pi, Pi, P, P }, square[] = { P, P };
  const gsize rows = Pi * the_case->labels.outputs, paths[] = { rows, rows };
  gsize labels[2];
  double size = (double)P * (double)P, *C, *K, *K_gp, *K_diagonal;
  g_autofree gpointer space = NULL;
  IplNpzWriter *npz;

  space = ipl_try_parts (WHAT, error, { &C, (double)Pi * (double)Pi * size }, { &K, size },
                         { &K_gp, size }, { &K_diagonal, size });
  if (space == NULL || !make_C (solution, C, cancellable, error))
    return FALSE;
  for (gsize k = 0; k < P * P; k++)
    K[k] = K_gp[k] = K_diagonal[k] = 0;
  add_up (solution, FALSE, C, K);
  add_up (solution, TRUE, C, K_diagonal);
  add_up (gp, TRUE, C, K_gp);

  npz = ipl_npz_writer_new (path, error);
  if (npz == NULL)
    return FALSE;
  ipl_npz_writer_add_doubles (npz, "C", C, 4, pairs);
  ipl_npz_writer_add_doubles (npz, "K", K, 2, square);
  ipl_npz_writer_add_doubles (npz, "K_gp", K_gp, 2, square);
  ipl_npz_writer_add_doubles (npz, "K_diagonal", K_diagonal, 2, square);
  ipl_npz_writer_add_doubles (npz, "U", solution->U, 2, paths);
  ipl_npz_writer_add_doubles (npz, "y", the_case->train.y,
                              ipl_labels_get_shape (&the_case->labels, P, labels), labels);
  ipl_npz_writer_add_doubles (npz, "alignment", &solution->alignment, 0, NULL);
  ipl_npz_writer_add_doubles (npz, "alignment_gp", &gp->alignment, 0, NULL);
  ipl_npz_writer_add_doubles (npz, "alignment_diagonal", &solution->alignment_diagonal, 0, NULL);
  ipl_npz_writer_add_doubles (npz, "label_cosine", &solution->label_cosine, 0, NULL);
  ipl_npz_writer_add_doubles (npz, "label_cosine_gp", &gp->label_cosine, 0, NULL);
  ipl_npz_writer_add_doubles (npz, "label_cosine_diagonal", &solution->label_cosine_diagonal, 0,
                              NULL);
  ipl_npz_writer_add_texts (npz, "path_names", the_case->path_names);
  ipl_results_write_case_npz (npz, the_case);
  add_setting (npz, &solution->setting);
  return ipl_npz_writer_close (npz, error);
}
