/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/frame.h"
#include "figures/kit/heat-map.h"
#include "figures/kit/legend.h"
#include "figures/plot/role.h"
#include "figures/view/panel.h"
#include "figures/view/shown-paths.h"

/* A figure as a value: axes with marks. A panel says which (IplPanel.build); layout, legend,
 * colour bar, drawing, highlighting, picking, arrow keys, table and script are made from them here,
 * once for all panels. */

/* Numbers of a view, or of the plot's own (ipl_plot_new_numbers): @n of them, @stride apart. A
 * script reads those of the view's trajectory from its file by themselves, others by @source (of
 * NumPy, "results[\"accuracy\"][ROWS]"), and has the numbers themselves where that is %NULL. */
typedef struct
{
  const double *data;
  gsize n, stride;
  const char *source; /* (nullable): static, interned or of ipl_plot_keep() */
} IplNumbers;

/* Things that targets are, by number; @data is that of the mark. */
typedef struct
{
  const char *name;   /* what one of them is called: "component" */
  IplTargetKind kind; /* of their targets, whose first part is the number of the thing */
  /* (nullable): the target of one where its number is another */
  IplTarget (*make) (gsize i, gconstpointer data);
  /* (nullable): whether a target is one, where not those alone with its number, or that of @make */
  gboolean (*has) (const IplTarget *target, gsize i, gconstpointer data);
  gboolean (*fades) (gsize i, gconstpointer data); /* (nullable): whether it is pale */
  gboolean
      is_of_plot; /* its marks describe them where a case is shown, not ipl_target_describe() */
} IplItems;

extern const IplItems ipl_items_component;
extern const IplItems ipl_items_row; /* a token, or a width of the sweep */

typedef enum
{
  IPL_MARK_LINE,      /* a curve through (x, y); what is not finite is passed over */
  IPL_MARK_POINTS,    /* a marker at each (x, y) */
  IPL_MARK_BARS,      /* from y to lo (0 where there is none) at each x */
  IPL_MARK_BAND,      /* between lo and hi along x */
  IPL_MARK_INTERVAL,  /* from lo to hi at each x */
  IPL_MARK_RULE,      /* y = offset + slope x across the plot; at x = offset where it stands */
  IPL_MARK_KEY,       /* nothing but a key */
  IPL_MARK_HISTOGRAM, /* steps: y between each two of x, which is one more */
  IPL_MARK_RANGE,     /* not drawn: the axes take in x, y, lo and hi */
} IplMarkKind;

/* Where the numbers of a mark are told. */
typedef enum
{
  IPL_TOLD,          /* in sentences and in the table */
  IPL_TOLD_IN_TABLE, /* in the table alone */
  IPL_TOLD_NOWHERE,  /* another mark has them, or they are no numbers of the result */
} IplTold;

typedef struct
{
  IplMarkKind kind;
  IplNumbers x, y, lo, hi;
  IplRole role;
  char *label;       /* (nullable): markup of its key, owned */
  char *brief;       /* (nullable): that where keys would be too high, "" for none; owned */
  const char *words; /* (nullable): written on a level rule's left end */
  IplKeyKind key;
  IplDash dash;
  double weight; /* of its lines, over that of a data line */
  IplMarker marker;
  double size;  /* radius of a marker, half the width of a bar on the axis or of a cap,
                   in text sizes; of a rule's marker near its right end, where it has one */
  double alpha; /* of what is filled */
  gboolean hollow;
  gboolean lies;         /* bars reach from lo to x at each y */
  gboolean outlined;     /* bars have an outline of their colour, and are filled by @alpha */
  gboolean breaks;       /* a line is broken where a number is not finite */
  gboolean shows_points; /* a line's points that stand apart are marked */
  gboolean dip;          /* a line's least value is marked where it falls to it and rises again */
  gboolean upright;      /* a rule stands at x */
  gboolean in_range;     /* the axes take in a rule's offset */
  gboolean halo;         /* a rule lies on a wider one of paper */
  gboolean interleaved; /* lines that follow each other are drawn by turns: none hides the others */
  gboolean ignored_by_axes; /* the axes do not take it in */
  gboolean averages; /* points of a line that cannot be distinguished are one: their mean, in a band
                        over all of them */
  gboolean unclipped;        /* points at the edge are drawn whole */
  const gboolean *doubtful;  /* (nullable): [y.n] points that are hollow, with a warning above */
  const char *doubt;         /* (nullable): markup of the key of these; static */
  gboolean pick_by_x;        /* points are hovered anywhere above or below them */
  gboolean draws_drop_lines; /* highlighted points have a ring, and lines to both axes */
  gboolean
      color_by_item; /* points and bars have the colours of their items: the role's k is the item */
  gboolean clamp_to_axis; /* points beyond the vertical axis stand at its end, as a triangle, and a
                    level rule far beyond the rest as an arrow with its number */
  double shift_up;        /* of points above their place, in text sizes */
  double shift_right;     /* of points to the right of it, nowhere near the next @pick_by_x */
  gsize n_shifted;        /* of so many of the first points; 0 for all */
  double max_radius;      /* greatest radius of a marker on the horizontal axis; 0 for any */
  double slope, offset;   /* of a rule; bars stand @offset beside their x */
  const IplItems
      *items; /* (nullable): what points and bars are, one by one, and a line as a whole */
  gconstpointer item_data;
  gsize first;      /* number of the first item */
  gsize n_items;    /* how many of the points are items; 0 for all */
  int moment;       /* of their targets, beside the item; -1 for none */
  const char *part; /* (nullable): its group in SVG */
  /* What its numbers are in words and in the table: @series, else number @number of @array at each
   * moment, else its label, else the title of the axis. */
  const char *series;              /* (nullable): plain text; static or of ipl_plot_keep() */
  const IplTrajectoryArray *array; /* (nullable) */
  gsize number;
  const char *of;   /* (nullable): which of the array's parts it is, where @number will not do */
  IplNumbers error; /* of y, or none */
  const char *const *names; /* (nullable): [y.n] in the place of these in the table, markup */
  const char *each; /* (nullable): what one of its items, or of its array's parts, is called */
  IplTold told;
} IplMark;

