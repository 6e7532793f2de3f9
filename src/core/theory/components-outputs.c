/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Principal components of a kernel over several outputs (THEORY.md section 18.4): those of the
 * outputs with labels, [r R x r R], those of an output without, [r x r], which occur as often as
 * there are such outputs, and a 0 for each output of an example beside the rows. */
#include "core/theory/components-outputs.h"

#include "core/base/memory.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char what[] = "The principal components";

typedef enum
{
  OF_LABELLED,
  OF_SILENT,
  COPY_OF_SILENT, /* in another output without labels */
  OF_THE_REST,
} Kind;

typedef struct
{
  double value;
  gsize index; /* of the eigenvector */
  Kind kind;
} Component;

typedef struct
{
  gsize r;
  guint R;      /* columns of labels */
  double *Q;    /* [R x r] an orthonormal basis of the labels' space, in the rows in use */
  double *lost; /* [R x R] L with L^T L = 1 - Q Q^T: what of it is beside the rows */
  IplEigenpairs *labelled; /* (nullable) */
  IplEigenpairs *silent;   /* (nullable) */
  gsize copies;            /* outputs without labels */
  Component *list;         /* largest first */
  gsize n;
} Reading;

/* Makes the labels of the outputs orthonormal, twice each for rounding; what depends on those
 * before is 0. @Y: [R x P] of the examples; @y: [R x r] the same of the rows */
static void
make_orthonormal (guint R, gsize P, gsize r, double *Y, double *y)
{
  for (guint a = 0; a < R; a++)
    {
      double before = cblas_dnrm2 ((int)P, Y + a * P, 1), length;

      for (guint pass = 0; pass < 2; pass++)
        for (guint b = 0; b < a; b++)
          {
            double along = cblas_ddot ((int)P, Y + a * P, 1, Y + b * P, 1);

            cblas_daxpy ((int)P, -along, Y + b * P, 1, Y + a * P, 1);
            cblas_daxpy ((int)r, -along, y + b * r, 1, y + a * r, 1);
          }
      length = cblas_dnrm2 ((int)P, Y + a * P, 1);
      length = length > (double)P * DBL_EPSILON * before ? length : INFINITY;
      for (gsize m = 0; m < P; m++)
        Y[a * P + m] /= length;
      for (gsize m = 0; m < r; m++)
        y[a * r + m] /= length;
    }
}

/* The part of the labels' space that the rows leave out. */
static void
find_lost (Reading *self, const double *Y, gsize P, double *values)
{
  guint R = self->R;
  double *G = self->lost;

  for (guint a = 0; a < R; a++)
    for (guint b = 0; b < R; b++)
      G[a * R + b]
          = (a == b ? cblas_ddot ((int)P, Y + a * P, 1, Y + a * P, 1) : 0)
            - cblas_ddot ((int)self->r, self->Q + a * self->r, 1, self->Q + b * self->r, 1);
  if (LAPACKE_dsyev (LAPACK_COL_MAJOR, 'V', 'U', (int)R, G, (int)R, values) != 0)
    memset (values, 0, R * sizeof *values);
  for (guint a = 0; a < R; a++)
    cblas_dscal ((int)R, sqrt (MAX (values[a], 0)), G + a * R, 1);
}

static gboolean
find_label_space (Reading *self, const IplKernel *kernel, GError **error)
{
  gsize P = kernel->the_case->train.count, r = self->r;
  double *Y, *values;
  g_autofree double *space
      = ipl_try_parts (what, error, { &Y, (double)(P * self->R) }, { &values, (double)self->R });

  self->Q = ipl_memory_try_copy (ipl_kernel_get_y (kernel), (double)(r * self->R), sizeof (double),
                                 what, error);
  self->lost = ipl_try_new (double, (double)self->R * self->R, what, error);
  if (space == NULL || self->Q == NULL || self->lost == NULL)
    return FALSE;
  memcpy (Y, ipl_feature_rows_get_labels (&kernel->rows, kernel->the_case),
          P * self->R * sizeof *Y);
  make_orthonormal (self->R, P, r, Y, self->Q);
  find_lost (self, Y, P, values);
  return TRUE;
}

/* The largest singular value of A: [rows x columns], which is used up. */
static double
largest_singular_value (gsize rows, gsize columns, double *A)
{
  gsize least = MIN (rows, columns);
  double unused;
  g_autofree double *values = NULL;

  if (rows == 0)
    return 0;
  if (rows == 1)
    return cblas_dnrm2 ((int)columns, A, 1);
  values = g_try_new (double, 2 * least);
  if (values == NULL
      || LAPACKE_dgesvd (LAPACK_COL_MAJOR, 'N', 'N', (int)columns, (int)rows, A, (int)columns,
                         values, &unused, 1, &unused, 1, values + least)
             != 0)
    return NAN;
  return values[0];
}

/* The components of a kind in terms of the labels' space in each of @outputs, row by row, and
 * their largest singular value: the cosine of the least angle between the two spaces. */
