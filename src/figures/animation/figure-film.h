/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/animation-format.h"
#include "figures/pages/page-size.h"
#include "figures/view/view.h"
#include "runs/file-writer.h"

#define IPL_WIDTH_FILM_MIN_FRAMES 2
#define IPL_WIDTH_FILM_MAX_FRAMES 2000

/* An animation of one figure at @fps: over widths in a geometric sequence, or over a map while
 * its cursor moves along an axis. */
typedef struct
{
  const IplPanel *panel; /* a panel or composite of the theory, or one of maps */
  IplView *shown;        /* view of all frames, apart from what changes (owned) */
  double fps;            /* frames per second */
  double hold;           /* duration of the first and of the last frame, in seconds */
  IplStyle style;        /* appearance; never transparent */
  IplPaper page;
  const IplAnimationFormat *format;
  char *path;       /* file to write (owned) */
  char *comment;    /* (nullable): provenance for the metadata (owned) */
  gboolean along_y; /* for a map: the cursor moves along the second axis, otherwise the first */
  /* The fields from here on are for widths. (nullable): path-path kernels of the case (a
   * reference); NULL for a map */
  IplKernel *kernel;
  IplSetting from;      /* first width; its other settings apply to all frames */
  IplSetting to;        /* last width */
  guint n_temperatures; /* number of @temperatures; 0 for that of @from only */
  double *temperatures; /* (nullable): [@n_temperatures]; each width uses the best one (owned) */
  guint n_frames;       /* number of frames, at least %IPL_WIDTH_FILM_MIN_FRAMES */
  guint threads;        /* number of threads; results do not depend on it */
} IplFigureFilm;

void ipl_figure_film_free (IplFigureFilm *self);

gboolean ipl_width_film_can_show (const IplPanel *panel, GError **error);

extern const IplRun ipl_run_figure_film;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplFigureFilm, ipl_figure_film_free)
