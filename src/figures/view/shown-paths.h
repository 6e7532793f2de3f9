/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/style.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* Number of paths that are named if not all names fit. */
#define IPL_N_LARGE 6

/* The paths that figures list, draw and name. */
typedef struct
{
  gsize Pi; /* number of paths */
  gsize n;  /* number of paths shown, at least 1 */
  /* number of these shown only because they are selected or have a GP limit */
  gsize n_pinned;
  gsize *path;   /* [@n] paths shown, as flat indices in display order */
  gssize *place; /* [@Pi] index in @path; -1 if left out */
  /* TRUE if the paths shown have the larger U_pp; %FALSE if all U_pp are equal or unknown, in
   * which case the first paths are shown */
  gboolean by_U;
  gsize large[IPL_N_LARGE]; /* [@n_large] paths with the largest U_pp, in decreasing order */
  gsize n_large;
} IplShownPaths;

void ipl_shown_paths_init (IplShownPaths *self, const IplView *view);
void ipl_shown_paths_init_by (IplShownPaths *self, const IplView *view, gsize Pi,
                              const guint *order, const double *weight, const gboolean *ticked);
void ipl_shown_paths_clear (IplShownPaths *self);
gboolean ipl_shown_paths_equal (const IplShownPaths *a, const IplShownPaths *b);
gboolean ipl_shown_paths_is_large (const IplShownPaths *self, gsize path);
gboolean ipl_shown_paths_are_all (const IplShownPaths *self);
char *ipl_shown_paths_markup (const IplShownPaths *self);
char *ipl_shown_paths_heading (const IplShownPaths *self, const char *what);
void ipl_describe_shown_paths (GString *text, const IplShownPaths *self);
gsize ipl_shown_paths_step (const IplShownPaths *self, const IplCaseInfo *the_case, gsize path,
                            int by);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplShownPaths, ipl_shown_paths_clear)

gsize ipl_heads_identity (const guint *heads, guint L);
void ipl_style_follow_view (IplStyle *self, const IplView *view);
IplColor ipl_style_path_color (const IplStyle *self, const IplCaseInfo *the_case, gsize path);
IplColor ipl_style_path_text_color (const IplStyle *self, const IplCaseInfo *the_case, gsize path);
IplColor ipl_style_gp_line_color (const IplStyle *self, const IplCaseInfo *the_case,
                                  const guint *paths, gsize n_paths, guint line);
