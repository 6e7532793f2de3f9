/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

#include "figures/kit/color-map.h"

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

typedef enum
{
  IPL_THEME_LIGHT, /* also print: dark ink on white */
  IPL_THEME_DARK,
  IPL_THEME_CONTRAST,      /* black on white, heavier lines, no greys */
  IPL_THEME_CONTRAST_DARK, /* white on black */
} IplTheme;

/**
 * IplLook:
 * @IPL_LOOK_OWN: the house's colours and names
 * @IPL_LOOK_PAPER: those of the paper: positive U blue and negative red, theory as blue crosses,
 *   samples as black dots, GP limits as red lines, accuracy in per cent, paths as π and π′
 *
 * Whose conventions a figure follows.
 */
typedef enum
{
  IPL_LOOK_OWN,
  IPL_LOOK_PAPER,
} IplLook;

/**
 * IplStyle:
 * @font_family: Pango family list
 * @font_pt: size of axis labels, in points
 * @label_share: size of tick labels, legends and notes over @font_pt; on paper 1, so that all
 *   ordinary text has the size that was asked for
 * @line_pt: width of a data line, in points
 * @look: whose conventions it follows
 * @ink: text and axes
 * @faint: grid lines, secondary text
 * @paper: background
 * @accent: selection
 * @transparent: leave the background unpainted
 * @has_controls: whether there are buttons beside the figure, which it may speak of
 * @has_heading: whether what the panel is called stands above the figure
 * @marks_shown: mark the width and the time that the scrubbers stand at, as the window does; a
 *   figure taken home leaves the mark out unless it is asked for, and in moving pictures it moves
 * @chosen: (nullable): what the user chose of how figures look; set by the figure, from its view
 * @panel: (nullable): the part of it that is about the panel being drawn; the same
 *
 * All that a figure's looks depend on, apart from its data and its size. Plain value.
 */
typedef struct
{
  char font_family[80];
  double font_pt;
  double label_share;
  double line_pt;
  IplTheme theme;
  IplLook look;
  IplColor ink;
  IplColor faint;
  IplColor paper;
  IplColor accent;
  gboolean transparent;
  gboolean has_controls;
  gboolean has_heading;
  gboolean marks_shown;
  const struct _IplFigureStyle *chosen;
  const IplPanelStyle *panel;
} IplStyle;

/* Helvetica, and what has its widths. Of those that stand in for it on Linux the first is that
 * which browsers take, so that a page of theirs looks like ours. */
#define IPL_STYLE_FAMILY "Liberation Sans, Arial, Helvetica, Nimbus Sans, sans"

void ipl_style_init (IplStyle *self, IplTheme theme, double font_pt);

/* How many paths have a colour of their own. */
#define IPL_N_IDENTITIES 6

typedef enum
{
  IPL_DASH_SOLID,
  IPL_DASH_DASHED,
  IPL_DASH_DOTTED,
  IPL_DASH_DASH_DOT,
  IPL_N_DASHES,
} IplDash;

double ipl_style_small (const IplStyle *self);
double ipl_style_hairline (const IplStyle *self);
gboolean ipl_style_is_dark (const IplStyle *self);
IplColor ipl_style_series_color (const IplStyle *self, gsize rank);
IplColor ipl_style_identity_color (const IplStyle *self, gsize rank);
IplColor ipl_style_text_color (const IplStyle *self, IplColor color);
IplColor ipl_style_theory_color (const IplStyle *self);
IplColor ipl_style_gp_color (const IplStyle *self, guint line);
IplDash ipl_style_gp_dash (guint line);
IplColor ipl_style_sample_color (const IplStyle *self);
IplColor ipl_style_chain_color (const IplStyle *self, guint chain);
IplColor ipl_style_trained_color (const IplStyle *self);
IplColor ipl_style_compared_color (const IplStyle *self);
IplColor ipl_style_verdict_color (const IplStyle *self, gboolean right);
IplColor ipl_style_attention_color (const IplStyle *self, double t);
IplColor ipl_style_diverging_color (const IplStyle *self, double t);
IplColor ipl_style_sign_color (const IplStyle *self, gboolean negative);
gboolean ipl_panel_style_take_range (const IplPanelStyle *self, IplAxisWay way, gboolean log,
                                     double *lo, double *hi);
void ipl_set_color (cairo_t *cr, IplColor color, double alpha);
void ipl_set_dash (cairo_t *cr, IplDash dash, double line_width);

G_END_DECLS
