/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

#include "figures/kit/color-map.h"

/* Which axis: what lies along the page, and what stands up. */
typedef enum
{
  IPL_AXIS_X,
  IPL_AXIS_Y,
  IPL_N_AXES,
} IplAxisWay;

/* How one panel looks, where it looks other than always. */
typedef struct _IplPanelStyle
{
  char *id;    /* the panel's */
  char *title; /* (nullable): its heading in place of its own; empty for none */
  /* whether it has no keys @lo, @hi: ends of its axes, NaN where they follow from what is drawn */
  gboolean hides_legend;
  double lo[IPL_N_AXES];
  double hi[IPL_N_AXES];
} IplPanelStyle;

typedef enum
{
  IPL_THEME_LIGHT, /* also print: dark ink on white */
  IPL_THEME_DARK,
  IPL_THEME_CONTRAST,      /* black on white, heavier lines, no greys */
  IPL_THEME_CONTRAST_DARK, /* white on black */
} IplTheme;

/* Whose conventions a figure follows. */
typedef enum
{
  IPL_LOOK_OWN, /* the house's colours and names */
  /* those of the paper: positive U blue and negative red, theory as blue crosses, samples as black
     dots, GP limits as red lines, accuracy in per cent, paths as π and π′ */
  IPL_LOOK_PAPER,
} IplLook;

/* Colours of paths. */
#define IPL_N_IDENTITIES 6

/* All that a figure's looks depend on, apart from its data and its size. Plain value. */
typedef struct
{
  char font_family[80]; /* Pango family list */
  double font_pt;       /* size of axis labels, in points */
  /* size of tick labels, legends and notes over @font_pt; on paper 1, so that all ordinary text has
   * the size that was asked for */
  double label_share;
  double line_pt; /* width of a data line, in points */
  IplTheme theme;
  IplLook look;          /* whose conventions it follows */
  IplColor ink;          /* text and axes */
  IplColor faint;        /* grid lines, secondary text */
  IplColor paper;        /* background */
  IplColor accent;       /* selection */
  gboolean transparent;  /* leave the background unpainted */
  gboolean has_controls; /* whether it is in the window, where things can be dragged */
  gboolean has_heading;  /* whether what the panel is called stands above the figure */
  /* mark the width and the time that the scrubbers stand at, as the window does; a figure taken
   * home leaves the mark out unless it is asked for, and in moving pictures it moves */
  gboolean marks_shown;
  /* (nullable): what the user chose of how figures look; set by the figure, from its view */
  const struct _IplFigureStyle *chosen;
  /* (nullable): the part of it that is about the panel being drawn; the same */
  const IplPanelStyle *panel;
} IplStyle;

/* Helvetica, and what has its widths. Of those that stand in for it on Linux the first is that
 * which browsers take, so that a page of theirs looks like ours. */
#define IPL_STYLE_FAMILY "Liberation Sans, Arial, Helvetica, Nimbus Sans, sans"

void ipl_style_init (IplStyle *self, IplTheme theme, double font_pt);

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
IplColor ipl_style_verdict_color (const IplStyle *self, gboolean right);
IplColor ipl_style_attention_color (const IplStyle *self, double t);
IplColor ipl_style_diverging_color (const IplStyle *self, double t);
IplColor ipl_style_sign_color (const IplStyle *self, gboolean negative);
gboolean ipl_panel_style_take_range (const IplPanelStyle *self, IplAxisWay way, gboolean log,
                                     double *lo, double *hi);
void ipl_set_color (cairo_t *cr, IplColor color, double alpha);
void ipl_stroke (cairo_t *cr, IplColor color, double width);
void ipl_fill (cairo_t *cr, IplColor color, double alpha);
void ipl_set_dash (cairo_t *cr, IplDash dash, double line_width);
