/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"

/* Thumbnails: large maps that share names on both sides and a colour bar, and small maps in a
 * block to the right or below. All axes of the plot are square maps of one shape: the large ones
 * first, then @n_parts for each small one. */

#define IPL_THUMBNAILS_NOTES 2
#define IPL_THUMBNAILS_NAMES 3
/* Gap between a large map and its heading, in text sizes. It includes the descent of indices. */
#define IPL_THUMBNAILS_TITLE_GAP 0.15

/* A name along the axes of the large maps, for the cells [first, first + count). */
typedef struct
{
  const char *markup;
  gsize first, count;
  gboolean is_group;
} IplRowName;

struct _IplThumbnails
{
  gsize n; /* number of named rows (and columns), of @tile cells each */
  guint tile;
  const IplShownPaths *paths; /* (nullable): the paths that are rows and columns */
  gboolean diagonal; /* names are along the diagonal; the area above it holds only the colour bar */
  /* Name lists of rows and columns, each ended by an entry without markup: single names, then
   * (nullable) long and short names of groups, used if single names do not fit. */
  const IplRowName *names[IPL_THUMBNAILS_NAMES];
  const char *row_title, *column_title; /* (nullable) */
  const char *group_title;              /* (nullable): title of columns labelled by groups */
  const char *bar_title;
  const char *notes[IPL_THUMBNAILS_NOTES]; /* (nullable): lines of text at the bottom, from the
                                              lowest upwards */
  gboolean warns[IPL_THUMBNAILS_NOTES];
  const char *part; /* SVG group of a small map */
  /* Set by the layout. */
  guint n_large, n_small, n_parts; /* large maps, small ones, and maps of each small one */
  guint detail;                    /* index of the heading used by small maps */
  gboolean has_small;              /* FALSE if small maps do not fit */
  gboolean has_limits;             /* some headings include a colour limit */
  double title_h, label_w, bar_room;
  /* ended by an entry without markup */
  const IplRowName *row_names, *column_names;
};

IplThumbnails *ipl_plot_add_thumbnails (IplPlot *self);
void ipl_thumbnails_layout (IplPlot *plot, const IplStyle *style, double width, double height);
IplPlotAxes *ipl_thumbnails_get_small (const IplPlot *plot, guint i, guint part);
IplRect ipl_thumbnails_get_area (const IplPlot *plot, guint i);
IplColor ipl_thumbnails_get_color (const IplPlot *plot, const IplStyle *style,
                                   const IplRowName *name);
gboolean ipl_thumbnails_have_numbers (const IplPlot *plot);

void ipl_thumbnails_draw (const IplPlot *plot, const IplStyle *style, cairo_t *cr);
void ipl_thumbnails_highlight (const IplPlot *plot, const IplStyle *style,
                               const IplTarget *const targets[2], cairo_t *cr);
gboolean ipl_thumbnails_pick (const IplPlot *plot, const IplStyle *style, double x, double y,
                              IplTarget *target);
