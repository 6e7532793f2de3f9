/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include "figures/story/story.h"
#include "core/case/case-io.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

#include "session/selection.h"
#include "runs/solver.h"
#include "runs/heads-run.h"
#include "runs/train.h"

#define IPL_TYPE_SESSION (ipl_session_get_type ())
G_DECLARE_FINAL_TYPE (IplSession, ipl_session, IPL, SESSION, GObject)

IplSession *ipl_session_new (void);
void ipl_session_close (IplSession *self);

const IplParameters *ipl_session_get_parameters (IplSession *self);
const IplParameters *ipl_session_get_defaults (IplSession *self);
void ipl_session_change (IplSession *self, const IplParameters *parameters, const char *tag);
void ipl_session_change_current (IplSession *self, const IplSetting *setting, const char *tag);
void ipl_session_change_width (IplSession *self, double N, gboolean gp);
void ipl_session_show_time (IplSession *self, double time);
void ipl_session_set_dragging (IplSession *self, gboolean dragging);
void ipl_session_open_experiment (IplSession *self, const char *id);
void ipl_session_open_example (IplSession *self, const IplParameters *parameters);
void ipl_session_begin_experiment (IplSession *self, const IplParameters *parameters);
void ipl_session_open_file (IplSession *self, const char *path);
gboolean ipl_session_is_file (IplSession *self, const char *path);
void ipl_session_import_file (IplSession *self, const char *path, const IplCaseImport *import);
void ipl_session_open_images (IplSession *self, const char *const *paths,
                              const char *const *extras);
void ipl_session_add_images (IplSession *self, const char *path);
void ipl_session_open_parameters (IplSession *self, const IplParameters *parameters);
const char *ipl_session_get_opening (IplSession *self);
gboolean ipl_session_is_replacing (IplSession *self);
guint ipl_session_count_cases (IplSession *self);
void ipl_session_select_opened (IplSession *self, const IplTarget *target);
void ipl_session_reset (IplSession *self);
void ipl_session_undo (IplSession *self);
void ipl_session_redo (IplSession *self);
gboolean ipl_session_can_undo (IplSession *self);
gboolean ipl_session_can_redo (IplSession *self);

void ipl_session_run (IplSession *self);
gboolean ipl_session_needs_run (IplSession *self);
gboolean ipl_session_can_resume (IplSession *self);
char *ipl_session_describe_run (IplSession *self);
void ipl_session_stop (IplSession *self);
const IplJobStatus *ipl_session_get_status (IplSession *self, const char *id);
gpointer ipl_session_get_result (IplSession *self, const char *id);
void ipl_session_start (IplSession *self, const char *id, gpointer request);
void ipl_session_cancel_job (IplSession *self, const char *id);
void ipl_session_await_solution (IplSession *self);
gboolean ipl_session_is_current_shown (IplSession *self);

gboolean ipl_session_is_trainable (IplSession *self);
void ipl_session_train (IplSession *self);
void ipl_session_go_on_training (IplSession *self);
void ipl_session_stop_training (IplSession *self);
gboolean ipl_session_can_train (IplSession *self);
gboolean ipl_session_can_go_on_training (IplSession *self);
gboolean ipl_session_is_training (IplSession *self);
char *ipl_session_describe_training (IplSession *self);
const IplTrainResult *ipl_session_get_train_result (IplSession *self);

void ipl_session_prune (IplSession *self);
void ipl_session_stop_heads (IplSession *self);
gboolean ipl_session_can_prune (IplSession *self);
gboolean ipl_session_is_pruning (IplSession *self);
gboolean ipl_session_page_examples (IplSession *self, int direction, gboolean dry);
void ipl_session_set_test (IplSession *self, guint test);
guint ipl_session_get_test (IplSession *self);
void ipl_session_choose_pruned (IplSession *self, int n);

void ipl_session_sample (IplSession *self);
void ipl_session_sample_here (IplSession *self);
void ipl_session_add_draws (IplSession *self);
gboolean ipl_session_can_sample (IplSession *self);
gboolean ipl_session_can_add_draws (IplSession *self);
gboolean ipl_session_is_sampling (IplSession *self);
const IplPosteriorSummary *ipl_session_get_posterior (IplSession *self);
char *ipl_session_to_json (IplSession *self);
void ipl_session_set_folder (IplSession *self, const char *folder);
gboolean ipl_session_is_worth_saving (IplSession *self);
char *ipl_session_describe_loss (IplSession *self, gboolean ends);
gboolean ipl_session_is_busy (IplSession *self);
const IplJobStatus *ipl_session_get_progress (IplSession *self, const char *page_run);
void ipl_session_stop_foremost (IplSession *self, const char *page_run);
char *ipl_session_command (IplSession *self, gboolean *complete);

void ipl_session_set_subsets (IplSession *self, const char *text);
void ipl_session_tick_path (IplSession *self);
void ipl_session_add_ghost (IplSession *self);
void ipl_session_drop_ghosts (IplSession *self);
guint ipl_session_count_ghosts (IplSession *self);
void ipl_session_begin_subset (IplSession *self);
void ipl_session_open_paths (IplSession *self, const char *const *paths, const char *kind);
gboolean ipl_session_can_follow_seeds (IplSession *self);
void ipl_session_follow_seeds (IplSession *self);
const IplSeedMean *ipl_session_get_seeds (IplSession *self);
gboolean ipl_session_solve_map (IplSession *self, const char *x, const char *y, const char *seeds,
                                GError **error);
void ipl_session_preview_map (IplSession *self, const char *x, const char *y, const char *seeds);
const IplMap *ipl_session_get_map (IplSession *self);
void ipl_session_show_tiles_from (IplSession *self, guint first);
void ipl_session_update_needs (IplSession *self, guint *reported, guint needs);
gboolean ipl_session_has_examples (IplSession *self);

const IplFigureStyle *ipl_session_get_figure_style (IplSession *self);
void ipl_session_set_figure_style (IplSession *self, const IplFigureStyle *style, const char *tag);

const IplStory *ipl_session_get_story (IplSession *self);
void ipl_session_set_story (IplSession *self, const IplStory *story, const char *tag);
void ipl_session_open_story (IplSession *self, const IplStory *story, gboolean from_file);
void ipl_session_set_saved_story (IplSession *self, const IplStory *story);
gboolean ipl_session_has_unkept_story (IplSession *self);
gboolean ipl_session_add_stop (IplSession *self, guint n_panels, const IplPanel *const *panels);
void ipl_session_show_point (IplSession *self, const IplStoryPoint *point);

IplSelection *ipl_session_get_selection (IplSession *self);
gboolean ipl_session_get_view (IplSession *self, IplView *view);
const IplSolveResult *ipl_session_get_solve_result (IplSession *self);
char *ipl_session_describe (IplSession *self);
const char *ipl_session_get_panel_label (IplSession *self, const IplPanel *panel);
