/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/kit/style.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

#include "core/experiments/experiment.h"
#include "shown/needs.h"

/* The controls beside the heading of a panel in a window. */
typedef enum
{
  IPL_CONTROL_TEST_SET = 1 << 1, /* it is about the chosen test set */
  IPL_CONTROL_EXAMPLES = 1 << 2, /* it shows a few sequences of many, which can be turned over */
  IPL_CONTROL_OUTPUTS = 1 << 3,  /* it is about the chosen outputs, where there are several */
} IplPanelControls;

/* The settings of the axes of a panel that can be chosen. */
typedef enum
{
  IPL_RANGE_X = 1 << 0,     /* the ends of its horizontal axis can be chosen */
  IPL_RANGE_Y = 1 << 1,     /* those of its vertical axis can */
  IPL_RANGE_LOG_X = 1 << 2, /* its horizontal axis is logarithmic */
  IPL_RANGE_LOG_Y = 1 << 3, /* its vertical axis is */
} IplPanelRanges;

/* The heights of a plot against time, and that its axis of time can be chosen. */
#define IPL_AGAINST_TIME .choice = &ipl_choice_time_axis, .height_narrow = 0.62, .height_wide = 0.36

#define IPL_RANGE_XY (IPL_RANGE_X | IPL_RANGE_Y)

/* It draws what has all of these recorded: a result in time, or with #IPL_NEEDS_TRAINING a
 * network in training. */
#define IPL_DRAWS_ARRAYS(...) .fits = ipl_panel_has_arrays, .arrays = { __VA_ARGS__ }

/* The cases that a panel draws, by their outputs. */
typedef enum
{
  IPL_PANEL_ANY_OUTPUTS,
  IPL_PANEL_SEVERAL_OUTPUTS,
  IPL_PANEL_SEVERAL_CLASSES, /* more than two */
} IplPanelOutputs;

typedef struct _IplPanel IplPanel;
typedef struct _IplPlot IplPlot; /* figures/plot */
typedef struct _IplCourse IplCourse;
typedef struct _IplMatrix IplMatrix;

/* A panel's place in a composite. */
typedef struct
{
  const IplPanel *panel; /* a single panel */
  /* its share of the height where the parts stand one below the other; all are as high where there
   * are rows, and as wide in one */
  double share;
} IplPanelPart;

#define IPL_PANEL_MAX_PARTS 12

/* A row of a composite. */
typedef struct
{
  guint n;      /* how many of a composite's parts stand beside each other */
  double share; /* the row's share of the height */
} IplPanelRow;

/* A figure: one panel, or a composite of several with letters. The entry is all that the rest of
 * the program knows about it. @draw, @overlay, @pick and @width_at are given what @layout_init made
 * of the same view, style and size, or %NULL where there is no @layout_init; layouts keep the
 * view's address. A composite has none of these five; its @describe follows the sentences of its
 * parts, and its @table, where it has one, stands for theirs. */
struct _IplPanel
{
  const char *id;    /* its name on the command line, in file names and in actions */
  const char *title; /* its heading, plain text */
  /* (nullable): the heading where labels are not +1 and -1, if it is another */
  const char *title_regression;
  /* (nullable): the heading in Pango markup where @title escaped will not do */
  const char *title_markup;
  const char *label; /* (nullable): of a composite, how menus and lists tell it from its page */
  /* (nullable): id of the experiment whose own result it draws; %NULL where it draws a case of
   * attention paths */
  const char *experiment;
  /* (nullable): whether it can draw a view, where @experiment does not say it; never asked of
   * views without a result */
  gboolean (*fits) (const IplPanel *self, const IplView *view);
  const char *arrays[3];   /* of IPL_DRAWS_ARRAYS */
  IplPanelOutputs outputs; /* of cases of attention paths, which of them */
  guint needs;             /* the parts of a view that it draws, #IplNeeds */
  guint controls;          /* what can be chosen about it, #IplPanelControls */
  guint ranges;            /* what can be chosen of its axes, #IplPanelRanges */
  const IplChoice *choice; /* (nullable): the ways to draw it that are chosen from */
  /* (nullable): the sentence it shows in the place of numbers, and in @more what can be done about
   * it; %NULL where there are numbers */
  const char *(*empty) (const IplView *view, const char **more);
  /* (nullable): the samples it shows of which a diagnostic fails, or %NULL */
  const IplPosteriorSummary *(*doubtful) (const IplView *view);

