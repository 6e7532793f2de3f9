/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/style.h"
#include "figures/view/choice.h"
#include "figures/view/figure-style.h"
#include "figures/view/target.h"
#include "shown/quantity.h"

/**
 * IplView:
 * @name: (nullable): its name where that is not the name of its case
 * @n_ghosts: number of @ghosts
 * @ghosts: (nullable): shared views that were kept, named by what differs: what a plot has of them
 * is drawn behind its own marks, pale; their own @ghosts are not looked at
 * @the_case: (nullable): the case shown; %NULL where @own is shown in its place
 * @moment: the moment of @trajectory that the scrubber stands at
 * @frames: (nullable): of IplQuantities: what it is one frame of. Scales that are one for all
 * widths take in the numbers of all of them, so that only what is drawn changes
 * @timeless: whether nothing is said of how long solving took, so that a file is the same whenever
 *   it is made
 * @display: how the figures show it
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

/* The most views that are kept behind the one shown. */
#define IPL_VIEW_MOST_GHOSTS 3

struct _IplView
{
  const char *name;
  guint n_ghosts;
  const IplView *const *ghosts;
  const IplCaseInfo *the_case;
  guint moment;
  const GPtrArray *frames;
  gboolean timeless;
  IplDisplay display;
  gboolean keeps;
  IplTarget kept;
  int pair_p;
  int pair_q;
  gboolean best_temperature;
  guint few_tests;
  guint all_tests;
  union
  {
    IplQuantities made;
    struct _IplQuantities;
  };
  guint first_tile;
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
const char *ipl_view_get_name (const IplView *self);
gboolean ipl_view_has_same_paths (const IplView *self, const IplView *other);
char *ipl_view_warnings_text (const IplView *self);
IplView *ipl_view_share (const IplView *self);
IplView *ipl_view_ref (IplView *self);
void ipl_view_unref (IplView *self);
IplView ipl_view_usable (const IplView *self);
gboolean ipl_view_same (const IplView *a, const IplView *b, guint needs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplView, ipl_view_unref)
const IplQuantities *ipl_view_frame (const IplView *self, guint i);
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
