/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/kit/style.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

#include "core/experiments/experiment.h"
#include "shown/panel-data-flags.h"

/* Controls next to the heading of a panel in a window. */
typedef enum
{
  IPL_CONTROL_TEST_SET = 1 << 1, /* choice of the test set */
  IPL_CONTROL_EXAMPLES = 1 << 2, /* choice of the sequences shown, of many */
  IPL_CONTROL_OUTPUTS = 1 << 3,  /* choice of the outputs shown, if there are several */
} IplPanelControls;

/* Axis settings that a panel offers. */
typedef enum
{
  IPL_RANGE_X = 1 << 0,     /* ends of the horizontal axis */
  IPL_RANGE_Y = 1 << 1,     /* ends of the vertical axis */
  IPL_RANGE_LOG_X = 1 << 2, /* logarithmic horizontal axis */
  IPL_RANGE_LOG_Y = 1 << 3, /* logarithmic vertical axis */
} IplPanelRanges;

/* Heights of a plot against time, and the choice of its time axis. */
#define IPL_AGAINST_TIME .choice = &ipl_choice_time_axis, .height_narrow = 0.62, .height_wide = 0.36

#define IPL_RANGE_XY (IPL_RANGE_X | IPL_RANGE_Y)

/* The panel draws results that record all of these arrays: a result in time, or with
 * #IPL_NEEDS_TRAINING a network in training. */
#define IPL_DRAWS_ARRAYS(...) .fits = ipl_panel_has_arrays, .arrays = { __VA_ARGS__ }

/* The cases that a panel draws, by their outputs. */
typedef enum
{
  IPL_PANEL_ANY_OUTPUTS,
  IPL_PANEL_SEVERAL_OUTPUTS,
  IPL_PANEL_SEVERAL_CLASSES, /* more than two */
} IplPanelOutputs;

typedef struct _IplPanel IplPanel;
typedef struct _IplPlot IplPlot; /* defined in figures/plot */
typedef struct _IplTimeCurves IplTimeCurves;
typedef struct _IplMatrix IplMatrix;

/* A part of a composite. */
typedef struct
{
  const IplPanel *panel; /* a single panel */
  /* fraction of the height if the parts are below each other; parts in rows have equal height,
   * parts in one row equal width */
  double share;
} IplPanelPart;

#define IPL_PANEL_MAX_PARTS 12

/* A row of a composite. */
typedef struct
{
  guint n;      /* number of parts in the row */
  double share; /* fraction of the height */
} IplPanelRow;

/* A figure: one panel, or a composite of several with letters. The rest of the program knows a
 * figure only by this entry. @draw, @overlay and @pick get the layout made by @layout_init for
 * the same view, style and size, or %NULL without @layout_init. Layouts borrow the view. A
 * composite has none of these four; its @describe follows the sentences of its
 * parts, and its @table, if set, replaces theirs. */
struct _IplPanel
{
  const char *id;    /* name on the command line, in file names and in actions */
  const char *title; /* heading, plain text */
  /* (nullable): heading if labels are not +1 and -1 */
  const char *title_regression;
  /* (nullable): heading in Pango markup; NULL means @title escaped */
  const char *title_markup;
  const char *label; /* (nullable): name of a composite in menus and lists, if its page has the same
                        @title */
  /* (nullable): id of the experiment whose result it draws; %NULL for a case of attention paths */
  const char *experiment;
  /* (nullable): TRUE if it can draw a view; %NULL decides by @experiment. Requires a view with a
   * result. */
  gboolean (*fits) (const IplPanel *self, const IplView *view);
  const char *arrays[3];   /* set by IPL_DRAWS_ARRAYS */
  IplPanelOutputs outputs; /* required outputs of a case of attention paths */
  guint needs;             /* quantities that it draws, #IplNeeds */
  guint controls;          /* #IplPanelControls */
  guint ranges;            /* #IplPanelRanges */
  const IplChoice *choice; /* (nullable): choice between ways to draw it */
  gboolean drags_width;    /* a drag along x changes the width shown */
  /* (nullable): sentence for a panel without data, and in @more a suggestion; returns %NULL if
   * there is data */
  const char *(*empty) (const IplView *view, const char **more);
  /* (nullable): the samples shown, if a diagnostic fails for them; otherwise %NULL */
  const IplPosteriorSummary *(*doubtful) (const IplView *view);

