/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/animation-format.h"
#include "figures/pages/paper.h"
#include "figures/view/view.h"
#include "runs/file-run.h"

/* A figure of a map while its cursor goes from one value of an axis to the next. */
typedef struct
{
  const IplPanel *panel; /* one that draws maps */
  IplView *shown;        /* the view that it is drawn of, but for the cursor (owned) */
  gboolean along_y;      /* whether the cursor goes along the second axis, else along the first */
  double fps;            /* cells a second */
  double hold;           /* seconds for which the first and the last frame stand still */
  IplStyle style;        /* the figure's looks; never transparent */
  IplPaper page;         /* its size */
  const IplAnimationFormat *format; /* the file's format */
  char *path;                       /* the file (owned) */
  char *comment; /* (nullable): where it comes from, which the file says (owned) */
} IplMapFilmRequest;

void ipl_map_film_request_free (IplMapFilmRequest *self);

extern const IplRun ipl_run_map_film;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplMapFilmRequest, ipl_map_film_request_free)
