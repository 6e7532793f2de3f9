/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment-result.h"
#include "core/maps/map.h"
#include "core/posterior/posterior-summary.h"
#include "core/theory/sweep.h"
#include "figures/kit/style.h"
#include "figures/view/awaited.h"
#include "figures/view/choice.h"
#include "figures/view/figure-style.h"
#include "figures/view/target.h"
#include "shown/quantity.h"

/* What figures that are shown one after another go through. Scales that are one for all widths take
 * in the numbers of all of them, so that only what is drawn changes. */
typedef struct
{
  guint n;                       /* how many */
  IplSolution *const *solutions; /* [@n] the solutions */
  IplQuantities *const *made;    /* (nullable): [@n] the quantities of each */
} IplViewFrames;

/**
 * IplView:
 * @name: (nullable): what it is called where two are compared; else as its case is
 * @compared: (nullable): what it is compared with, whose own @compared is not looked at: panels
 * draw it in their axes, or take its numbers into their scales while it is drawn beside them
 * @the_case: (nullable): the case shown; %NULL where @own is shown in its place
 * @own: (nullable): the result of an experiment that makes no case, for that experiment's panels
 * @trajectory: (nullable): what happens in time: of @own, or, beside a case, what was recorded of
 *   heads in training
 * @moment: the moment of @trajectory that the scrubber stands at
 * @sweep: (nullable): solved widths; rows may be %NULL while they arrive
 * @current: (nullable): the solution at the scrubber, a sweep row or not, or the GP limit
 * @gp: (nullable): the GP limit of all paths that goes with @current
 * @frames: (nullable): what it is one frame of
 * @timeless: whether nothing is said of how long solving took, so that a file is the same whenever
 *   it is made
 * @display: how the figures show it
 * @n_posteriors: number of @posteriors
 * @posteriors: (nullable): sampled widths so far, in any order; entries may be %NULL. Matched to
 *   the sweep's rows by ipl_setting_equal(), drawn at their own width otherwise
 * @posterior: (nullable): the one that goes with @current
 * @n_awaited: number of @awaited
 * @awaited: (nullable): widths of a sweep computed elsewhere whose rows are not all there
 * @n_stored: number of @stored
 * @stored: (nullable): what was sampled elsewhere, at the temperature and variances of @current:
 * the accuracies alone
 * @stored_seeds: seeds that each of these is the mean over, with their standard deviation as its
 *   error; 1 for one
 * @keeps: whether the paths of @kept are shown whatever @display says of how many are
 * @kept: what is selected
 * @pair_p, @pair_q: flat path indices of the entry of U that the trace, rank and marginal panels
 *   show
 * @best_temperature: whether each of the sweep's rows stands at a temperature of its own, the best
 *   for its width
 * @few_tests: test sequences that the predictions are for, where those are some of @all_tests as
 *   long as a control is dragged; 0 for all
 * @all_tests: how many there are, where @few_tests is not 0
 * @made: what there is of the quantities of the table, or why there is nothing; what depends on the
 *   solution may be of the one before @current while it is being made
 * @first_tile: the first of the pairs of paths by their weight that has a tile, where they are many
 * @eigenvector: the eigenvector shown below them, from 1; 0 for none
 * @order: the order of removal on whose curve a point is chosen
 * @pruned: heads removed at that point, or -1
 * @shown_layer, @shown_head: the head whose attention is shown, or -1 for that of the highest score
 * @shown_example: the sequence of the gallery it is shown for
 * @shown_token: the token that looks, from 0, or -1 for the mean over the query image's tokens
 * @figure_style: (nullable): what the user chose of how figures look
 *
 * What the figures show, nothing of the window. Everything in the figures follows from a view, a
 * style and a size. A view that the user fills in borrows what it points at; one made by
 * ipl_view_share() has references of its own, is never changed and lives until ipl_view_unref().
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
  IplDisplay display;
  guint n_posteriors;
  const IplPosteriorSummary *const *posteriors;
  const IplPosteriorSummary *posterior;
  guint n_awaited;
  const IplAwaited *awaited;
  guint n_stored;
  const IplPosteriorSummary *const *stored;
  guint stored_seeds;
  gboolean keeps;
  IplTarget kept;
  int pair_p;
  int pair_q;
  gboolean best_temperature;
  guint few_tests;
  guint all_tests;
  IplQuantities made;
  guint first_tile;
  guint eigenvector;
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
IplView *ipl_view_share (const IplView *self);
void ipl_view_unref (IplView *self);
gboolean ipl_view_same (const IplView *a, const IplView *b, guint needs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplView, ipl_view_unref)
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

/* Lets it show a quantity, which it borrows as all it points at. */
static inline void
ipl_view_lend (IplView *self, const IplQuantity *quantity, gconstpointer value)
{
  ipl_quantities_lend (&self->made, quantity, value, NULL);
}

#define IPL_VIEW_GETTER(Type, name)                                                                \
  static inline const Type *ipl_view_get_##name (const IplView *self)                              \
  {                                                                                                \
    return ipl_quantities_get (&self->made, &ipl_quantity_##name);                                 \
  }

/* All (nullable): K beside the path-path kernels that it is a sum of, the card of the task, test
 * sequences and their attention, the scores of heads, the curves of pruning, the training run, and
 * the accuracies of the same sweep over seeds of the case. */
IPL_VIEW_GETTER (IplKernelPicture, kernels)
IPL_VIEW_GETTER (IplTaskCard, card)
IPL_VIEW_GETTER (IplTaskGallery, gallery)
IPL_VIEW_GETTER (IplHeadReport, heads)
IPL_VIEW_GETTER (IplPruning, pruning)
IPL_VIEW_GETTER (IplLearningCurve, training)
IPL_VIEW_GETTER (IplSeedMean, seeds)
IPL_VIEW_GETTER (IplMap, map)
