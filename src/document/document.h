/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include "figures/story/story.h"
#include "core/case/case-io.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

#include "document/selection.h"
#include "runs/solver.h"
#include "runs/heads-run.h"
#include "runs/train.h"

#define IPL_TYPE_DOCUMENT (ipl_document_get_type ())
G_DECLARE_FINAL_TYPE (IplDocument, ipl_document, IPL, DOCUMENT, GObject)

IplDocument *ipl_document_new (void);
void ipl_document_close (IplDocument *self);

const IplParameters *ipl_document_get_parameters (IplDocument *self);
const IplParameters *ipl_document_get_defaults (IplDocument *self);
void ipl_document_change (IplDocument *self, const IplParameters *parameters, const char *tag);
void ipl_document_change_current (IplDocument *self, const IplSetting *setting, const char *tag);
void ipl_document_change_width (IplDocument *self, double N, gboolean gp);
void ipl_document_show_time (IplDocument *self, double time);
void ipl_document_set_dragging (IplDocument *self, gboolean dragging);
void ipl_document_open_experiment (IplDocument *self, const char *id);
void ipl_document_open_example (IplDocument *self, const IplParameters *parameters);
void ipl_document_begin_experiment (IplDocument *self, const IplParameters *parameters);
void ipl_document_open_file (IplDocument *self, const char *path);
gboolean ipl_document_is_file (IplDocument *self, const char *path);
void ipl_document_import_file (IplDocument *self, const char *path, const IplCaseImport *import);
void ipl_document_open_images (IplDocument *self, const char *const *paths,
                               const char *const *extras);
void ipl_document_add_images (IplDocument *self, const char *path);
void ipl_document_open_parameters (IplDocument *self, const IplParameters *parameters);
const char *ipl_document_get_opening (IplDocument *self);
gboolean ipl_document_is_replacing (IplDocument *self);
guint ipl_document_count_cases (IplDocument *self);
void ipl_document_select_opened (IplDocument *self, const IplTarget *target);
void ipl_document_reset (IplDocument *self);
void ipl_document_undo (IplDocument *self);
void ipl_document_redo (IplDocument *self);
gboolean ipl_document_can_undo (IplDocument *self);
gboolean ipl_document_can_redo (IplDocument *self);

void ipl_document_run (IplDocument *self);
gboolean ipl_document_needs_run (IplDocument *self);
gboolean ipl_document_can_resume (IplDocument *self);
char *ipl_document_describe_run (IplDocument *self);
void ipl_document_stop (IplDocument *self);
const IplJobStatus *ipl_document_get_status (IplDocument *self, const char *id);
gpointer ipl_document_get_result (IplDocument *self, const char *id);
void ipl_document_start (IplDocument *self, const char *id, gpointer request);
void ipl_document_cancel_job (IplDocument *self, const char *id);
void ipl_document_await_solution (IplDocument *self);
gboolean ipl_document_is_current_shown (IplDocument *self);

gboolean ipl_document_is_trainable (IplDocument *self);
void ipl_document_train (IplDocument *self);
void ipl_document_go_on_training (IplDocument *self);
void ipl_document_stop_training (IplDocument *self);
gboolean ipl_document_can_train (IplDocument *self);
gboolean ipl_document_can_go_on_training (IplDocument *self);
gboolean ipl_document_is_training (IplDocument *self);
char *ipl_document_describe_training (IplDocument *self);
const IplTrainResult *ipl_document_get_train_result (IplDocument *self);

void ipl_document_prune (IplDocument *self);
void ipl_document_stop_heads (IplDocument *self);
gboolean ipl_document_can_prune (IplDocument *self);
gboolean ipl_document_is_pruning (IplDocument *self);
gboolean ipl_document_page_examples (IplDocument *self, int direction, gboolean dry);
void ipl_document_set_test (IplDocument *self, guint test);
guint ipl_document_get_test (IplDocument *self);
void ipl_document_choose_pruned (IplDocument *self, int n);

void ipl_document_sample (IplDocument *self);
void ipl_document_sample_here (IplDocument *self);
void ipl_document_add_draws (IplDocument *self);
gboolean ipl_document_can_sample (IplDocument *self);
gboolean ipl_document_can_add_draws (IplDocument *self);
gboolean ipl_document_is_sampling (IplDocument *self);
const IplPosteriorSummary *ipl_document_get_posterior (IplDocument *self);
char *ipl_document_to_json (IplDocument *self);
void ipl_document_set_folder (IplDocument *self, const char *folder);
gboolean ipl_document_is_worth_saving (IplDocument *self);
char *ipl_document_describe_loss (IplDocument *self, gboolean ends);
gboolean ipl_document_is_busy (IplDocument *self);
const IplJobStatus *ipl_document_get_progress (IplDocument *self, const char *page_run);
void ipl_document_stop_foremost (IplDocument *self, const char *page_run);
char *ipl_document_command (IplDocument *self, gboolean *complete);

void ipl_document_set_subsets (IplDocument *self, const char *text);
void ipl_document_tick_path (IplDocument *self);
void ipl_document_add_ghost (IplDocument *self);
void ipl_document_drop_ghosts (IplDocument *self);
guint ipl_document_count_ghosts (IplDocument *self);
void ipl_document_begin_subset (IplDocument *self);
void ipl_document_open_paths (IplDocument *self, const char *const *paths, const char *kind);
gboolean ipl_document_can_follow_seeds (IplDocument *self);
void ipl_document_follow_seeds (IplDocument *self);
const IplSeedMean *ipl_document_get_seeds (IplDocument *self);
gboolean ipl_document_solve_map (IplDocument *self, const char *x, const char *y, const char *seeds,
                                 GError **error);
void ipl_document_preview_map (IplDocument *self, const char *x, const char *y, const char *seeds);
const IplMap *ipl_document_get_map (IplDocument *self);
void ipl_document_show_tiles_from (IplDocument *self, guint first);
void ipl_document_update_needs (IplDocument *self, guint *reported, guint needs);
gboolean ipl_document_has_examples (IplDocument *self);

const IplFigureStyle *ipl_document_get_figure_style (IplDocument *self);
void ipl_document_set_figure_style (IplDocument *self, const IplFigureStyle *style,
                                    const char *tag);

const IplStory *ipl_document_get_story (IplDocument *self);
void ipl_document_set_story (IplDocument *self, const IplStory *story, const char *tag);
void ipl_document_open_story (IplDocument *self, const IplStory *story, gboolean from_file);
void ipl_document_set_saved_story (IplDocument *self, const IplStory *story);
gboolean ipl_document_has_unkept_story (IplDocument *self);
gboolean ipl_document_add_stop (IplDocument *self, guint n_panels, const IplPanel *const *panels);
void ipl_document_show_point (IplDocument *self, const IplStoryPoint *point);

IplSelection *ipl_document_get_selection (IplDocument *self);
gboolean ipl_document_get_view (IplDocument *self, IplView *view);
const IplSolveResult *ipl_document_get_solve_result (IplDocument *self);
char *ipl_document_describe (IplDocument *self);
const char *ipl_document_get_panel_label (IplDocument *self, const IplPanel *panel);
