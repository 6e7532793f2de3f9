/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/animation-format.h"
#include "figures/pages/paper.h"
#include "figures/view/view.h"
#include "runs/file-run.h"

G_BEGIN_DECLS

#define IPL_WIDTH_FILM_MIN_FRAMES 2
#define IPL_WIDTH_FILM_MAX_FRAMES 2000

/**
 * IplWidthFilmRequest:
 * @panel: a panel or composite that shows the theory
 * @shown: the view that it is drawn of, but for the width (owned)
 * @kernel: the case's path-path kernels (a reference)
 * @from: the first width; all else but widths is that of all frames
 * @to: the last
 * @n_temperatures: number of @temperatures; 0 where there is only that of @from
 * @temperatures: (nullable): [@n_temperatures] of which each width has the best (owned)
 * @n_frames: frames, from %IPL_WIDTH_FILM_MIN_FRAMES
 * @fps: frames a second
 * @hold: seconds for which the first and the last frame stand still
 * @style: the figure's looks; never transparent
 * @page: its size
 * @format: the file's format
 * @path: the file (owned)
 * @comment: (nullable): where it comes from, which the file says (owned)
 * @threads: threads; the numbers do not depend on it
 *
 * A figure while the width goes from one to another, in steps of one factor.
 */
typedef struct
{
  const IplPanel *panel;
  IplView *shown;
  IplKernel *kernel;
  IplSetting from;
  IplSetting to;
  guint n_temperatures;
  double *temperatures;
  guint n_frames;
  double fps;
  double hold;
  IplStyle style;
  IplPaper page;
  const IplAnimationFormat *format;
  char *path;
  char *comment;
  guint threads;
} IplWidthFilmRequest;

void ipl_width_film_request_free (IplWidthFilmRequest *self);

gboolean ipl_width_film_can_show (const IplPanel *panel, GError **error);

extern const IplRun ipl_run_width_film;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplWidthFilmRequest, ipl_width_film_request_free)

G_END_DECLS
