/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/animation-format.h"
#include "figures/pages/paper.h"
#include "figures/view/view.h"
#include "runs/file-run.h"

#define IPL_WIDTH_FILM_MIN_FRAMES 2
#define IPL_WIDTH_FILM_MAX_FRAMES 2000

/* A film of one figure: while the width goes from one to another, in steps of one factor, or of a
 * map while its cursor goes from one value of an axis to the next, @fps of them a second. */
typedef struct
{
  const IplPanel *panel; /* a panel or composite that shows the theory, or one that draws maps */
  IplView *shown;        /* the view that it is drawn of, but for what changes (owned) */
  double fps;            /* frames a second */
  double hold;           /* seconds for which the first and the last frame are shown */
  IplStyle style;        /* the figure's looks; never transparent */
  IplPaper page;         /* its size */
  const IplAnimationFormat *format; /* the file's format */
  char *path;                       /* the file (owned) */
  char *comment;    /* (nullable): where it comes from, which the file says (owned) */
  gboolean along_y; /* of a map: whether the cursor goes along the second axis, else the first */
  /* Over widths, to the end. (nullable): the case's path-path kernels (a reference); NULL of a map
   */
  IplKernel *kernel;
  IplSetting from;      /* the first width; all else but widths is that of all frames */
  IplSetting to;        /* the last */
  guint n_temperatures; /* number of @temperatures; 0 where there is only that of @from */
  double *temperatures; /* (nullable): [@n_temperatures] of which each width has the best (owned) */
  guint n_frames;       /* frames, from %IPL_WIDTH_FILM_MIN_FRAMES */
  guint threads;        /* threads; the numbers do not depend on it */
} IplFigureFilm;

void ipl_figure_film_free (IplFigureFilm *self);

gboolean ipl_width_film_can_show (const IplPanel *panel, GError **error);

extern const IplRun ipl_run_figure_film;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplFigureFilm, ipl_figure_film_free)