  /* (nullable): builds its plot. The functions below that are %NULL use the plot. A panel
   * without a plot sets its own. */
  void (*build) (IplPlot *plot, const IplView *view);
  /* (nullable): for a hand-drawn panel: adds its numbers to a plot that is not drawn, for
   * captions, description and table */
  void (*numbers) (IplPlot *plot, const IplView *view);
  const IplTimeCurves *curves; /* (nullable): curves against time, for @build */
  const IplMatrix *matrix;     /* (nullable): matrices at a moment, for @build */
  gsize layout_size;           /* size of the layout in bytes; 0 for none */
  /* initialises a layout */
  void (*layout_init) (gpointer layout, const IplView *view, const IplStyle *style, double width,
                       double height);
  void (*layout_clear) (gpointer layout); /* (nullable): frees the contents of a layout */
  /* draws the static part; like the next two, called only if there is data */
  void (*draw) (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr,
                double width, double height);
  /* (nullable): draws highlights above the static part */
  void (*overlay) (gconstpointer layout, const IplView *view, const IplStyle *style,
                   const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
                   double height);
  /* (nullable): finds the target at a point */
  gboolean (*pick) (gconstpointer layout, const IplView *view, const IplStyle *style, double width,
                    double height, double x, double y, IplTarget *target);
  /* (nullable): changes the parameters by a click on a cell of the first map, or by a drag to it.
   * Returns %FALSE if the parameters are of another experiment. */
  gboolean (*choose_cell) (const IplView *view, gsize row, gsize column, IplParameters *parameters);
  /* (nullable): changes the parameters by a drag. A click is a drag to its start. @parameters are
   * those before the drag at the first call, and the result of the previous call afterwards.
   * Returns %TRUE if there is something to drag at the start. */
  gboolean (*edit) (gconstpointer layout, const IplView *view, const IplStyle *style, double from_x,
                    double from_y, double x, double y, IplParameters *parameters);
  /* (nullable): a line of plain text with the numbers of the hovered target, if the status line
   * does not have them; returns %NULL if the target is not in the panel */
  char *(*describe_target) (const IplTarget *target, const IplView *view);
  /* (nullable): the next target in the direction of an arrow key, or IPL_TARGET_NONE */
  IplTarget (*step) (const IplTarget *from, const IplView *view, int dx, int dy);
  /* (nullable): description of the panel; the numbers of its plot follow automatically */
  const char *sentence;
  /* (nullable): appends a description, if @sentence does not suffice */
  void (*describe) (GString *text, const IplView *view);
  /* appends its numbers as tab-separated lines below a heading */
  void (*table) (GString *text, const IplView *view);

  double height_narrow; /* preferred ratio of height to width in a narrow column */
  double height_wide;   /* preferred ratio of height to width elsewhere */
  /* (nullable): factor on the preferred height, by the number of paths */
  double (*growth) (gsize n_paths, gboolean narrow);

  const IplPanelPart *parts; /* (nullable) (array length=n_parts): panels of a composite */
  guint n_parts;             /* 0 for a single panel */
  /* (nullable) (array length=n_rows): rows of a composite, on pages that are neither narrow nor
   * high */
  const IplPanelRow *rows;
  guint n_rows;      /* 0 for a layout by @left and @upper */
  double left;       /* width of the left column relative to the composite */
  double upper;      /* height of the upper row relative to the composite */
  double upper_tall; /* the same on a high page */
};

/* FALSE if the panel draws several outputs and the case has one. */
static inline gboolean
ipl_panel_accepts_outputs (const IplPanel *self, const IplView *view)
{
  if (self->outputs == IPL_PANEL_ANY_OUTPUTS || view->the_case == NULL)
    return TRUE;
  if (self->outputs == IPL_PANEL_SEVERAL_CLASSES)
    return view->the_case->labels.kind == IPL_LABELS_CLASSES;
  return view->the_case->labels.outputs > 1;
}

/* Names the cases that the panel draws, within a sentence. */
static inline const char *
ipl_panel_get_cases (const IplPanel *self)
{
  static const char *const words[]
      = { "attention paths", "several outputs or classes", "more than two classes" };

  return words[self->outputs];
}

/* TRUE if the view holds the kind of result that the panel draws. A composite fits if one of its
 * parts does. */
static inline gboolean
ipl_panel_fits (const IplPanel *self, const IplView *view)
{
  if (self->fits != NULL)
    return (view->the_case != NULL || view->dynamics != NULL) && self->fits (self, view);
  if (self->experiment == NULL)
    return view->the_case != NULL && ipl_panel_accepts_outputs (self, view);
  return view->dynamics != NULL && g_str_equal (view->dynamics->experiment->id, self->experiment);
}

static inline gboolean
ipl_panel_is_composite (const IplPanel *self)
{
  return self->n_parts > 0;
}

gboolean ipl_panel_has_arrays (const IplPanel *self, const IplView *view);
const char *ipl_panel_chosen_title (const IplPanel *self, const IplView *view);
const char *ipl_panel_heading (const IplPanel *self, const IplView *view);
const char *ipl_panel_get_label (const IplPanel *self, const IplView *view);
char *ipl_panel_heading_markup (const IplPanel *self, const IplView *view);
