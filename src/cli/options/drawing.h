/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How figures look, as the options of figure, animate, html and story say. */
#pragma once

#include "cli/options/options.h"

#include "figures/animation/animation-format.h"
#include "figures/pages/paper.h"
#include "figures/view/panel.h"
#include "figures/view/view.h"

/* The values of --theme and --look, %NULL-terminated, in the order of IplTheme and IplLook. */
extern const char *const cli_theme_names[];
extern const char *const cli_look_names[];

typedef struct
{
  char *panel_id;   /* (nullable) */
  char *style_file; /* (nullable) */
  char *size;
  double font_size; /* 0: what suits the size */
  double dpi;
  double fps;  /* of moving pictures: frames a second */
  double hold; /* and seconds for which they stand still */
  IplTheme theme;
  IplLook look;
  IplDisplay display;
  const IplPanel *panel;       /* cli_drawing_check() finds it */
  const IplFigureStyle *style; /* (nullable) */
} CliDrawing;

/* Finds the panel, all of them where none is named, and the style; TRUE if there is such a page. */
CliExit cli_drawing_check (CliDrawing *self);
/* Finds a panel by its name, which is borrowed, or all of them where that is %NULL. */
CliExit cli_drawing_choose (CliDrawing *self, char *given);
/* TRUE if there is such a page; @view: (nullable): what is drawn on it */
CliExit cli_drawing_make_page (const CliDrawing *self, const IplPanel *panel, const IplView *view,
                               IplPaper *page);

char *cli_list_panels (void); /* for a help text */

/* TRUE if moving pictures can be made in this format, at so many frames a second. */
CliExit cli_check_animation (const IplAnimationFormat *format, double fps);
