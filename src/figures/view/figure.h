/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include "figures/kit/style.h"
#include "core/tasks/one-shot-task.h"
#include "core/posterior/posterior.h"
#include "core/heads/pruning.h"
#include "core/theory/sweep.h"

G_BEGIN_DECLS

/**
 * IplPanel:
 *
 * The linked figures. %IPL_PANEL_ALL is the composite of the first four with letters a to d;
 * %IPL_PANEL_POSTERIOR that of the four that speak of the sampled posterior, %IPL_PANEL_NETWORK that
 * of the task, the attention, the heads and the pruning. Loops over single panels leave out these
 * three; see ipl_panel_is_composite().
 */
typedef enum
{
  IPL_PANEL_PATHS,
  IPL_PANEL_U,
  IPL_PANEL_ACCURACY,
  IPL_PANEL_OVERLAP,
  IPL_N_PANELS,
  IPL_PANEL_ALL = IPL_N_PANELS,
  IPL_PANEL_TRACE,       /* an entry of U, draw by draw */
  IPL_PANEL_RANKS,       /* ranks of its draws, chain by chain */
  IPL_PANEL_MARGINAL,    /* its posterior against the saddle point */
  IPL_PANEL_CALIBRATION, /* standardised residuals of the test predictions */
  IPL_PANEL_POSTERIOR,
  IPL_PANEL_TASK,      /* test sequences as images, with the answers given */
  IPL_PANEL_ATTENTION, /* where a head looks, over the patches of a sequence */
  IPL_PANEL_TRAINING,  /* loss and accuracies of gradient descent, step by step */
  IPL_PANEL_HEADS,     /* head scores beside what removing each head costs */
  IPL_PANEL_PRUNING,   /* accuracy as heads are removed */
  IPL_PANEL_NETWORK,
  IPL_PANEL_COUNT,
} IplPanel;

/**
 * IplHeatmapMode:
 * @IPL_HEATMAP_THEORY: U at the saddle point
 * @IPL_HEATMAP_SAMPLED: E[U] over the draws
 * @IPL_HEATMAP_DIFFERENCE: E[U] less the saddle point, with limits of its own
 * @IPL_HEATMAP_SD: posterior standard deviation of U
 * @IPL_HEATMAP_SIDE_BY_SIDE: theory, E[U] where it is sampled, and U of gradient descent where the
 *   case has a trained network
 * @IPL_HEATMAP_TRAINED: U of the network trained by gradient descent
 *
 * What the U panel shows.
 */
typedef enum
{
  IPL_HEATMAP_THEORY,
  IPL_HEATMAP_SAMPLED,
  IPL_HEATMAP_DIFFERENCE,
  IPL_HEATMAP_SD,
  IPL_HEATMAP_SIDE_BY_SIDE,
  IPL_HEATMAP_TRAINED,
  IPL_N_HEATMAPS,
} IplHeatmapMode;

/**
 * IplView:
 * @the_case: the case shown; never %NULL
 * @sweep: (nullable): solved widths; rows may be %NULL while they arrive
 * @current: (nullable): the solution at the scrubber, a sweep row or not, or the GP limit
 * @gp: (nullable): the GP limit of all paths that goes with @current
 * @n_components: principal components shown in the overlap panel
 * @shared_limits: whether all heatmaps share max |U| over widths
 * @n_posteriors: number of @posteriors
 * @posteriors: (nullable): sampled widths so far, in any order; entries may be %NULL. Matched to
 *   the sweep's rows by ipl_setting_equal(), drawn at their own width otherwise
 * @posterior: (nullable): the one that goes with @current
 * @heatmap: what the U panel shows
 * @pair_p, @pair_q: flat path indices of the entry of U that the trace, rank and marginal panels
 *   show
 * @best_temperature: whether each of the sweep's rows stands at a temperature of its own, the best
 *   for its width
 * @training: (nullable): the training run
 * @gallery: (nullable): test sequences and their attention
 * @heads: (nullable): the head panel
 * @pruning: (nullable): the pruning curve
 * @pruned: heads removed at the point chosen on the curve by score, or -1
 * @shown_layer, @shown_head: the head whose attention is shown, or -1 for that of the highest score
 * @shown_example: the sequence of the gallery it is shown for
 * @shown_token: the token that looks, from 0, or -1 for the mean over the query image's tokens
 *
 * What the figures show: borrowed pointers, nothing of the window. Everything in the figures
 * follows from a view, a style and a size.
 */