/* One of the two axes. */
typedef struct
{
  const char *title, *brief; /* (nullable): markup, and where there is less room; borrowed, or of
                                ipl_plot_keep() */
  double lo, hi;     /* held at least, and exactly where the marks stay within; NaN: the marks'
                        own range */
  gboolean is_fixed; /* the ends are @lo and @hi wherever the marks are */
  double pad;        /* beyond the marks' own range, over it */
  double least_pad;
  gboolean log;
  gboolean whole;    /* counts: no fractions at its ticks */
  gboolean from_one; /* and the first tick is 1 */
  gboolean ends;     /* ticks at its ends alone, and in the middle where there is room */
  gboolean share;    /* shares, which a paper states in per cent */
  gboolean positive; /* room beyond the marks ends at 0 */
  const char *stop;  /* (nullable): what stands for x = INFINITY, beyond a break of the axis */
} IplPlotAxis;

/* Numbers above the plot that belong to those of x. */
typedef struct
{
  const char *title, *brief; /* markup, and where there is less room; as of an axis */
  IplNumbers x, y; /* both rising: ticks stand where y is round; the shares of the first that
                      @y is at x = 0, 1, ... where @x is empty */
} IplPlotAbove;

#define IPL_PLOT_MAX_ABOVE 2

/* One of the things along x, which have names in the place of numbers. */
typedef struct
{
  double at;
  guint group;
  char *name;  /* markup, owned */
  char *brief; /* where names have no room, owned */
} IplPlotCategory;

typedef struct _IplPlotAxes IplPlotAxes;
typedef struct _IplThumbnails IplThumbnails;

#define IPL_MAP_HEADINGS 3

/* A map that is one of several of a shape (plot-thumbnails.h): a large one, or a small one that has
 * nothing but a heading. */
typedef struct
{
  gboolean is_small;
  IplTarget item; /* of a small one: what it is; those of one item stand beside each other */
  const char *headings[IPL_MAP_HEADINGS]; /* the longest first; kept by the plot */
  const char *limit; /* (nullable): of the map's own colours: what no heading leaves out */
  gboolean is_shown; /* it is the one that is large, too */
  gboolean warns;
  IplNumbers kept; /* of a view that was kept: in the corners of the cells; or none */
} IplMapCaption;

/* One of several maps on one scale, as a part of its plot. */
typedef struct
{
  const IplItems *items; /* (nullable): what it is as a whole: item @item */
  gsize item;
  gconstpointer item_data;
  double stroke;    /* thickness of its frame over the thickest, with a sign; 0 for a hairline */
  IplRole role;     /* of @side and of its axes' heading */
  const char *side; /* (nullable): left of the first of a row; as a heading, here as below */
  const char *below[2]; /* (nullable): lines below it */
  double frame;         /* made by the layout: thickness of the thickest frame */
} IplPlotFacet;

