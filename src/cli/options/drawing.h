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
  char *panel_id; /* what was given, NULL or 0 where nothing was */
  char *theme_id;
  char *look_id;
  char *style_file;
  char *heatmap_id;
  char *accuracy_lines_id;
  char *path_scale_id;
  char *heatmap_scale_id;
  char *map_quantity_id;
  char *size;
  double font_size;
  double dpi;
  int components;
  int paths_shown;
  double paths_share;
  gboolean shared_limits;
  gboolean normalised_kernels;
  gboolean map_load;
  int map_x, map_y;
  const IplPanel *panel; /* what that means; cli_drawing_parse() finds it */
  IplTheme theme;
  IplLook look;
  const IplFigureStyle *style; /* (nullable) */
  guint heatmap;               /* an #IplHeatmapMode, and so on */
  guint accuracy_lines;
  guint path_scale;
  guint heatmap_scale;
  guint map_quantity;
} CliDrawing;

void cli_drawing_clear (CliDrawing *self);

/* Finds what the words mean; those that were not given mean the first, or all panels. */
CliExit cli_drawing_parse (CliDrawing *self, const char *command);
/* TRUE if there is such a page; @view: (nullable): what is drawn on it */
CliExit cli_drawing_make_page (const CliDrawing *self, const char *command, const IplPanel *panel,
                               const IplView *view, IplPaper *page);
/* A view without results, which shows them so. @parameters: (nullable): say what was not given. */
IplView cli_drawing_view (const CliDrawing *self, const IplParameters *parameters);

char *cli_list_panels (void); /* for a help text */

/* TRUE if moving pictures can be made in this format, at so many frames a second. */
CliExit cli_check_animation (const char *command, const IplAnimationFormat *format, double fps);

/* Entries of its options. clang-format off */
#define CLI_PANEL_ENTRY(self, panels)                                                              \
  {                                                                                                \
    "panel", 'p', 0, G_OPTION_ARG_STRING, &(self).panel_id, panels, "PANEL"                        \
  }

#define CLI_SIZE_ENTRIES(self)                                                                     \
  { "size",                                                                                        \
    0,                                                                                             \
    0,                                                                                             \
    G_OPTION_ARG_STRING,                                                                           \
    &(self).size,                                                                                  \
    "neurips, icml, icml2, nature, nature2, slide, WxHin or WxHmm (default: neurips, of a story "  \
    "slide)",                                                                                      \
    "SIZE" },                                                                                      \
  {                                                                                                \
    "font-size", 0, 0, CLI_ARG_NUMBER,                                                             \
        CLI_NUMBER (REAL, (self).font_size, IPL_PAPER_MIN_FONT, IPL_PAPER_MAX_FONT),               \
        "text size in points (default: what suits the size)", "PT"                                 \
  }

#define CLI_DPI_ENTRY(self, help)                                                                  \
  {                                                                                                \
    "dpi", 0, 0, CLI_ARG_NUMBER,                                                                   \
        CLI_NUMBER (REAL, (self).dpi, IPL_PAPER_MIN_DPI, IPL_PAPER_MAX_DPI), help, "n"             \
  }

#define CLI_THEME_ENTRY(self)                                                                      \
  {                                                                                                \
    "theme", 0, 0, G_OPTION_ARG_STRING, &(self).theme_id,                                          \
        "light, dark, contrast or contrast-dark (default: light)", "THEME"                         \
  }

#define CLI_LOOK_ENTRIES(self)                                                                     \
  { "look",                                                                                        \
    0,                                                                                             \
    0,                                                                                             \
    G_OPTION_ARG_STRING,                                                                           \
    &(self).look_id,                                                                               \
    "own, or the paper's colours, marks and names (default: own)",                                 \
    "LOOK" },                                                                                      \
  {                                                                                                \
    "style", 0, 0, G_OPTION_ARG_FILENAME, &(self).style_file,                                      \
        "how figures look: panels, titles, keys, axes, paths; a file that Figure Style… saved, " \
        "or its text",                                                                             \
        "FILE"                                                                                     \
  }

/* What is shown of a map. */
#define CLI_MAP_ENTRIES(self)                                                                      \
  { "map-quantity",                                                                                \
    0,                                                                                             \
    0,                                                                                             \
    G_OPTION_ARG_STRING,                                                                           \
    &(self).map_quantity_id,                                                                       \
    "of a map: accuracy, gain, gp, off-diagonal, alignment, action, starts or u",                  \
    "QUANTITY" },                                                                                  \
      { "map-load",                                                                                \
        0,                                                                                         \
        0,                                                                                         \
        G_OPTION_ARG_NONE,                                                                         \
        &(self).map_load,                                                                          \
        "curves along the widths of a map over P/N",                                               \
        NULL },                                                                                    \
      { "map-x",                                                                                   \
        0,                                                                                         \
        0,                                                                                         \
        CLI_ARG_NUMBER,                                                                            \
        CLI_NUMBER (WHOLE, (self).map_x, 1, 100000),                                               \
        "which value of its first axis the cursor stands at, from 1",                              \
        "n" },                                                                                     \
  {                                                                                                \
    "map-y", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, (self).map_y, 1, 100000),                    \
        "the same along its second axis", "n"                                                      \
  }

#define CLI_SCALE_ENTRIES(self)                                                                    \
  { "accuracy-lines",                                                                              \
    0,                                                                                             \
    0,                                                                                             \
    G_OPTION_ARG_STRING,                                                                           \
    &(self).accuracy_lines_id,                                                                     \
    "what U the accuracy is of: full, beside it diagonal or levelled, or all (default: full)",     \
    "MODE" },                                                                                      \
      { "path-scale",                                                                              \
        0,                                                                                         \
        0,                                                                                         \
        G_OPTION_ARG_STRING,                                                                       \
        &(self).path_scale_id,                                                                     \
        "thickness of paths: own scale of the width, or of all widths linear or log (default: "    \
        "own, "                                                                                    \
        "where the width changes linear)",                                                         \
        "MODE" },                                                                                  \
      { "heatmap-scale",                                                                           \
        0,                                                                                         \
        0,                                                                                         \
        G_OPTION_ARG_STRING,                                                                       \
        &(self).heatmap_scale_id,                                                                  \
        "colours of U: linear, symlog, or off-diagonal for the range beside it (default: linear)", \
        "MODE" },                                                                                  \
      { "paths-shown",                                                                             \
        0,                                                                                         \
        0,                                                                                         \
        CLI_ARG_NUMBER,                                                                            \
        CLI_NUMBER (WHOLE, (self).paths_shown, 1, 100000),                                         \
        "of more paths than this only those of the largest U_pp are shown (default: 64)",          \
        "n" },                                                                                     \
      { "paths-share",                                                                             \
        0,                                                                                         \
        0,                                                                                         \
        CLI_ARG_NUMBER,                                                                            \
        CLI_NUMBER (REAL, (self).paths_share, 0, 1),                                               \
        "no paths whose U_pp is a smaller share of the largest (default: 0)",                      \
        "SHARE" },                                                                                 \
  {                                                                                                \
    "normalised-kernels", 0, 0, G_OPTION_ARG_NONE, &(self).normalised_kernels,                     \
        "kernels divided by their mean diagonals", NULL                                            \
  }
/* clang-format on */
