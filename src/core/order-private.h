/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/setting.h>

/* The non-centred coordinates of THEORY.md sections 4 and 6: a scalar s > 0 and, per layer, a lower
 * triangular A_l with positive diagonal, from which
 *   B_{L+1} = s_a s,  B_l = s_l (I (x) B_{l+1}) A_l,  U_l = B_l B_l^T.
 *
 * The saddle point has square A_l at every width. For the exact posterior A_l is trapezoidal where
 * the width N_l is below its number of rows: it has cols = min (rows, N_l) columns, and B_l
 * inherits them. Then, with Pi_l rows in B_l and U_l, A_l has H_l cols_{l+1} rows.
 *
 * A point, a gradient or a direction in these coordinates is one vector of @n numbers: A_1, .. A_L
 * as full row-major matrices (zero above the diagonal), then s. */
typedef struct
{
  guint L;
  guint H[IPL_MAX_LAYERS];
  gsize rows[IPL_MAX_LAYERS + 1];     /* of A_l; the last is 1, for s */
  gsize cols[IPL_MAX_LAYERS + 1];     /* of A_l and B_l */
  gsize paths[IPL_MAX_LAYERS + 1];    /* Pi_l, the rows of B_l and U_l; the last is 1, for u_a */
  gsize offset[IPL_MAX_LAYERS + 1];   /* of A_l in a vector; the last is that of s */
  gsize offset_B[IPL_MAX_LAYERS + 1]; /* of B_l in the chain's vectors */
  gsize n;
  gsize n_B;
} IplOrderShape;

/* The chain at one point with what its derivatives need. */
typedef struct
{
  IplOrderShape shape;
  IplSetting setting;
  double *theta; /* [n] */
  double *B;     /* [n_B] B_1 .. B_L as [paths x cols], then B_{L+1} */
  double *gB;    /* [n_B] dE/dB_l */
  double *dB;    /* [n_B] a direction's dB_l */
  double *dgB;   /* [n_B] */
  double *G;     /* [Pi x Pi] dE/dU_1 at the point */
} IplChain;

/* Square A_l, for the saddle point. */
void ipl_order_shape_init (IplOrderShape *self, guint L, const guint *H);
/* Trapezoidal A_l at widths N: [L + 1], for the posterior. */
void ipl_order_shape_init_posterior (IplOrderShape *self, guint L, const guint *H, const guint *N);
void ipl_order_set_gp (const IplOrderShape *shape, double *theta); /* A = I, s = 1 */

IplChain *ipl_chain_new (const IplOrderShape *shape, const IplSetting *setting);
void ipl_chain_free (IplChain *self);
gboolean ipl_chain_set_point (IplChain *self, const double *theta); /* FALSE: diagonal not > 0 */
void ipl_chain_U (const IplChain *self, guint layer, double *U);
double ipl_chain_u_a (const IplChain *self);
double ipl_chain_entropy (const IplChain *self);
void ipl_chain_entropy_hessian (const IplChain *self, double *D);
void ipl_chain_energy_gradient (IplChain *self, const double *G, double *gradient);
void ipl_chain_gradient (IplChain *self, const double *G, double *gradient);
void ipl_chain_tangent (IplChain *self, const double *direction, double *dU);
void ipl_chain_hessian_apply (IplChain *self, const double *direction, const double *dG,
                              double *out);
double ipl_chain_authors_action (const IplChain *self, double energy);
double ipl_chain_authors_gradient (const IplChain *self, const double *G);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplChain, ipl_chain_free)