/* The targets of the cells of a map, and where a target is; @shown_column is that of a row alone,
 * @shown_row of a column alone. */
typedef struct
{
  IplTarget (*make) (const IplPlotAxes *axes, gsize row, gsize column);
  gboolean (*find) (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column);
  gboolean whole_row;  /* its row is what a target says */
  gboolean is_of_case; /* ipl_target_describe() describes them where a case is shown */
} IplCellItems;

extern const IplCellItems ipl_cells_of_rows;  /* row and component */
extern const IplCellItems ipl_cells_of_map;   /* cell, counted from below */
extern const IplCellItems ipl_cells_of_paths; /* pairs of IplShownPaths */
/* The same of the case shown, with as many rows a path as it has outputs where all are shown. */
extern const IplCellItems ipl_cells_of_case_paths;

struct _IplPlotAxes
{
  GArray *marks;   /* of IplMark */
  GArray *numbers; /* of IplMark that are not drawn, but are told; of a map a number a cell */
  IplPlotAxis x, y;
  gboolean told_from_top; /* keys, words and columns of the last marks, drawn above others, come
                             first */
  double aspect;          /* greatest ratio of the sides; 0 for any */
  double until;           /* x from which marks do not count for the range of y */
  GArray *categories;     /* (nullable): of IplPlotCategory, by their groups */
  const char *const
      *group_titles;        /* (nullable): what a group is called by its number from 1, longer
                               ones first, ended by %NULL; where there is no title of x */
  gboolean names_elsewhere; /* they stand below the axes below */
  gboolean names_at_left;   /* of bars that lie: along y in the place of x */
  IplPlotAbove above[IPL_PLOT_MAX_ABOVE]; /* an axis, or rows of shares */
  guint n_above;
  /* In time: moments that can be hovered, and dragged to where they are the trajectory's. */
  const double *time; /* (nullable) */
  gsize n_times;
  gsize first_moment;   /* number of the first */
  gboolean of_training; /* they are points of the learning curve */
  double now;           /* the x that is shown, with a handle; INFINITY at the stop; NaN for none */
  double now_value;     /* y of a ring there; NaN for none */
  gboolean time_is_y;
  /* A matrix in the place of the axes' range: columns along x, rows down y; the title of y is what
   * words call its numbers, where that of its bar will not do. */
  gboolean is_map;
  IplHeatMapSpec map_spec;
  IplNumbers cells, cell_errors; /* standard errors of these, or none */
  const IplCellItems *cell_items;
  gconstpointer cell_data;            /* (nullable): for these */
  const char *row_each, *column_each; /* (nullable): what a row, or x, and a column is called, where
                                         the title will not do */
  const char *const *names; /* (nullable): what words call rows, and columns without names, or
                               categories in the order of their numbers */
  const char *const *column_words; /* (nullable): what words call columns */
  int shown_column;                /* of a target that is a row alone; -1 for none */
  int shown_row;                   /* of a target that is a column alone; -1 for none */
  int cell_digits;                 /* of the numbers in the cells, where all fit; 0 for none, below
                                      0 for as many decimals as suit the scale */
  gboolean cells_whole;            /* counts: the numbers have no fractions */
  gboolean is_matrix;              /* its table has the shape of the map */
  IplMapCaption caption;
  const char *heading,
      *brief;         /* (nullable): above axes of a grid, borrowed or of ipl_plot_keep() */
  gboolean is_hidden; /* told and not drawn: there is no room, or it is for the table alone */
  IplPlotFacet facet;
  double share; /* of the height where axes stand below each other, or of the width; 0 is 1 */
  /* Made by the layout. */
  IplLegend legend;
  gboolean keys_elsewhere; /* they are the plot's */
  double legend_x, legend_y;
  double min_point_distance; /* of points @pick_by_x */
  IplAxis above_axis;
  IplFrame frame;
  IplHeatMap map;
};

