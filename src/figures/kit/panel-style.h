/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which axis: what lies along the page, and what stands up. */
typedef enum
{
  IPL_AXIS_X,
  IPL_AXIS_Y,
  IPL_N_AXES,
} IplAxisWay;

/* Panels beside each other, the most in a row, and the most rows. */
#define IPL_STYLE_MAX_ROW 6

/**
 * IplStyleRow:
 * @n: how many panels
 * @panels: [n] their ids
 * @widths: [n] their widths, as shares of the sum
 * @height: the row's height, as a share of the sum over rows
 *
 * Panels that stand beside each other in a figure of several.
 */
typedef struct
{
  guint n;
  char *panels[IPL_STYLE_MAX_ROW];
  double widths[IPL_STYLE_MAX_ROW];
  double height;
} IplStyleRow;

/**
 * IplPanelStyle:
 * @id: the panel's
 * @title: (nullable): its heading in place of its own; empty for none
 * @hides_legend: whether it has no keys
 * @lo, @hi: ends of its axes, NaN where they follow from what is drawn
 * @n_rows: of a figure of several panels, how many rows it has; 0 where it is arranged as always
 * @rows: [n_rows]
 *
 * How one panel looks, where it looks other than always.
 */
typedef struct _IplPanelStyle
{
  char *id;
  char *title;
  gboolean hides_legend;
  double lo[IPL_N_AXES];
  double hi[IPL_N_AXES];
  guint n_rows;
  IplStyleRow rows[IPL_STYLE_MAX_ROW];
} IplPanelStyle;

gboolean ipl_panel_style_take_range (const IplPanelStyle *self, IplAxisWay way, gboolean log,
                                     double *lo, double *hi);

G_END_DECLS
