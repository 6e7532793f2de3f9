/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment-result.h"
#include "core/heads/pruning.h"
#include "core/posterior/posterior-summary.h"
#include "core/tasks/one-shot-task.h"
#include "core/tasks/task-card.h"
#include "core/theory/kernel-picture.h"
#include "core/theory/sweep.h"
#include "core/theory/seed-mean.h"
#include "figures/kit/style.h"
#include "figures/view/awaited.h"
#include "figures/view/choice.h"
#include "figures/view/figure-style.h"
#include "figures/view/heatmap-mode.h"
#include "figures/view/target.h"

G_BEGIN_DECLS

/**
 * IplViewFrames:
 * @n: how many
 * @solutions: [@n] the solutions
 * @kernels: (nullable): [@n] the kernels of each
 *
 * What figures that are shown one after another go through. Scales that are one for all widths take
 * in the numbers of all of them, so that only what is drawn changes.
 */
typedef struct
{
  guint n;
  IplSolution *const *solutions;
  IplKernelPicture *const *kernels;
} IplViewFrames;

/**
 * IplView:
 * @name: (nullable): what it is called where two are compared; else as its case is
 * @compared: (nullable): what it is compared with, whose own @compared is not looked at: panels
 * draw it in their axes, or take its numbers into their scales while it is drawn beside them
 * @the_case: (nullable): the case shown; %NULL where @own is shown in its place
 * @own: (nullable): the result of an experiment that makes no case, for that experiment's panels
 * @trajectory: (nullable): what happens in time: of @own, or, beside a case, what was recorded of
 *   heads in @training
 * @moment: the moment of @trajectory that the scrubber stands at
 * @sweep: (nullable): solved widths; rows may be %NULL while they arrive
 * @current: (nullable): the solution at the scrubber, a sweep row or not, or the GP limit
 * @gp: (nullable): the GP limit of all paths that goes with @current
 * @frames: (nullable): what it is one frame of
 * @timeless: whether nothing is said of how long solving took, so that a file is the same whenever
 *   it is made
 * @n_components: principal components shown in the overlap panel
 * @shared_limits: whether all heatmaps share max |U| over widths
 * @n_posteriors: number of @posteriors
 * @posteriors: (nullable): sampled widths so far, in any order; entries may be %NULL. Matched to
 *   the sweep's rows by ipl_setting_equal(), drawn at their own width otherwise
 * @posterior: (nullable): the one that goes with @current
 * @seeds: (nullable): the accuracies of the same sweep over seeds of the case
 * @n_awaited: number of @awaited
 * @awaited: (nullable): widths of a sweep computed elsewhere whose rows are not all there
 * @n_stored: number of @stored
 * @stored: (nullable): what was sampled elsewhere, at the temperature and variances of @current:
 * the accuracies alone
 * @stored_seeds: seeds that each of these is the mean over, with their standard deviation as its
 *   error; 1 for one
 * @heatmap: what the U panel shows
 * @accuracy_lines: for which parts of U the accuracy panel shows the theory
 * @path_scale: what the thickness of a path means
 * @paths_shown: how many paths figures show, of more those of the largest U_pp; 0 for all
 * @paths_share: and of these none whose U_pp is a smaller share of the largest
 * @keeps: whether the paths of @kept are shown whatever these two say
 * @kept: what is selected
 * @heatmap_scale: how colors stand for entries of U
 * @shown_draw: the draw of @posterior that the effective weights are of, from 1, chain after chain,
 *   and round again
 * @pair_p, @pair_q: flat path indices of the entry of U that the trace, rank and marginal panels
 *   show
 * @best_temperature: whether each of the sweep's rows stands at a temperature of its own, the best
 *   for its width
 * @few_tests: test sequences that the predictions are for, where those are some of @all_tests as
 *   long as a control is dragged; 0 for all
 * @all_tests: how many there are, where @few_tests is not 0
 * @kernels: (nullable): K beside the path-path kernels that it is a sum of; of the solution before
 *   @current while larger ones are being made
 * @no_kernels: (nullable): why there are none, a sentence
 * @card: (nullable): the card of the task; of the one before it while another is being made
 * @no_card: (nullable): why there is none, a sentence
 * @normalised_kernels: whether K, the GP's kernel and y y^T are divided by their mean diagonals
 * @first_tile: the first of the pairs of paths by their weight that has a tile, where they are many
 * @eigenvector: the eigenvector shown below them, from 1; 0 for none
 * @training: (nullable): the training run
 * @gallery: (nullable): test sequences and their attention
 * @heads: (nullable): the head panel
 * @pruning: (nullable): the pruning curve
 * @order: the order of removal on whose curve a point is chosen
 * @pruned: heads removed at that point, or -1
 * @shown_layer, @shown_head: the head whose attention is shown, or -1 for that of the highest score
 * @shown_example: the sequence of the gallery it is shown for
 * @shown_token: the token that looks, from 0, or -1 for the mean over the query image's tokens
 * @figure_style: (nullable): what somebody chose of how figures look
 *
 * What the figures show: borrowed pointers, nothing of the window. Everything in the figures
 * follows from a view, a style and a size.
 */
