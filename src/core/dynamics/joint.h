/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/base/trajectory.h"

#define IPL_JOINT_MAX_SIDE 512 /* contextual tokens, and classes */
#define IPL_JOINT_MAX_STEPS 10000000
#define IPL_JOINT_MAX_SEEDS 64
#define IPL_JOINT_N_PARTS 3 /* correlations: with the prediction, and both parts of it */

/* The choices by their names in settings; NULL-terminated. */
extern const char *const ipl_joint_distributions[]; /* "gaussian", "uniform", "file" */
extern const char *const ipl_joint_attentions[];    /* "softmax", "exp", "linear" */
extern const char *const ipl_joint_units[];         /* "linear", "relu", "softplus" */
extern const char *const ipl_joint_gradients[];     /* "loss", "stationary" */
extern const char *const ipl_joint_courses[];       /* "descent", "flow" */

/* Joint dynamics of attention and the lower layer (THEORY.md section 11). Strings are
 * interned. */
typedef struct
{
  /* distribution of tokens in each class, one of ipl_joint_distributions */
  const char *distribution;
  /* (nullable): an .npz with the array X [M x K] of frequencies, for "file" */
  const char *file;
  guint n_distinct;      /* contextual tokens whose place depends on the class */
  guint n_common;        /* further contextual tokens, whose frequencies are drawn */
  guint n_classes;       /* K */
  const char *attention; /* attention from the logits z, one of ipl_joint_attentions */
  const char *unit;      /* activation of the hidden units, one of ipl_joint_units */
  gboolean layer_norm;   /* TRUE to scale the attended tokens with the query to length 1 */
  /* back-propagated gradients, one of ipl_joint_gradients: those of the loss, or those of the
   * start */
  const char *gradients;
  const char *course; /* steps of gradient descent, or its flow: one of ipl_joint_courses */
  double temperature; /* T, which divides the logits z */
  double rate;        /* learning rate; a step of the flow is as long */
  /* standard deviation of the first weights, and of the logits around those that leave the
   * frequencies as they are */
  double start_sd;
  guint steps;  /* number of steps */
  guint64 seed; /* of the frequencies and the first weights */
  /* number of the initial weights of this seed, 0 unless several runs share the frequencies */
  guint start;
  /* seeds from @seed on, of each of which the correlation of z with its prediction is recorded; 0
   * for none */
  guint n_seeds;
} IplJointSettings;

/* The end of a run, from which it resumes. */
typedef struct
{
  guint done;        /* steps that were taken */
  double next_step;  /* the flow's own next step, in its time; 0 for descent */
  gboolean finished; /* TRUE if it cannot resume: it diverged */
  gsize size;        /* length of @state */
  double *state;     /* [(M + 1) x K] V with the query token's row at its end, then [M] z */
} IplJointEnd;

typedef struct
{
  GCancellable *cancellable; /* (nullable): cancels, with an error */
  GCancellable *stop;        /* (nullable): stops, with a partial result */
  /* (nullable): receives the partial result and the completed share of the work; a few times a
   * second */
  void (*show) (const IplTrajectory *so_far, double fraction, gpointer data);
  gpointer data; /* given to @show */
} IplJointWatch;

void ipl_joint_settings_init (IplJointSettings *self);
gboolean ipl_joint_settings_validate (gconstpointer settings, GError **error);
guint ipl_joint_settings_every (const IplJointSettings *self, gsize M, gsize K);
gboolean ipl_joint_frequencies_are_at (const char *path);
double *ipl_joint_frequencies (const IplJointSettings *self, gsize *M, gsize *K,
                               GCancellable *cancellable, GError **error);

double ipl_joint_token_weight (const IplJointSettings *self, double z, double largest);
extern const IplRecordedArray ipl_joint_recorded[];
IplTrajectory *ipl_joint_run (const IplJointSettings *settings, const IplTrajectory *before,
                              const IplJointEnd *from, const IplJointWatch *watch, IplJointEnd *end,
                              GError **error);
void ipl_joint_end_clear (IplJointEnd *self);
gboolean ipl_joint_add_seeds (const IplJointSettings *settings, IplTrajectory *trajectory,
                              const IplJointWatch *watch, GError **error);

/* Agreement of z with its prediction from V; see ipl_joint_direction_only() for the
 * interpretation. */
double ipl_joint_correlation (gsize n, const double *a, const double *b);
double ipl_joint_slope (gsize n, const double *predicted, const double *z);
double ipl_joint_relative_error (gsize n, const double *predicted, const double *z);
gboolean ipl_joint_is_exact (const IplJointSettings *settings);
gboolean ipl_joint_direction_only (double correlation, double relative_error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplJointEnd, ipl_joint_end_clear)
