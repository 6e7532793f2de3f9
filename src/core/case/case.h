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
 * IplCase:
 * @name: what the case is called in titles and files
 * @level: the level it was given at
 * @L: number of attention layers
 * @H: [L] heads per layer, layer 1 first, an identity head included
 * @Pi: number of paths, the product of @H; flat index with h_1 slowest
 * @N0: width of a token
 * @T: number of tokens, 0 where it is not known (paths level)
 * @readout: the token readout
 * @temperature: default temperature T of the likelihood
 * @variances: [L + 2] s0^2, s_1^2 .. s_L^2, s_a^2
 * @residual: [L] weight rho_l of the identity head of a layer, which is its last head: a residual
 * connection (THEORY.md section 6.11); 0 where there is none
 * @regression: whether labels are real numbers rather than +1/-1
 * @dependent: numbers of the path features of an example that follow from its others in every
 *   example, as positions on which attention sums to 1; 0 where that is not known
 * @structure_words: (nullable): what the structure of examples is, "how often the hidden state
 * changes"; static
 * @train: training examples
 * @n_tests: number of test sets, at least 1
 * @tests: [n_tests] test sets; the first is the case's own
 * @path_names: [Pi + 1] %NULL-terminated, never %NULL; by default "(1,2)": heads counted from 1
 * @short_names: [Pi + 1] %NULL-terminated short forms for axes ("g", "d", "a1", "a2" or "1·2")
 * @head_names: [sum H + 1] %NULL-terminated, layer 1 first; by default "layer 1 head 2"
 * @display_order: [Pi] order in which figures list the paths
 * @n_groups: number of path groups with GP lines of their own, beside "all"
 * @groups: [n_groups]
 * @weights: [L] attention weights, kept with the inputs at the weights level
 * @trained: (nullable): the trained network whose attention this is
 * @seed: seed it was generated from, 0 for a file
 * @notes: sentences on what was recognized or mapped while reading, in order
 * @warnings: sentences on what of the model that the case is of lies outside the theory
 *
 * A case: examples as path features, and the shape of the network. Immutable once made, so it can
 * be read from several threads; reference-counted.
 */
typedef struct
{
  char *name;
  IplLevel level;
  guint L;
  guint H[IPL_MAX_LAYERS];
  gsize Pi;
  gsize N0;
  gsize T;
  IplReadout readout;
  double temperature;
  double variances[IPL_MAX_LAYERS + 2];
  double residual[IPL_MAX_LAYERS];
  gboolean regression;
  gsize dependent;
  const char *structure_words;
  IplExamples train;
  guint n_tests;
  IplExamples *tests;
  char **path_names;
  char **short_names;
  char **head_names;
  guint *display_order;
  guint n_groups;
  IplPathGroup *groups;
  IplLayerWeights weights[IPL_MAX_LAYERS];
  IplCaseTrained *trained;
  guint64 seed;
  GPtrArray *notes;
  GPtrArray *warnings;
  /*< private >*/
  gatomicrefcount ref_count;
} IplCase;

IplCase *ipl_case_alloc (void);
IplCase *ipl_case_ref (IplCase *self);
void ipl_case_unref (IplCase *self);

void ipl_case_finish_names (IplCase *self);
void ipl_case_leave_name (IplCase *self);
void ipl_case_warn (IplCase *self, const char *sentence);
guint ipl_case_n_heads (const IplCase *self);
guint ipl_case_head_index (const IplCase *self, guint layer, guint head);
guint ipl_case_path_head (const IplCase *self, gsize path, guint layer);
gboolean ipl_case_head_is_identity (const IplCase *self, guint layer, guint head);
char *ipl_case_head_text (const IplCase *self, guint layer, guint head);
char *ipl_case_path_heads_text (const IplCase *self, gsize path, gboolean brackets);
guint ipl_case_attention_heads (const IplCase *self, guint layer);
gboolean ipl_case_has_identity (const IplCase *self);
gboolean ipl_case_path_uses_head (const IplCase *self, gsize path, guint layer, guint head);

void ipl_case_trained_free (IplCaseTrained *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplCase, ipl_case_unref)

G_END_DECLS
