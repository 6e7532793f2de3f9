/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"

/* Large maps with names on both sides and a colour bar that all share, and small ones in a block
 * beside or below them. All axes of such a plot are square maps of one shape, the large ones first;
 * small ones have as many maps each. */

#define IPL_THUMBNAILS_NOTES 2
#define IPL_THUMBNAILS_NAMES 3
/* Between a large map and its heading, in text sizes: indices reach down into it. */
#define IPL_THUMBNAILS_TITLE_GAP 0.15

/* A name along the axes of the large maps: of cells [first, first + count) */
typedef struct
{
  const char *markup;
  gsize first, count;
  gboolean is_group;
} IplRowName;

struct _IplThumbnails
{
  gsize n; /* rows or columns that have names, of @tile cells each */
  guint tile;
  const IplShownPaths *paths; /* (nullable): what they are, paths of a case */
  gboolean diagonal; /* names stand on the diagonal, above which there is nothing but the bar */
  /* (array zero-terminated): what rows and columns are called, ended by one without markup: every
   * one, and (nullable) groups of them by long names and by short ones, where names have no room */
  const IplRowName *names[IPL_THUMBNAILS_NAMES];
  const char *row_title, *column_title; /* (nullable) */
  const char *group_title;              /* (nullable): of columns with the names of groups */
  const char *bar_title;
  const char
      *notes[IPL_THUMBNAILS_NOTES]; /* (nullable): lines below all, from the lowest upwards */
  gboolean warns[IPL_THUMBNAILS_NOTES];
  const char *part; /* group of a small map in SVG */
  /* Made by the layout. */
  guint n_large, n_small, n_parts; /* small ones, and maps of each */
  guint detail;                    /* which of their headings small maps have */
  gboolean has_small;              /* there is room for them */
  gboolean has_limits;             /* some of their headings say their limits */
  double title_h, label_w, bar_room;
  /* (array zero-terminated): ended by one without markup */
  const IplRowName *row_names, *column_names;
};

IplThumbnails *ipl_plot_add_thumbnails (IplPlot *self);
void ipl_thumbnails_layout (IplPlot *plot, const IplStyle *style, double width, double height);
IplPlotAxes *ipl_thumbnails_get_small (const IplPlot *plot, guint i, guint part);
IplRect ipl_thumbnails_get_area (const IplPlot *plot, guint i);
IplColor ipl_thumbnails_get_color (const IplPlot *plot, const IplStyle *style,
                                   const IplRowName *name);
gboolean ipl_thumbnails_are_known (const IplPlot *plot);

void ipl_thumbnails_draw (const IplPlot *plot, const IplStyle *style, cairo_t *cr);
void ipl_thumbnails_highlight (const IplPlot *plot, const IplStyle *style,
                               const IplTarget *const targets[2], cairo_t *cr);
gboolean ipl_thumbnails_pick (const IplPlot *plot, const IplStyle *style, double x, double y,
                              IplTarget *target);
