/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A quadratic model g.p + p.Hp/2 whose Hessian is only applied, and a positive diagonal D that
 * preconditions it and measures lengths. */
typedef void (*IplHessianFunc) (const double *direction, double *out, gpointer data);

/* Truncated conjugate gradients (Steihaug 1983) in the D-norm: step is the minimizer of the model
 * within the radius, or a point on the boundary; scratch: [4 n]. Returns the model's decrease,
 * >= 0. */
double ipl_newton_step (gsize n, const double *gradient, const double *D, double radius,
                        double tolerance, guint max_iterations, IplHessianFunc apply, gpointer data,
                        double *step, gboolean *on_boundary, double *scratch);
double ipl_newton_length (gsize n, const double *D, const double *step);
