/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks on sequences of tokens as cases of attention paths, with heads from one kit, and the
 * best possible prediction for comparison (THEORY.md section 7.7). */
#pragma once

#include "core/base/random.h"
#include "core/case/case.h"
#include "core/tasks/attention-templates.h"

#define IPL_TOKEN_TASK_MAX_EXAMPLES 1000000
#define IPL_TOKEN_TASK_MAX_TOKENS 400
#define IPL_TOKEN_TASK_MAX_SYMBOLS 64
#define IPL_TOKEN_TASK_MAX_FEATURES 4000
#define IPL_TOKEN_TASK_MAX_FACTOR 1e6

/* The temperature of such a case: tokens are few numbers, which a lower one would interpolate. */
#define IPL_TOKEN_TASK_TEMPERATURE 0.5

typedef struct _IplTokenTaskKind IplTokenTaskKind;

/* The parameters of all tasks, of which each uses some. Plain value. */
typedef struct
{
  const IplTokenTaskKind *kind;
  guint n_train;      /* P, even */
  guint n_test;       /* P', even */
  guint n_tokens;     /* length of a sequence as the task counts it */
  guint n_symbols;    /* V different tokens, or the dimension of the inputs of a regression */
  guint n_features;   /* numbers of a token without its position, at least V */
  double noise;       /* standard deviation of each of them, or of the targets of a regression */
  double label_noise; /* share of labels that are drawn at random */
  double beta;        /* sharpness of heads */
  double decay;       /* of recent heads */
  double stay;        /* probability to keep a hidden state */
  gboolean scratchpad;
  gboolean which_symbol;   /* a class for each symbol, instead of the marked one and all others */
  const char *transitions; /* interned: the next states of an automaton */
  const char *accepting;   /* interned: its accepting states */
  IplKitHeads;
  guint64 seed;
} IplTokenTask;

/* A task, in the file of its experiment: of symbols, with @draw and @infer, or of numbers, with
 * @compose and @predict. */
struct _IplTokenTaskKind
{
  /* (nullable): tokens of a sequence; NULL for n_tokens */
  gsize (*get_T) (const IplTokenTask *self);
  guint n_symbols; /* V if it is not a parameter, else 0 */
  gboolean is_regression;
  /* (nullable): %NULL-terminated: names of several questions about a sequence of symbols, each of
   * which is an output, +1 or -1; the first is the class */
  const char *const *questions;
  /* (nullable): data shared by all sequences, freed with g_free(); NULL with an error if the
   * parameters are inconsistent */
  gpointer (*prepare) (const IplTokenTask *self, GError **error);

  /* (nullable): a remark on its cases; may return NULL */
  const char *(*get_note) (const IplTokenTask *self);

  /* Draws the symbols, [T], of a sequence of class 0, which is +1, or 1; or of one of V. */
  void (*draw) (const IplTokenTask *self, gconstpointer prepared, guint class, gsl_rng *rng,
                guint8 *symbols);
  /* The probability of class +1 by Bayes' rule; @p: [T x V] likelihood of each symbol given the
   * token, rows sum to 1. */
  double (*infer) (const IplTokenTask *self, gconstpointer prepared, const double *p);
  /* With several outputs: the probability of +1 for each question, or those of V classes up to a
   * factor if the answer is a symbol. */
  void (*infer_all) (const IplTokenTask *self, const double *p, double *probability);
  /* With several questions: the answers to all but the first, from @y[1] on. */
  void (*answer) (const IplTokenTask *self, const guint8 *symbols, double *y);

  /* Draws the tokens x, [T x N0] zero-filled, and returns the label; positions are filled in. */
  double (*compose) (const IplTokenTask *self, gsize N0, gsl_rng *rng, double *x);
  /* The best prediction of the label of x. */
  double (*predict) (const IplTokenTask *self, gsize N0, const double *x);
};

guint ipl_token_task_get_symbols (const IplTokenTask *self);
guint ipl_token_task_get_classes (const IplTokenTask *self);
gsize ipl_token_task_get_T (const IplTokenTask *self);

/* @dynamics: an IplTokenTask */
gboolean ipl_token_task_validate (gconstpointer own, GError **error);
IplCase *ipl_token_task_generate (gconstpointer own, const char *name, gboolean keep_inputs,
                                  guint threads, GCancellable *cancellable, GError **error);
