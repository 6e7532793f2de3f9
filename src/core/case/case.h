/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/score.h"
#include "core/case/token-texts.h"
#include <gio/gio.h>

/* Limits of the fixed-size arrays in the plain structs. */
#define IPL_MAX_LAYERS 8
#define IPL_MAX_HEADS 64 /* per layer */

/* Weights of an identity head, against which heads of variance 1 are held. */
#define IPL_MIN_RESIDUAL 1e-12
#define IPL_MAX_RESIDUAL 1e12

/* The token readout r of THEORY.md section 1. */
typedef enum
{
  IPL_READOUT_MEAN,  /* 1/T everywhere */
  IPL_READOUT_LAST,  /* e_{T-1} */
  IPL_READOUT_FIRST, /* e_0 */
} IplReadout;

/* At which of the three levels of the data format a case was given. */
typedef enum
{
  IPL_LEVEL_PATHS,     /* xi */
  IPL_LEVEL_ATTENTION, /* x and attention matrices */
  IPL_LEVEL_WEIGHTS,   /* x and combined or query/key weights */
} IplLevel;

typedef struct
{
  char *name;  /* "train", "test", or the suffix of a further test set ("mnist") */
  gsize count; /* number of examples, P or P' */
  double *y;   /* [count x K] row-major labels, of K and kind as in the case's @labels */
  /* (nullable): [count] a number of the task for each example, by which examples of one label
   * are sorted */
  double *structure;
  /* [count x Pi x N0] row-major path features xi^p(x), without any 1/sqrt (THEORY.md section 2) */
  double *xi;
  /* (nullable): [count x T x N0] row-major tokens, if the case keeps its inputs */
  double *x;
  /* (nullable): [L][count x H_l x T query x T key], rows sum to 1, only at the attention level */
  double *attention[IPL_MAX_LAYERS];
  IplTokenTexts *tokens; /* (nullable): [count x T] texts of its tokens */
} IplExamples;

/* Attention as a function of its logits (THEORY.md section 19.1). */
typedef enum
{
  IPL_ATTENTION_SOFTMAX,
  IPL_ATTENTION_LINEAR,      /* logits / T */
  IPL_ATTENTION_EXPONENTIAL, /* exp (logits) / T */
  IPL_N_ATTENTION_RULES,
} IplAttentionRule;

/* Attention logits of one layer (THEORY.md section 1): x_s^T W x_t, or (Wk x_s).(Wq
 * x_t)/sqrt(G). */
typedef struct
{
  double *combined; /* (nullable): [H_l x N0 x N0] row-major, key on the left, query on the right */
  double *wk;       /* (nullable): [H_l x G x N0] row-major key weights */
  double *wq;       /* (nullable): [H_l x G x N0] row-major query weights */
  gsize G;          /* query/key width, 0 for combined weights */
  IplAttentionRule rule;
} IplLayerWeights;

/* The trained network's results on the case, for attention of a trained network. The sum without
 * a head leaves out the paths through it and is rescaled by sqrt(H_l / heads left). */
typedef struct
{
  gsize N[IPL_MAX_LAYERS + 1]; /* [L + 1] widths N_1 .. N_L, N_a of the network */
  double *U;                   /* [Pi K x Pi K] U = W_1 W_1^T / N_1 of its weights */
  /* [K x Pi x N0] the network is f_k(x) = sum_p readout_k,p . xi^p(x), an identity */
  double *readout;
} IplCaseTrained;

/* A subset of the paths whose GP limit is drawn as a reference line. */
typedef struct
{
  char *label;   /* name of the group in a figure, e.g. "good + denoising" */
  gsize n_paths; /* number of its paths */
  guint *paths;  /* [n_paths] flat path indices */
} IplPathGroup;

/* A test set by its name and its size. */
typedef struct
{
  char *name;            /* "test", or the suffix of a further test set ("mnist") */
  gsize count;           /* number of examples, P' */
  IplTokenTexts *tokens; /* (nullable): [count x T] texts of its tokens */
} IplTestSet;

typedef struct _IplCase IplCase;

/* The facts of a case that a solution, a sweep, samples and figures use. It is part of an
 * #IplCase, or exists without one if a file of results was read, which has no examples; only
 * ipl_case_info_get_case() leads from it to examples. Immutable once made, reference-counted. */
