/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "figures/kit/color-map.h"
#include "figures/kit/style.h"

/* Marks at the width and the time shown. By default they appear in the window but not in files. */
typedef enum
{
  IPL_MARKS_AS_ALWAYS,
  IPL_MARKS_SHOWN,
  IPL_MARKS_HIDDEN,
} IplMarks;

/* Maximum length of titles and names, in characters. */
#define IPL_STYLE_MAX_TEXT 120

/* Maximum number of paths with a name or a color. */
#define IPL_STYLE_MAX_PATHS 1000

/* Appearance of a path, in every case with this path. */
typedef struct
{
  guint L;                     /* number of layers */
  guint heads[IPL_MAX_LAYERS]; /* [L] heads of the path, from 1 */
  char *name;                  /* (nullable): replaces the name of the case */
  gboolean has_color;          /* TRUE if @color is set */
  IplColor color;
} IplPathStyle;

/* Appearance of figures, as set by the user: titles, keys and axes of panels, names and colors
 * of paths. Other values are defaults. Reference-counted and immutable once a view holds it, so
 * that threads may read it. */
typedef struct _IplFigureStyle
{
  IplMarks marks; /* marks at the width and the time shown */
  /* (element-type IplPanelStyle): panels with a style, sorted by id */
  GPtrArray *panels;
  /* (element-type IplPathStyle): paths with a name or color, sorted by heads */
  GPtrArray *paths;
  /*< private >*/
  gatomicrefcount ref_count;
} IplFigureStyle;

IplFigureStyle *ipl_figure_style_new (void);
IplFigureStyle *ipl_figure_style_copy (const IplFigureStyle *self);
IplFigureStyle *ipl_figure_style_ref (const IplFigureStyle *self);
void ipl_figure_style_unref (const IplFigureStyle *self);
gboolean ipl_figure_style_is_plain (const IplFigureStyle *self);

const IplPanelStyle *ipl_figure_style_get_panel (const IplFigureStyle *self, const char *id);
IplPanelStyle *ipl_figure_style_edit_panel (IplFigureStyle *self, const char *id);

const IplPathStyle *ipl_figure_style_get_path (const IplFigureStyle *self,
                                               const IplCaseInfo *the_case, gsize path);
IplPathStyle *ipl_figure_style_edit_path (IplFigureStyle *self, guint L, const guint *heads);
const char *ipl_path_name (const IplFigureStyle *self, const IplCaseInfo *the_case, gsize path);
const char *ipl_path_short_name (const IplFigureStyle *self, const IplCaseInfo *the_case,
                                 gsize path);
char *ipl_path_style_key (const IplPathStyle *self);
void ipl_figure_style_tidy (IplFigureStyle *self);
gboolean ipl_style_text_is_usable (const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplFigureStyle, ipl_figure_style_unref)
