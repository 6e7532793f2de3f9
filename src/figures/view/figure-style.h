/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "figures/kit/color-map.h"
#include "figures/kit/style.h"

/* TRUE if the width and the time shown are marked: as always, which is in the window and not on
 * paper, or here and there alike. */
typedef enum
{
  IPL_MARKS_AS_ALWAYS,
  IPL_MARKS_SHOWN,
  IPL_MARKS_HIDDEN,
} IplMarks;

/* Titles and names longer than this would have room nowhere. */
#define IPL_STYLE_MAX_TEXT 120

/* Paths that have a name or a color. */
#define IPL_STYLE_MAX_PATHS 1000

/* How a path looks, in every case that has it. */
typedef struct
{
  guint L;                     /* layers that the path goes through */
  guint heads[IPL_MAX_LAYERS]; /* [L] its heads, from 1 */
  char *name;                  /* (nullable): what it is called, in place of the case's own name */
  gboolean has_color;          /* whether it has */
  IplColor color;              /* this color */
} IplPathStyle;

/* How figures look, as far as the user chose it: titles, keys and axes of panels, what paths are
 * called and which colors they have. What it does not say is as always. Reference-counted; never
 * changed once a view has it, so that threads may read it. */
typedef struct _IplFigureStyle
{
  IplMarks marks; /* whether the width and the time shown are marked */
  /* (element-type IplPanelStyle): panels that look other than always, by their ids */
  GPtrArray *panels;
  /* (element-type IplPathStyle): paths that have names or colors of their own, by their heads */
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
