/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Limits of the fixed-size arrays in the plain structs. */
#define IPL_MAX_LAYERS 8
#define IPL_MAX_HEADS 64 /* per layer */

/* Weights of an identity head, against which heads of variance 1 are held. */
#define IPL_MIN_RESIDUAL 1e-12
#define IPL_MAX_RESIDUAL 1e12

/**
 * IplReadout:
 *
 * The token readout r of THEORY.md section 1.
 */
typedef enum
{
  IPL_READOUT_MEAN,  /* 1/T everywhere */
  IPL_READOUT_LAST,  /* e_{T-1} */
  IPL_READOUT_FIRST, /* e_0 */
} IplReadout;

/**
 * IplLevel:
 *
 * At which of the three levels of the data format a case was given.
 */
typedef enum
{
  IPL_LEVEL_PATHS,     /* xi */
  IPL_LEVEL_ATTENTION, /* x and attention matrices */
  IPL_LEVEL_WEIGHTS,   /* x and combined or query/key weights */
} IplLevel;

/**
 * IplExamples:
 * @name: "train", "test", or the suffix of a further test set ("mnist")
 * @count: number of examples, P or P'
 * @y: [count] labels, +1/-1 for classification, any real for regression
 * @structure: (nullable): [count] what the task knows of each example beside its label, by which
 * examples of one label are put in order
 * @xi: [count x Pi x N0] row-major path features xi^p(x), without any 1/sqrt (THEORY.md section 2)
 * @x: (nullable): [count x T x N0] row-major tokens, kept when the case was asked to keep its
 * inputs
 * @attention: (nullable): [L][count x H_l x T query x T key], rows sum to 1, only at the attention
 * level
 */
typedef struct
{
  char *name;
  gsize count;
  double *y;
  double *structure;
  double *xi;
  double *x;
  double *attention[IPL_MAX_LAYERS];
} IplExamples;

/**
 * IplLayerWeights:
 * @combined: (nullable): [H_l x N0 x N0] row-major, key on the left, query on the right
 * @wk: (nullable): [H_l x G x N0] row-major key weights
 * @wq: (nullable): [H_l x G x N0] row-major query weights
 * @G: query/key width, 0 for combined weights
 *
 * Attention logits of one layer (THEORY.md section 1): x_s^T W x_t, or (Wk x_s).(Wq x_t)/sqrt(G).
 */
typedef struct
{
  double *combined;
  double *wk;
  double *wq;
  gsize G;
} IplLayerWeights;

/**
 * IplCaseTrained:
 * @N: [L + 1] widths N_1 .. N_L, N_a of the network
 * @U: [Pi x Pi] U = W_1 W_1^T / N_1 of its weights
 * @readout: [Pi x N0] the network is f(x) = sum_p readout_p . xi^p(x), an identity
 *
 * What gradient descent made of the case, where its attention is that of a trained network. Without
 * a head, the sum leaves out the paths through it and is rescaled by sqrt(H_l / heads left).
 */
typedef struct
{
  gsize N[IPL_MAX_LAYERS + 1];
  double *U;
  double *readout;
} IplCaseTrained;

/**
 * IplPathGroup:
 * @label: what the group is called in a figure, e.g. "good + denoising"
 * @n_paths: how many paths it has
 * @paths: [n_paths] flat path indices
 *
 * A subset of the paths whose GP limit is drawn as a reference line.
 */
typedef struct
{
  char *label;
  gsize n_paths;
  guint *paths;
} IplPathGroup;

/**
 * IplTestSet:
 * @name: "test", or the suffix of a further test set ("mnist")
 * @count: number of examples, P'
 *
 * A test set by its name and its size.
 */
typedef struct
{
  char *name;
  gsize count;
} IplTestSet;

typedef struct _IplCase IplCase;

