/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"

/* The non-centered coordinates of THEORY.md sections 4 and 6: a scalar s > 0 and, per layer, a
 * lower triangular A_l with positive diagonal, from which B_{L+1} = s_a s,  B_l = s_l (I (x)
 * B_{l+1}) A_l,  U_l = B_l B_l^T. Over K outputs s is a lower triangle A_{L+1}: [K x K] too, and
 * every row of the B_l and U_l is that of a path's output, (path, output) with the output fastest
 * (THEORY.md section 18).
 *
 * The saddle point has square A_l at every width. For the exact posterior A_l is trapezoidal where
 * the width N_l is below its number of rows: it has cols = min (rows, N_l) columns, and B_l
 * inherits them. Then, with Pi_l rows in B_l and U_l, A_l has H_l cols_{l+1} rows. There the last
 * diagonal entry of A_l may have either sign where N_l is at most its rows, and s where N_a = 1.
 *
 * Where layer l has an identity head (section 6.11) its rows are the last of A_l and are no
 * coordinates: they are those of [I 0], and their factor is rho_l in place of s_l. The other rows
 * are [M A'], where A' has the diagonal.
 *
 * A point, a gradient or a direction in these coordinates is one vector of @n numbers: A_1, .. A_L
 * as full row-major matrices (zero above the diagonal), then s or A_{L+1}. */
typedef struct
{
  guint L;
  guint H[IPL_MAX_LAYERS];
  gsize rows[IPL_MAX_LAYERS + 1];     /* of A_l; the last is K, 1 for s */
  gsize cols[IPL_MAX_LAYERS + 1];     /* of A_l and B_l */
  gsize fixed[IPL_MAX_LAYERS + 1];    /* rows of A_l that are the identity's: the last; else 0 */
  gsize random[IPL_MAX_LAYERS + 1];   /* the others, the first ones */
  double rho[IPL_MAX_LAYERS];         /* weight of the identity head, 0 for none */
  gsize paths[IPL_MAX_LAYERS + 1];    /* Pi_l K, the rows of B_l and U_l; the last is K, for u_a */
  gsize offset[IPL_MAX_LAYERS + 1];   /* of A_l in a vector; the last is that of s */
  gsize offset_B[IPL_MAX_LAYERS + 1]; /* of B_l in the chain's vectors */
  gsize diagonal[IPL_MAX_LAYERS + 1]; /* diagonal entries, the i-th at [i, fixed + i] */
  gsize positive[IPL_MAX_LAYERS + 1]; /* of these, the first ones, that are positive */
  gsize n;
  gsize n_B;
} IplWishartShape;

/* The chain at a point, with the scratch of its derivatives. */
typedef struct
{
  IplWishartShape shape;
  IplSetting setting;
  double *theta; /* [n] */
  double *B;     /* [n_B] B_1 .. B_L as [paths x cols], then B_{L+1} */
  double *gB;    /* [n_B] dE/dB_l */
  double *dB;    /* [n_B] a direction's dB_l */
  double *dgB;   /* [n_B] */
  double *G;     /* [Pi x Pi] dE/dU_1 at the point */
  double *work;  /* [6 x Pi x Pi] */
  double *space; /* of all of these */
} IplWishartChain;

/* N NULL: square A_l, for the saddle point; N: [L + 1]: trapezoidal ones at these widths, for
 * the posterior. Over all outputs of the case, or over a given number. */
void ipl_wishart_shape_init (IplWishartShape *self, IplAnyCase any, guint outputs, const guint *N);
gboolean ipl_wishart_shape_has_identity (const IplWishartShape *self);
gboolean ipl_wishart_shape_is_square (const IplWishartShape *self);
void ipl_wishart_shape_set_gp (const IplWishartShape *shape, double *theta); /* A = I, s = 1 */

/* Index of the @i-th diagonal entry of A_l in a vector. */
static inline gsize
ipl_wishart_shape_diagonal (const IplWishartShape *self, guint l, gsize i)
{
  return self->offset[l] + i * self->cols[l] + self->fixed[l] + i;
}

/* Columns of row @i of A_l that are coordinates. */
static inline gsize
ipl_wishart_shape_row (const IplWishartShape *self, guint l, gsize i)
{
  return i < self->random[l] ? MIN (self->fixed[l] + i + 1, self->cols[l]) : 0;
}

/* NULL: IPL_ERROR_MEMORY */
IplWishartChain *ipl_wishart_chain_new (const IplWishartShape *shape, const IplSetting *setting,
                                        GError **error);
void ipl_wishart_chain_free (IplWishartChain *self);
gboolean ipl_wishart_chain_set_point (
    IplWishartChain *self,
    const double *theta); /* FALSE if a diagonal entry that must be positive is not */
void ipl_wishart_chain_U (const IplWishartChain *self, guint layer, double *U);
double ipl_wishart_chain_u_a (const IplWishartChain *self);
double ipl_wishart_chain_entropy (const IplWishartChain *self);
void ipl_wishart_chain_entropy_hessian (const IplWishartChain *self, double *D);
void ipl_wishart_chain_energy_gradient (IplWishartChain *self, const double *G, double *gradient);
void ipl_wishart_chain_gradient (IplWishartChain *self, const double *G, double *gradient);
double ipl_wishart_chain_relative_gradient (const IplWishartChain *self, const double *gradient);
void ipl_wishart_chain_tangent (IplWishartChain *self, const double *direction, double *dU);
void ipl_wishart_chain_hessian_apply (IplWishartChain *self, const double *direction,
                                      const double *dG, double *out);
double ipl_wishart_chain_paper_action (const IplWishartChain *self, double energy);
double ipl_wishart_chain_paper_gradient (const IplWishartChain *self, const double *G);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplWishartChain, ipl_wishart_chain_free)