struct _IplPlot
{
  const IplView *view;
  const IplPanel *panel;
  IplLook look;    /* whose conventions it follows */
  GPtrArray *axes; /* of IplPlotAxes */
  GPtrArray *kept;
  GPtrArray *notes;    /* of sentences that its description ends with */
  GPtrArray *ghosts;   /* of IplPlot: of the view's ghosts, whose numbers pale marks are */
  gboolean keys_right; /* keys stand at the right, else in the middle */
  gboolean
      grid; /* axes of one range stand in rows and columns; titles, and numbers, at the edges */
  guint grid_columns; /* of a grid or of facets; 0 for what suits the area */
  GPtrArray *facets;  /* (nullable): of axes: maps in rows and columns with one bar, told by other
                         axes; as many as have room, from @first_facet on */
  guint first_facet;
  gboolean keys_of_all;      /* those of all stand above them */
  IplThumbnails *thumbnails; /* (nullable): its axes are maps that share names and a colour bar */
  gboolean is_captioned_elsewhere; /* of a case, what has a place in the plot has no caption */
  double beside;     /* width over height from which several axes stand beside each other */
  gboolean shared_x; /* axes below each other are as wide, with numbers below the last alone */
  double gap;        /* between these, in text sizes */
  /* Made by the layout. */
  IplLegend legend; /* of all axes */
  double legend_x, legend_y;
  const char *empty, *empty_more; /* (nullable): the sentence instead of axes */
  IplRect area;                   /* of that, or of a grid */
  IplRect grid_plots;             /* from its first plot to its last */
  gboolean is_left_out;           /* there is no room */
  guint n_facets, facet_columns;  /* that are drawn */
  double facet_gap;
  IplRect facet_bar;
  IplAxis facet_bar_axis;
};

