/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

#include "figures/kit/color-map.h"

/* The axes of a plot: horizontal and vertical. */
typedef enum
{
  IPL_AXIS_X,
  IPL_AXIS_Y,
  IPL_N_AXES,
} IplAxisDirection;

/* Appearance of a panel, as set by the user. */
typedef struct _IplPanelStyle
{
  char *id;    /* id of the panel */
  char *title; /* (nullable): replaces its heading; "" for none */
  gboolean hides_legend;
  /* ends of its axes; NaN for those derived from the marks */
  double lo[IPL_N_AXES];
  double hi[IPL_N_AXES];
} IplPanelStyle;

typedef enum
{
  IPL_THEME_LIGHT, /* also for print: dark ink on white */
  IPL_THEME_DARK,
  IPL_THEME_CONTRAST,      /* black on white, heavier lines, no greys */
  IPL_THEME_CONTRAST_DARK, /* white on black */
} IplTheme;

/* Conventions that a figure follows. */
typedef enum
{
  IPL_LOOK_INTERPLAY, /* those of this program */
  /* those of the paper: positive U blue and negative red, theory as blue crosses, samples as
   * black dots, GP limits as red lines, accuracy in per cent, paths as π and π′ */
  IPL_LOOK_PAPER,
} IplLook;

/* Number of colours of paths. */
#define IPL_N_IDENTITIES 6

/* All that determines the appearance of a figure, apart from its data and size. Plain value. */
typedef struct
{
  char font_family[80]; /* Pango family list */
  double font_pt;       /* size of axis labels, in points */
  /* size of tick labels, legends and notes relative to @font_pt; 1 on paper, where all ordinary
   * text has the requested size */
  double label_share;
  double line_pt; /* width of a data line, in points */
  IplTheme theme;
  IplLook look;
  IplColor ink;          /* text and axes */
  IplColor faint;        /* grid lines, secondary text */
  IplColor paper;        /* background */
  IplColor accent;       /* selection and highlights */
  gboolean transparent;  /* leaves the background unpainted */
  gboolean has_controls; /* the figure is in the window, where handles can be dragged */
  gboolean has_heading;  /* the title of the panel appears above the figure */
  /* marks the width and the time of the scrubbers. Exported figures omit the marks unless
   * requested; in animations they move. */
  gboolean marks_shown;
  /* (nullable): appearance set by the user; taken from the view by the figure */
  const struct _IplFigureStyle *chosen;
  /* (nullable): the part of it for the current panel */
  const IplPanelStyle *panel;
} IplStyle;

/* Helvetica, and fonts with the same metrics. The first Linux substitute is that of browsers, so
 * that their pages match. */
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
gboolean ipl_panel_style_apply_range (const IplPanelStyle *self, IplAxisDirection direction,
                                      gboolean log, double *lo, double *hi);
void ipl_set_color (cairo_t *cr, IplColor color, double alpha);
void ipl_stroke (cairo_t *cr, IplColor color, double width);
void ipl_fill (cairo_t *cr, IplColor color, double alpha);
void ipl_set_dash (cairo_t *cr, IplDash dash, double line_width);