typedef struct
{
  const IplCase *the_case;
  const IplSweep *sweep;
  const IplSolution *current;
  const IplSolution *gp;
  guint n_components;
  gboolean shared_limits;
  guint n_posteriors;
  const IplPosteriorSummary *const *posteriors;
  const IplPosteriorSummary *posterior;
  IplHeatmapMode heatmap;
  int pair_p;
  int pair_q;
  gboolean best_temperature;
  const IplLearningCurve *training;
  const IplTaskGallery *gallery;
  const IplHeadReport *heads;
  const IplPruning *pruning;
  int pruned;
  int shown_layer;
  int shown_head;
  int shown_example;
  int shown_token;
} IplView;

/**
 * IplTarget:
 * @path: flat path index, or -1
 * @other: the second path of a pair (equal to @path for a diagonal cell), or -1 for a path alone
 * @layer: layer of a head from 0, or -1
 * @head: head in its layer from 0, or -1
 * @row: row of the sweep, or -1
 * @component: principal component from 0, or -1
 * @example: test sequence of the gallery from 0, or -1
 * @token: its token from 0, the query of the attention shown, or -1 (then the mean over the query
 *   image's tokens)
 * @step: heads removed at a point of the pruning curve; %IPL_TARGET_POINT and the index of a point
 *   of the learning curve; or -1
 *
 * One thing that can be pointed at: a path, a pair of paths, a head, a width, a component, a
 * sequence or a step; all -1 is nothing. A head can be held together with a sequence and its token.
 * Plain value, shared by picking, highlighting and the window's selection.
 */
typedef struct
{
  int path;
  int other;
  int layer;
  int head;
  int row;
  int component;
  int example;
  int token;
  int step;
} IplTarget;

/* From here on a step is a point of the learning curve: no network has as many heads. */
#define IPL_TARGET_POINT 0x100000

#define IPL_TARGET_NONE ((IplTarget){ -1, -1, -1, -1, -1, -1, -1, -1, -1 })

gboolean ipl_target_is_none (const IplTarget *self);
gboolean ipl_target_equal (const IplTarget *a, const IplTarget *b);
/* Whether a path is lit by a target: it is the path, one of the pair, or passes through the head. */
gboolean ipl_target_has_path (const IplTarget *self, const IplCase *the_case, gsize path);
/* One line with the numbers of what is pointed at, for a status line and for screen readers. */
char    *ipl_target_describe (const IplTarget *self, const IplView *view);
/* The next focusable thing of a panel from @self in direction (dx, dy) of the arrow keys. */
IplTarget ipl_target_step (const IplTarget *self, IplPanel panel, const IplView *view, int dx, int dy);

/* Sizes are in points (1/72 in). The static part ... */
void ipl_figure_draw (IplPanel panel, const IplView *view, const IplStyle *style, cairo_t *cr,
                      double width, double height);
/* ... and what is lit on top of it: cheap enough for every pointer motion. */
void ipl_figure_draw_overlay (IplPanel panel, const IplView *view, const IplStyle *style,
                              const IplTarget *selected, const IplTarget *hovered, cairo_t *cr,
                              double width, double height);
/* What is under (x, y); FALSE and IPL_TARGET_NONE where there is nothing. */
gboolean ipl_figure_pick (IplPanel panel, const IplView *view, const IplStyle *style, double width,
                          double height, double x, double y, IplTarget *target);
/* Accuracy panel: the width N at x, for dragging; clamped to the axis. FALSE outside the plot or on
 * another panel. @gp is set where x lies at the GP end of the axis. */
gboolean ipl_figure_width_at (const IplView *view, const IplStyle *style, double width,
                              double height, double x, double y, double *N, gboolean *gp);
char       *ipl_figure_describe (IplPanel panel, const IplView *view); /* a few sentences */
char       *ipl_figure_table (IplPanel panel, const IplView *view);    /* the numbers, tab separated */
/* "paths", "u", "accuracy", "overlap", "all", "trace", "ranks", "marginal", "calibration",
 * "posterior", "task", "attention", "training", "heads", "pruning", "network" */
const char *ipl_panel_id (IplPanel panel);
const char *ipl_panel_title (IplPanel panel); /* for headings in the window */
gboolean    ipl_panel_parse (const char *id, IplPanel *panel);
gboolean    ipl_panel_is_composite (IplPanel panel);
const char *ipl_heatmap_mode_id (IplHeatmapMode mode); /* "theory", "sampled", "difference", ... */
const char *ipl_heatmap_mode_title (IplHeatmapMode mode); /* for menus */
gboolean    ipl_heatmap_mode_parse (const char *id, IplHeatmapMode *mode);

G_END_DECLS