typedef struct _IplView IplView;
struct _IplView
{
  const char *name;
  const IplView *compared;
  const IplCaseInfo *the_case;
  const IplExperimentResult *own;
  const IplTrajectory *trajectory;
  guint moment;
  const IplSweep *sweep;
  const IplSolution *current;
  const IplSolution *gp;
  const IplViewFrames *frames;
  gboolean timeless;
  guint n_components;
  gboolean shared_limits;
  guint n_posteriors;
  const IplPosteriorSummary *const *posteriors;
  const IplPosteriorSummary *posterior;
  const IplSeedMean *seeds;
  guint n_awaited;
  const IplAwaited *awaited;
  guint n_stored;
  const IplPosteriorSummary *const *stored;
  guint stored_seeds;
  IplHeatmapMode heatmap;
  IplAccuracyLines accuracy_lines;
  IplPathScale path_scale;
  guint paths_shown;
  double paths_share;
  gboolean keeps;
  IplTarget kept;
  IplHeatmapScale heatmap_scale;
  guint shown_draw;
  int pair_p;
  int pair_q;
  gboolean best_temperature;
  guint few_tests;
  guint all_tests;
  const IplKernelPicture *kernels;
  const char *no_kernels;
  const IplTaskCard *card;
  const char *no_card;
  gboolean normalised_kernels;
  guint first_tile;
  guint eigenvector;
  const IplLearningCurve *training;
  const IplTaskGallery *gallery;
  const IplHeadReport *heads;
  const IplPruning *pruning;
  IplRemovalOrder order;
  int pruned;
  int shown_layer;
  int shown_head;
  int shown_example;
  int shown_token;
  const IplFigureStyle *figure_style;
};

void ipl_view_set_own (IplView *self, const IplExperimentResult *own, double time);
void ipl_view_set_trajectory (IplView *self, const IplTrajectory *trajectory, double time);
void ipl_view_keep (IplView *self, const IplTarget *selected);
gboolean ipl_view_has_result (const IplView *self);
guint ipl_view_group (const IplView *self);
GArray *ipl_view_rows (const IplView *self, gboolean solved_only); /* of guint */
int ipl_view_current_row (const IplView *self);
const IplSolution *ipl_view_row (const IplView *self, int row);
const IplSolution *ipl_view_gp (const IplView *self);
guint ipl_view_n_components (const IplView *self);
char *ipl_view_setting_markup (const IplSetting *setting);
char *ipl_view_setting_text (const IplSetting *setting);
char *ipl_view_name_markup (const char *name);
const char *ipl_view_path_name (const IplView *self, gsize path);
const char *ipl_view_path_short_name (const IplView *self, gsize path);
char *ipl_view_head_label (const IplCaseInfo *the_case, guint layer, guint head);
char *ipl_view_head_markup (const IplCaseInfo *the_case, const IplStyle *style, guint layer,
                            guint head);
gsize ipl_case_display_rank (const IplCaseInfo *self, gsize path);

G_END_DECLS