typedef struct _IplCaseInfo
{
  char *name;              /* name of the case in titles and files */
  guint L;                 /* number of attention layers */
  guint H[IPL_MAX_LAYERS]; /* [L] heads per layer, layer 1 first, an identity head included */
  gsize Pi;                /* number of paths, the product of @H; flat index with h_1 slowest */
  gsize T;                 /* number of tokens, 0 if unknown (paths level) */
  IplReadout readout;      /* the token readout */
  /* [L] weight rho_l of the identity head of a layer, which is its last head: a residual
   * connection (THEORY.md section 6.11); 0 for none */
  double residual[IPL_MAX_LAYERS];
  IplLabels labels; /* type of the labels */
  /* (nullable): [K + 1] %NULL-terminated names of the classes, or of the outputs, for K > 1 */
  char **output_names;
  gsize P;       /* number of training examples */
  guint n_tests; /* number of test sets, at least 1 */
  /* [n_tests] names and sizes of the test sets; the first is the case's own */
  IplTestSet *test_sets;
  /* [Pi + 1] %NULL-terminated, never %NULL; by default "(1,2)": heads counted from 1 */
  char **path_names;
  /* [Pi + 1] %NULL-terminated short forms for axes ("g", "d", "a1", "a2" or "(1,2)") */
  char **short_names;
  /* [sum H + 1] %NULL-terminated, layer 1 first; by default "layer 1 head 2" */
  char **head_names;
  guint *display_order;    /* [Pi] order in which figures list the paths */
  guint n_groups;          /* number of path groups with GP lines, without "all" */
  IplPathGroup *groups;    /* [n_groups] */
  IplCaseTrained *trained; /* (nullable): the trained network whose attention this is */
  guint64 seed;            /* seed it was generated from, 0 for a file */
  /* score of the best possible predictor on the case's own test set; NaN if unknown */
  double best_score;
  GPtrArray *notes; /* sentences about recognized or mapped parts, in reading order */
  /* sentences about parts of the original model outside the theory */
  GPtrArray *warnings;
  /*< private >*/
  IplCase *full_case; /* (nullable): the case it is part of */
  gatomicrefcount ref_count;
} IplCaseInfo;

/* A case: examples as path features, and the shape of the network. Immutable once made, so it can
 * be read from several threads; it is referenced together with its @info. */
struct _IplCase
{
  union
  {
    IplCaseInfo info;    /* its facts, whose members are members of the case too */
    struct _IplCaseInfo; /* the_case->Pi is the_case->info.Pi */
  };
  IplLevel level; /* the level it was given at */
  gsize N0;       /* width of a token */
  /* number of path features of an example that follow from its others in every example, as
   * positions on which attention sums to 1; 0 if unknown */
  gsize dependent;
  double temperature;                   /* default temperature T of the likelihood */
  double variances[IPL_MAX_LAYERS + 2]; /* [L + 2] s0^2, s_1^2 .. s_L^2, s_a^2 */
  /* (nullable): the structure of examples in words, "how often the hidden state changes"; static */
  const char *structure_words;
  IplExamples train;  /* training examples */
  IplExamples *tests; /* [n_tests] test sets; the first is the case's own */
  /* [L] attention weights, with the inputs at the weights level */
  IplLayerWeights weights[IPL_MAX_LAYERS];
};

/* Argument of functions that need only the facts of a case: either type. */
typedef union
{
  const IplCaseInfo *info;
  const IplCase *the_case;
} IplAnyCase __attribute__ ((transparent_union));

IplCaseInfo *ipl_case_info_alloc (void);
IplCaseInfo *ipl_case_info_ref (const IplCaseInfo *self);
void ipl_case_info_unref (IplCaseInfo *self);
IplCase *ipl_case_info_get_case (const IplCaseInfo *self);
void ipl_case_info_set_tests (IplCaseInfo *self, guint n, const IplTestSet *sets);
void ipl_case_info_finish_names (IplCaseInfo *self);

IplCase *ipl_case_alloc (void);
void ipl_layer_weights_clear (IplLayerWeights *weights, guint n);
IplCase *ipl_case_of_heads (const char *name, guint L, const guint *H, guint64 seed);
IplCase *ipl_case_ref (IplCase *self);
void ipl_case_unref (IplCase *self);

void ipl_case_finish_names (IplCase *self);
void ipl_case_hide_name (IplAnyCase any);
void ipl_case_warn (IplCase *self, const char *sentence);
guint ipl_case_n_heads (IplAnyCase any);
gsize ipl_case_rows_of_U (IplAnyCase any);
guint ipl_case_head_index (IplAnyCase any, guint layer, guint head);
guint ipl_case_path_head (IplAnyCase any, gsize path, guint layer);
gboolean ipl_case_head_is_identity (IplAnyCase any, guint layer, guint head);
char *ipl_case_head_text (IplAnyCase any, guint layer, guint head);
guint ipl_case_attention_heads (IplAnyCase any, guint layer);
gboolean ipl_case_has_identity (IplAnyCase any);
const IplScore *ipl_case_get_score (IplAnyCase any);
double ipl_case_measure (const IplCase *self, guint test, const double *mean,
                         double *standard_error);
gboolean ipl_case_path_uses_head (IplAnyCase any, gsize path, guint layer, guint head);

void ipl_case_trained_free (IplCaseTrained *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplCase, ipl_case_unref)