IplPlot *ipl_plot_new (const IplPanel *panel, const IplView *view);
IplPlot *ipl_plot_build (const IplPanel *panel, const IplView *view, IplLook look);
IplPlot *ipl_plot_build_numbers (const IplPanel *panel, const IplView *view);
void ipl_plot_free (IplPlot *self);
double *ipl_plot_new_numbers (IplPlot *self, gsize n);
IplNumbers ipl_plot_new_steps (IplPlot *self, gsize n, double first, double step);
const char **ipl_plot_new_names (IplPlot *self, gsize n);
const char *ipl_plot_keep (IplPlot *self, char *text_take);
const char *ipl_plot_format (IplPlot *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
const char *const *ipl_plot_keep_outputs (IplPlot *self);
const char *const *ipl_plot_keep_path_names (IplPlot *self, const IplShownPaths *paths);
const IplShownPaths *ipl_plot_keep_paths (IplPlot *self, IplShownPaths paths_take);
void ipl_plot_describe_paths (IplPlot *self, const IplShownPaths *paths);

/* Axes, of which a plot may have several. */
IplPlotAxes *ipl_plot_add_axes (IplPlot *self);
IplPlotAxes *ipl_plot_add_time_axes (IplPlot *self);
IplPlotAxes *ipl_plot_add_log_time_axes (IplPlot *self);
IplPlotAxes *ipl_plot_add_map (IplPlot *self, gsize rows, gsize columns, IplNumbers cells);
IplPlotAxes *ipl_plot_add_map_without_scale (IplPlot *self, gsize rows, gsize columns,
                                             IplNumbers cells);
IplPlotAxes *ipl_plot_add_facet (IplPlot *self, gsize n, IplNumbers cells, double middle,
                                 double limit);
void ipl_axes_add_category (IplPlotAxes *self, double at, guint group, char *name_take,
                            char *brief_take);
IplPlotAxes *ipl_plot_get_axes (const IplPlot *self, guint i);
void ipl_plot_scale_map (const IplPlot *self, IplPlotAxes *map, const char *name, guint moment);
void ipl_plot_scale_order (const IplPlot *self, IplPlotAxes *map, const char *name);
void ipl_plot_add_head_order (IplPlot *self, gsize heads);

/* Marks: the result is the axes' own, to be changed before the next is added. Of a literal, what
 * is 0 is what most marks of its kind have. */
IplMark *ipl_axes_add (IplPlotAxes *self, IplMark mark);
IplMark *ipl_axes_add_line (IplPlotAxes *self, IplNumbers x, IplNumbers y, IplRole role,
                            char *label_take);
IplMark *ipl_axes_add_points (IplPlotAxes *self, IplNumbers x, IplNumbers y, IplRole role,
                              char *label_take);
IplMark *ipl_axes_add_bars (IplPlotAxes *self, IplNumbers x, IplNumbers y, IplRole role,
                            char *label_take);
IplMark *ipl_axes_add_band (IplPlotAxes *self, IplNumbers x, IplNumbers lo, IplNumbers hi,
                            IplRole role, char *label_take);
IplMark *ipl_axes_add_intervals (IplPlotAxes *self, IplNumbers x, IplNumbers lo, IplNumbers hi,
                                 IplRole role, char *label_take);
IplMark *ipl_axes_add_rule (IplPlotAxes *self, double slope, double offset, IplRole role,
                            char *label_take);
IplMark *ipl_axes_add_rule_at_x (IplPlotAxes *self, double x, IplRole role, char *label_take);
/* Lines of a level between the middles of the cells of a map: [rows x columns], rows from above,
 * NaN for none; %NULL where it is nowhere. */
IplMark *ipl_axes_add_contour (IplPlot *plot, IplPlotAxes *map, const double *cells, double level,
                               IplRole role);
IplMark *ipl_axes_add_key (IplPlotAxes *self, IplKeyKind kind, IplRole role, char *label_take);

IplMark *ipl_axes_add_range (IplPlotAxes *self, IplNumbers x, IplNumbers y);

/* What is told and not drawn: numbers, and a sentence. */
IplMark *ipl_axes_tell (IplPlotAxes *self, IplNumbers x, IplNumbers y, const char *series);
void ipl_axes_tell_array (IplPlotAxes *self, const IplTrajectory *trajectory, const char *name,
                          IplTold told);
IplNumbers ipl_plot_add_numbers (IplPlot *self, IplNumbers a, IplNumbers b, double factor);
void ipl_mark_set_error (IplPlot *plot, IplMark *mark, IplNumbers error);
void ipl_plot_add_note (IplPlot *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Keys that several panels have: of a doubtful theory, of the samples that are shown. */
void ipl_axes_add_theory_doubt (IplPlotAxes *self, const IplView *view, const char *markup);
void ipl_axes_add_posterior_keys (IplPlotAxes *self, const IplView *view);
void ipl_plot_note_doubt (IplPlot *self);

/* Curves of arrays of the view's trajectory, against its times. */
IplMark *ipl_axes_add_number (IplPlotAxes *self, const IplTrajectory *trajectory, const char *name,
                              gsize component, IplRole role, char *label_take);
guint ipl_axes_add_array (IplPlotAxes *self, const IplTrajectory *trajectory, const char *name,
                          const char *one);
IplMark *ipl_plot_add_mean (IplPlot *self, IplPlotAxes *axes, const IplTrajectoryArray *array,
                            gsize first, gsize apart, gsize n, IplRole role, char *label_take);
void ipl_axes_add_seeds_key (IplPlotAxes *self, gsize n);
void ipl_plot_title_by_array (IplPlot *self, IplPlotAxes *axes, const IplTrajectory *trajectory,
                              const char *name, const char *brief);

IplNumbers ipl_numbers (const double *data, gsize n);
IplNumbers ipl_numbers_at (const IplTrajectory *trajectory, const char *name, guint moment);
double ipl_round_up (double value);
char *ipl_numbers_choose (const char *name, guint moment, const gsize *rows, gsize n_rows,
                          const gsize *columns, gsize n_columns);
static inline double
ipl_numbers_get (const IplNumbers *self, gsize i)
{
  return self->data[i * self->stride];
}

/* Layout, then the rest in any order. */
void ipl_plot_layout (IplPlot *self, const IplStyle *style, double width, double height);
void ipl_plot_draw (const IplPlot *self, const IplStyle *style, cairo_t *cr);
void ipl_plot_highlight (const IplPlot *self, const IplStyle *style, const IplTarget *selected,
                         const IplTarget *hovered, cairo_t *cr);
IplTarget ipl_mark_make_target (const IplMark *mark, gsize i);
gboolean ipl_plot_pick (const IplPlot *self, const IplStyle *style, double x, double y,
                        IplTarget *target);
gboolean ipl_plot_edit (const IplPlot *self, const IplStyle *style, double from_x, double from_y,
                        double x, double y, IplParameters *parameters);
gboolean ipl_plot_width_at (gconstpointer plot, const IplStyle *style, double x, double y,
                            double *N, gboolean *gp);
void ipl_axes_get_range (const IplPlotAxes *self, double x[2], double y[2]);
IplTarget ipl_plot_step (const IplPlot *self, const IplTarget *from, int dx, int dy);
gboolean ipl_plot_scroll (const IplPlot *self, const IplTarget *target, int rows, guint *first);
double ipl_axes_x (const IplPlotAxes *self, double value);
double ipl_axes_y (const IplPlotAxes *self, double value);
double ipl_axes_column (const IplPlotAxes *self, double x);

/* One place of a curve: the points that fall on it. */
typedef struct
{
  double x, mean, low, high;
  guint n;
} IplPlotPlace;

GArray *ipl_mark_places (const IplMark *mark, double end, guint n_bins); /* of IplPlotPlace */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplPlot, ipl_plot_free)
