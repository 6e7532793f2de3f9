/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/predictor.h"
#include "core/theory/saddle.h"

/* All results of the theory at one setting, as panels show them. Immutable, reference-counted. */
typedef struct
{
  IplSetting setting;    /* its setting */
  IplCaseInfo *the_case; /* the case it belongs to (a reference) */
  /* training examples, times outputs; the length of @eigenvalues, @overlap and @multiplicity */
  gsize P;
  /* number of known principal components: those of the largest eigenvalues, at least the number
   * in the setting, or all */
  guint n_components;
  /* [Pi x Pi] row-major; for the GP limit the diagonal s_1^2 .. s_a^2 (of a subset of n paths, that
   * times Pi/n on them and 0 elsewhere) */
  double *U;
  union
  {
    IplSaddlePoint point;
    struct _IplSaddlePoint; /* solution->u_a is solution->point.u_a */
  };
  double solve_seconds; /* time of the saddle-point solver only */
  char *message;        /* (nullable): a sentence when it did not converge */
  guint n_tests;        /* number of test sets */
  IplPrediction *tests; /* [n_tests] predictions */
  /* [P] of the training kernel K (without T), largest first; NaN if unknown */
  double *eigenvalues;
  /* [P] |v_k . y| / |y|; of an eigenvalue that occurs several times, to rounding, the root of the
   * sum of their squares, in each place */
  double *overlap;
  double *multiplicity;     /* [P] multiplicity of the eigenvalue */
  double *head_score;       /* [sum H] head scores in [0, 1], layer 1 first (THEORY.md section 5) */
  double accuracy_diagonal; /* accuracy with U's diagonal only */
  /* accuracy with U's diagonal levelled to its first entry, nothing off it */
  double accuracy_levelled;
  /* of the centred K with the centred labels (THEORY.md section 5); NaN if either is constant */
  double alignment;
  double alignment_diagonal; /* with U's diagonal only */
  double label_cosine;       /* without centring, y^T K y / (|K|_F |y|^2) */
  double label_cosine_diagonal;
  double train_residual; /* root mean square of label minus mean on the training examples */
  /* the share of entries off the diagonal in sum |U|, U summed over outputs, or over paths (section
   * 18.4) */
  double share_between_paths, share_between_outputs;
  /* (nullable): the saddle point, to continue from, whose @U is the same array; %NULL for the GP
   * limit */
  IplSaddle *saddle;
  /*< private >*/
  gatomicrefcount ref_count;
} IplSolution;

IplSolution *ipl_solution_solve (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                                 const IplSolution *start, guint threads, GCancellable *cancellable,
                                 GError **error);
gboolean ipl_solution_has_components (const IplSolution *self, guint wanted);
gboolean ipl_solution_wants_search (const IplSolution *self);
gboolean ipl_solution_has_other_minima (const IplSolution *self);
char *ipl_solution_describe_starts (const IplSolution *self);
IplSolution *ipl_solution_new (IplKernel *kernel, const IplSetting *setting, IplSaddle *saddle,
                               const guint *paths, gsize n_paths, GCancellable *cancellable,
                               GError **error);
gsize ipl_solution_get_cluster (const IplSolution *self, gsize k, gsize *size);
IplSolution *ipl_solution_ref (IplSolution *self);
void ipl_solution_unref (IplSolution *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSolution, ipl_solution_unref)
