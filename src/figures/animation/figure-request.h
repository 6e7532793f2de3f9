/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/animation-format.h"
#include "figures/pages/pages.h"
#include "figures/story/story.h"
#include "runs/file-writer.h"
#include "runs/solver.h"

/* Maximum number of figures on a web page. */
#define IPL_REQUEST_MOST_PANELS 4

/* A figure and its file: what to draw, from what, at which settings, onto which page, into which
 * file. The ending of @path decides the format: a page, a film, a web page or a script. */
typedef struct
{
  /* What: panels or composites, several on a web page only, or a story. */
  guint n_panels;
  const IplPanel *panels[IPL_REQUEST_MOST_PANELS]; /* [@n_panels] */
  const IplStory *story;                           /* (nullable): the story (a reference) */

  /* From what. */
  IplView *shown; /* (nullable): view of the panels (owned) */
  /* (nullable): path-path kernels of the case (a reference). A film without them moves the cursor
   * of a map; a web page without them leaves out figures of kernels */
  IplKernel *kernel;
  /* (nullable): of a story: result with samples of the posterior (a reference) */
  IplSolveResult *sampled;

  /* At which settings: the frames of a film. */
  IplSetting from;      /* first width; its other settings apply to all frames */
  IplSetting to;        /* last width; between them the widths are a geometric sequence */
  guint n_frames;       /* number of frames over widths, at least %IPL_WIDTH_FILM_MIN_FRAMES */
  guint n_temperatures; /* number of @temperatures; 0 for that of @from only */
  double *temperatures; /* (nullable): [@n_temperatures]; each width uses the best one (owned) */
  gboolean along_y;     /* of a map: the cursor moves along the second axis, otherwise the first */
  double fps;           /* frames per second */
  double hold;          /* duration of each step, or of the first and the last frame, in seconds */
  guint threads;        /* number of threads; results do not depend on it */

  /* Onto which page. */
  IplPaper page;  /* size, text size and resolution; of a web page only for a story */
  char *size;     /* (nullable): of a web page: size of a figure for ipl_paper_init() (owned) */
  double font_pt; /* of a web page: text size in points; 0 for the default of @size */
  IplStyle style; /* appearance; a web page takes its look, and films are never transparent */
  const IplFigureStyle *figure_style; /* (nullable): of a story: set by the user (a reference) */
  char *title;                        /* (nullable): of a web page of panels (owned) */

  /* Into which file. */
  char *path;                /* the file (owned) */
  gboolean spares;           /* fails if a numbered file of a story exists */
  IplProvenance *provenance; /* (nullable): provenance for the metadata (owned) */
  char *results;             /* (nullable): of a script: file of results that it reads (owned) */
  char *reads; /* (nullable): name by which it reads that file; %NULL for its base name (owned) */
  char *settings; /* (nullable): parameters in the file of results, which is written; %NULL if it
                     exists (owned) */
} IplFigureRequest;

void ipl_figure_request_free (IplFigureRequest *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplFigureRequest, ipl_figure_request_free)