/**
 * IplCaseInfo:
 * @name: what the case is called in titles and files
 * @L: number of attention layers
 * @H: [L] heads per layer, layer 1 first, an identity head included
 * @Pi: number of paths, the product of @H; flat index with h_1 slowest
 * @T: number of tokens, 0 where it is not known (paths level)
 * @readout: the token readout
 * @residual: [L] weight rho_l of the identity head of a layer, which is its last head: a residual
 * connection (THEORY.md section 6.11); 0 where there is none
 * @regression: whether labels are real numbers rather than +1/-1
 * @P: number of training examples
 * @n_tests: number of test sets, at least 1
 * @test_sets: [n_tests] names and sizes of the test sets; the first is the case's own
 * @path_names: [Pi + 1] %NULL-terminated, never %NULL; by default "(1,2)": heads counted from 1
 * @short_names: [Pi + 1] %NULL-terminated short forms for axes ("g", "d", "a1", "a2" or "1·2")
 * @head_names: [sum H + 1] %NULL-terminated, layer 1 first; by default "layer 1 head 2"
 * @display_order: [Pi] order in which figures list the paths
 * @n_groups: number of path groups with GP lines of their own, beside "all"
 * @groups: [n_groups]
 * @trained: (nullable): the trained network whose attention this is
 * @seed: seed it was generated from, 0 for a file
 * @notes: sentences on what was recognized or mapped while reading, in order
 * @warnings: sentences on what of the model that the case is of lies outside the theory
 *
 * What a case says about itself: all that a solution, a sweep, samples and a figure know of it. It
 * is part of an #IplCase, or stands without one where a file of results was read, which has no
 * examples; only ipl_case_info_get_case() leads from it to examples. Immutable once made,
 * reference-counted.
 */
typedef struct _IplCaseInfo
{
  char *name;
  guint L;
  guint H[IPL_MAX_LAYERS];
  gsize Pi;
  gsize T;
  IplReadout readout;
  double residual[IPL_MAX_LAYERS];
  gboolean regression;
  gsize P;
  guint n_tests;
  IplTestSet *test_sets;
  char **path_names;
  char **short_names;
  char **head_names;
  guint *display_order;
  guint n_groups;
  IplPathGroup *groups;
  IplCaseTrained *trained;
  guint64 seed;
  GPtrArray *notes;
  GPtrArray *warnings;
  /*< private >*/
  IplCase *whole; /* (nullable): the case it is part of */
  gatomicrefcount ref_count;
} IplCaseInfo;

/**
 * IplCase:
 * @info: what it says about itself; its members are members of the case too
 * @level: the level it was given at
 * @N0: width of a token
 * @dependent: numbers of the path features of an example that follow from its others in every
 *   example, as positions on which attention sums to 1; 0 where that is not known
 * @temperature: default temperature T of the likelihood
 * @variances: [L + 2] s0^2, s_1^2 .. s_L^2, s_a^2
 * @structure_words: (nullable): what the structure of examples is, "how often the hidden state
 * changes"; static
 * @train: training examples
 * @tests: [n_tests] test sets; the first is the case's own
 * @weights: [L] attention weights, kept with the inputs at the weights level
 *
 * A case: examples as path features, and the shape of the network. Immutable once made, so it can
 * be read from several threads; it is referenced together with its @info.
 */
struct _IplCase
{
  union
  {
    IplCaseInfo info;
    struct _IplCaseInfo; /* the_case->Pi is the_case->info.Pi */
  };
  IplLevel level;
  gsize N0;
  gsize dependent;
  double temperature;
  double variances[IPL_MAX_LAYERS + 2];
  const char *structure_words;
  IplExamples train;
  IplExamples *tests;
  IplLayerWeights weights[IPL_MAX_LAYERS];
};

/* Functions that need only what a case says about itself take either. */
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
IplCase *ipl_case_of_heads (const char *name, guint L, const guint *H, guint64 seed);
IplCase *ipl_case_ref (IplCase *self);
void ipl_case_unref (IplCase *self);

void ipl_case_finish_names (IplCase *self);
void ipl_case_leave_name (IplAnyCase any);
void ipl_case_warn (IplCase *self, const char *sentence);
guint ipl_case_n_heads (IplAnyCase any);
guint ipl_case_head_index (IplAnyCase any, guint layer, guint head);
guint ipl_case_path_head (IplAnyCase any, gsize path, guint layer);
gboolean ipl_case_head_is_identity (IplAnyCase any, guint layer, guint head);
char *ipl_case_head_text (IplAnyCase any, guint layer, guint head);
char *ipl_case_path_heads_text (IplAnyCase any, gsize path, gboolean brackets);
guint ipl_case_attention_heads (IplAnyCase any, guint layer);
gboolean ipl_case_has_identity (IplAnyCase any);
gboolean ipl_case_path_uses_head (IplAnyCase any, gsize path, guint layer, guint head);

void ipl_case_trained_free (IplCaseTrained *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplCase, ipl_case_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplCaseInfo, ipl_case_info_unref)

G_END_DECLS
