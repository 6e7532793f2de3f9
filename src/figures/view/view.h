/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/style.h"
#include "figures/view/display-choice.h"
#include "figures/view/figure-style.h"
#include "figures/view/target.h"
#include "shown/quantity.h"

/**
 * IplView:
 * @name: (nullable): display name; %NULL for the name of the case
 * @n_ghosts: number of @ghosts
 * @ghosts: (nullable): shared earlier views, each named by its difference; plots draw their numbers
 *   pale behind their own marks. The @ghosts of a ghost are ignored
 * @the_case: (nullable): the case shown; %NULL if @dynamics is shown
 * @moment: index of the moment of @trajectory at the scrubber
 * @frames: (nullable): of IplQuantities: all frames of the animation that the view belongs to.
 *   Common scales cover the numbers of all frames
 * @timeless: omits solver durations, so that files are reproducible
 * @display: display settings
 * @pair_p, @pair_q: flat path indices of the entry of U in the trace, rank and marginal panels
 * @best_temperature: each row of the sweep has the best temperature for its width
 * @few_tests: number of test sequences behind the predictions while a control is dragged; 0 for all
 * @all_tests: number of test sequences, if @few_tests is not 0
 * @quantities: quantities of the table, or the reason for their absence. Those that depend on the
 * solution may belong to the one before @current while they are computed
 * @first_tile: first pair of paths with a kernel tile, in decreasing order of weight
 * @order: order of removal of the pruning curve with the chosen point
 * @pruned: heads removed at that point, or -1
 * @shown_layer, @shown_head: head whose attention is shown; -1 for that of the highest score
 * @shown_example: test sequence of that attention
 * @shown_token: query token of that attention, from 0; -1 for the mean over the tokens of the query
 *   image
 * @figure_style: (nullable): appearance set by the user
 *
 * The content of figures, independent of the window. Figures are functions of a view, a style and a
 * size. A view filled in by the caller borrows its contents. A view from ipl_view_share() has its
 * own references, is immutable and lives until ipl_view_unref().
 */
typedef struct _IplView IplView;

/* Maximum number of ghosts. */
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
  gboolean
      has_pinned; /* the paths of the next field are shown in addition to the number in @display */
  IplTarget pinned; /* selected paths or heads */
  int pair_p;
  int pair_q;
  gboolean best_temperature;
  guint few_tests;
  guint all_tests;
  union
  {
    IplQuantities quantities;
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

void ipl_view_set_dynamics (IplView *self, const IplExperimentResult *dynamics, double time);
void ipl_view_set_trajectory (IplView *self, const IplTrajectory *trajectory, double time);
void ipl_view_pin_paths (IplView *self, const IplTarget *selected);
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