static double
overlap_of_kind (const Reading *self, Kind kind, const IplEigenpairs *pairs, guint outputs,
                 gsize first, gsize n)
{
  gsize R = self->R, r = self->r, columns = R * outputs, rows = 0;
  gboolean rest = FALSE;
  g_autofree double *A = NULL;

  for (gsize k = first; k < first + n; k++)
    {
      rows += self->list[k].kind == kind;
      rest = rest || self->list[k].kind == OF_THE_REST;
    }
  A = g_try_new0 (double, MAX ((rows + columns) * columns, 1));
  if (A == NULL)
    return NAN;
  rows = 0;
  for (gsize k = first; k < first + n; k++)
    if (self->list[k].kind == kind)
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)outputs, (int)R, (int)r, 1,
                   pairs->vectors + self->list[k].index * pairs->n, (int)r, self->Q, (int)r, 0,
                   A + columns * rows++, (int)R);
  for (guint output = 0; rest && output < outputs; output++)
    for (gsize a = 0; a < R; a++, rows++)
      memcpy (A + columns * rows + output * R, self->lost + a * R, R * sizeof *A);
  return largest_singular_value (rows, columns, A);
}

static double
overlap_of_cluster (gsize first, gsize n, gpointer data)
{
  const Reading *self = data;
  double labelled = self->labelled != NULL
                        ? overlap_of_kind (self, OF_LABELLED, self->labelled, self->R, first, n)
                        : 0;
  double silent
      = self->silent != NULL ? overlap_of_kind (self, OF_SILENT, self->silent, 1, first, n) : 0;

  return MAX (labelled, silent);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double left = ((const Component *)a)->value, right = ((const Component *)b)->value;

  return (left < right) - (left > right);
}

static void
add_pairs (Reading *self, const IplEigenpairs *pairs, Kind kind, gsize copies, double least)
{
  for (gsize k = 0; pairs != NULL && k < pairs->count; k++)
    for (gsize copy = 0; copy < copies && pairs->values[k] >= least; copy++)
      self->list[self->n++] = (Component){ pairs->values[k], k, copy == 0 ? kind : COPY_OF_SILENT };
}

/* TRUE if there are no others. */
static gboolean
merge (Reading *self, IplComponents *components)
{
  double least = -INFINITY, largest = 0;
  const IplEigenpairs *both[] = { self->labelled, self->silent };
  gboolean complete;

  /* Others that are not known may come before a value smaller than all known pairs of a kind. */
  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    if (both[i] != NULL && both[i]->count < both[i]->n)
      least = MAX (least, both[i]->values[both[i]->count - 1]);
  complete = isinf (least);
  self->n = 0;
  add_pairs (self, self->labelled, OF_LABELLED, 1, least);
  add_pairs (self, self->silent, OF_SILENT, self->copies, least);
  while (complete && self->n < components->P)
    self->list[self->n++] = (Component){ 0, 0, OF_THE_REST };
  qsort (self->list, self->n, sizeof *self->list, compare);
  for (gsize k = 0; k < self->n; k++)
    {
      components->eigenvalues[k] = self->list[k].value;
      largest = MAX (largest, fabs (self->list[k].value));
    }
  ipl_components_set_clusters (components, self->n, largest, complete, overlap_of_cluster, self);
  return complete;
}

/* (nullable) of the energy's kernel at U. */
static IplEigenpairs *
find_pairs (const IplEnergy *energy, const double *U, gsize wanted, GError **error)
{
  const IplKernel *kernel = energy->kernel;
  double *K = ipl_try_new (double, (double)kernel->P *(double)kernel->P, what, error);

  if (K == NULL)
    return NULL;
  ipl_kernel_assemble (kernel, energy->s0_squared, U, K, energy->scratch, energy->cancellable);
  return ipl_eigenpairs_new (kernel->P, K, ipl_components_pairs_for (kernel->P, wanted),
                             energy->cancellable, error);
}

static void
reading_clear (Reading *self)
{
  g_free (self->Q);
  g_free (self->lost);
  g_free (self->list);
  ipl_eigenpairs_free (self->labelled);
  ipl_eigenpairs_free (self->silent);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

/* @self: with a place for every output of every training example. The scratch of the energies is
 * used. */
gboolean
ipl_components_read_outputs (IplComponents *self, const IplOutputsAt *at, gsize wanted,
                             GError **error)
{
  const IplKernel *kernel = at->kernel;
  gsize labelled = at->energy != NULL ? kernel->outputs : 0;
  g_auto (Reading) reading = { .r = kernel->rows.count, .R = kernel->outputs };

  reading.copies = kernel->turn.K - labelled;
  reading.list = ipl_try_new (Component, self->P, what, error);
  if (reading.list == NULL || !find_label_space (&reading, kernel, error))
    return FALSE;
  for (wanted = MIN (wanted, self->P);; wanted *= 2)
    {
      g_clear_pointer (&reading.labelled, ipl_eigenpairs_free);
      g_clear_pointer (&reading.silent, ipl_eigenpairs_free);
      if (at->energy != NULL)
        reading.labelled = find_pairs (at->energy, at->U, wanted, error);
      if (at->energy != NULL && reading.labelled == NULL)
        return FALSE;
      if (at->silent != NULL)
        reading.silent = find_pairs (at->silent, at->U_silent, wanted / reading.copies + 1, error);
      if (at->silent != NULL && reading.silent == NULL)
        return FALSE;
      if (merge (&reading, self) || self->known >= wanted)
        return TRUE;
    }
}
