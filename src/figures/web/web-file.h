/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/story-request.h"

/* Maximum number of figures on a page. */
#define IPL_WEB_MOST_FIGURES 4

/* A web page with figures at the solved widths. */
typedef struct
{
  guint n_panels;                               /* number of @panels */
  const IplPanel *panels[IPL_WEB_MOST_FIGURES]; /* panels or composites */
  IplView *shown; /* view of the figures; the page has all solved widths of its sweep (owned) */
  /* (nullable): path-path kernels of the case (a reference); without them, figures of kernels
   * are omitted */
  IplKernel *kernel;
  char *size;                /* size of a figure, as for ipl_paper_init() (owned) */
  double font_pt;            /* text size in points; 0 for the default of @size */
  IplLook look;              /* conventions of the program or of the papers */
  char *title;               /* (owned) */
  char *path;                /* file to write (owned) */
  IplProvenance *provenance; /* (nullable): provenance for the metadata (owned) */
} IplWebFileRequest;

void ipl_web_file_request_free (IplWebFileRequest *self);

extern const IplRun ipl_run_web_file;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplWebFileRequest, ipl_web_file_request_free)

/* Writes an IplStoryFileRequest as a page with a slide for each stop; its formats are ignored. */
extern const IplRun ipl_run_web_story;