  /* (nullable): puts together the plot that it is, of which all of the following is made where it
   * is %NULL; a panel that is no plot has its own */
  void (*build) (IplPlot *plot, const IplView *view);
  /* (nullable): of a panel that is drawn by hand: puts its numbers into a plot that is not drawn,
   * of which sentences, the rest of the description and the table are made */
  void (*numbers) (IplPlot *plot, const IplView *view);
  const IplCourse *course; /* (nullable): what @build plots, where that is curves against time */
  const IplMatrix *matrix; /* (nullable): the same of matrices at a moment */
  gsize layout_size; /* bytes of what says where everything lies; 0 for a panel that needs none */
  /* works that out, in these */
  void (*layout_init) (gpointer layout, const IplView *view, const IplStyle *style, double width,
                       double height);
  void (*layout_clear) (gpointer layout); /* (nullable): frees what is in them */
  /* draws the static part, where there are numbers; as are the next two */
  void (*draw) (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr,
                double width, double height);
  /* (nullable): draws what is highlighted on top of it */
  void (*overlay) (gconstpointer layout, const IplView *view, const IplStyle *style,
                   const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
                   double height);
  /* (nullable): finds what is under a point */
  gboolean (*pick) (gconstpointer layout, const IplView *view, const IplStyle *style, double width,
                    double height, double x, double y, IplTarget *target);
  /* (nullable): the width N at a point, for dragging; %FALSE outside the plot */
  gboolean (*width_at) (gconstpointer layout, const IplStyle *style, double x, double y, double *N,
                        gboolean *gp);
  /* (nullable): changes the parameters as a drag from one point to another means it: a cell of a
   * map, the time shown; whether there is anything to drag at the first. A click is a drag to
   * where it began. @parameters are those from before the drag at its first call, and what it made
   * of them at the next */
  gboolean (*edit) (gconstpointer layout, const IplView *view, const IplStyle *style, double from_x,
                    double from_y, double x, double y, IplParameters *parameters);
  /* (nullable): one line of plain text with the numbers of what is hovered, where it is no thing of
   * a case or the panel knows others than the status line; %NULL where it is nothing of the panel's
   */
  char *(*say) (const IplTarget *target, const IplView *view);
  /* (nullable): the next thing in the direction of an arrow key; nothing where there is none */
  IplTarget (*step) (const IplTarget *from, const IplView *view, int dx, int dy);
  /* (nullable): what it shows; what the numbers of its plot are follows by itself */
  const char *sentence;
  /* (nullable): appends a few sentences that say what it shows, where @sentence will not do */
  void (*describe) (GString *text, const IplView *view);
  /* appends its numbers, tab separated below a heading line */
  void (*table) (GString *text, const IplView *view);

  double height_narrow; /* preferred height over width where a line holds few words */
  double height_wide;   /* preferred height over width elsewhere */
  /* (nullable): factor on the preferred height, by the number of paths */
  double (*growth) (gsize n_paths, gboolean narrow);

  const IplPanelPart *parts; /* (nullable) (array length=n_parts): the panels of a composite */
  guint n_parts;             /* how many; 0 for a single panel */
  /* (nullable) (array length=n_rows): which parts of a composite stand beside each other where it
   * is neither narrow nor high */
  const IplPanelRow *rows;
  guint n_rows;      /* how many; 0 where @left and @upper say it */
  double left;       /* a composite's left column over its width */
  double upper;      /* a composite's upper row over its height */
  double upper_tall; /* the same on a high page */
};

/* FALSE of a case of one output where it draws several. */
static inline gboolean
ipl_panel_takes_outputs (const IplPanel *self, const IplView *view)
{
  if (self->outputs == IPL_PANEL_ANY_OUTPUTS || view->the_case == NULL)
    return TRUE;
  if (self->outputs == IPL_PANEL_SEVERAL_CLASSES)
    return view->the_case->labels.kind == IPL_LABELS_CLASSES;
  return view->the_case->labels.outputs > 1;
}

/* The cases that it is of, in a sentence. */
static inline const char *
ipl_panel_get_cases (const IplPanel *self)
{
  static const char *const words[]
      = { "attention paths", "several outputs or classes", "more than two classes" };

  return words[self->outputs];
}

/* TRUE if the view holds the kind of result that the panel draws; a composite asks its parts. */
static inline gboolean
ipl_panel_fits (const IplPanel *self, const IplView *view)
{
  if (self->fits != NULL)
    return (view->the_case != NULL || view->own != NULL) && self->fits (self, view);
  if (self->experiment == NULL)
    return view->the_case != NULL && ipl_panel_takes_outputs (self, view);
  return view->own != NULL && g_str_equal (view->own->experiment->id, self->experiment);
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
