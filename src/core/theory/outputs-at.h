/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A kernel over several outputs at one U: what everything that is read off begins with (THEORY.md
 * section 18.4). */
#pragma once

#include "core/case/setting.h"
#include "core/theory/predictor.h"

typedef struct
{
  IplKernel *kernel;
  const double *U;        /* [Pi R x Pi R] of the kernel's outputs */
  const double *U_silent; /* (nullable): [Pi x Pi] of each output of the case beside these */
  IplEnergy *energy;      /* (nullable): at @U; %NULL in the GP limit */
  IplEnergy *silent;      /* (nullable): at @U_silent; in the GP limit that of all outputs */
  const double *alpha;    /* [P] (K + T I)^-1 y */
  double s0_squared, temperature;
  GCancellable *cancellable;
  /*< private >*/
  double *own_U, *own_alpha;
} IplOutputsAt;

gboolean ipl_outputs_at_U (IplOutputsAt *self, IplKernel *kernel, const IplSetting *setting,
                           const double *U, const double *U_silent, GCancellable *cancellable,
                           GError **error);
gboolean ipl_outputs_at_gp (IplOutputsAt *self, IplKernel *kernel, const IplSetting *setting,
                            const double *U_one, GCancellable *cancellable, GError **error);
void ipl_outputs_at_clear (IplOutputsAt *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplOutputsAt, ipl_outputs_at_clear)

gboolean ipl_outputs_at_predict (const IplOutputsAt *self, const IplExamples *test,
                                 IplPrediction *prediction, GError **error);
double *ipl_outputs_at_trace (const IplOutputsAt *self, GError **error);
gboolean ipl_outputs_at_align (const IplOutputsAt *self, const double *of_paths,
                               IplAlignment *alignment, GError **error);
gboolean ipl_outputs_at_diagonal (const IplOutputsAt *self, const IplSetting *setting,
                                  gboolean levelled, double *accuracy, GError **error);
