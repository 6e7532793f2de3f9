/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axes-frame.h"
#include "figures/kit/heat-map.h"
#include "figures/kit/legend.h"
#include "figures/plot/mark-role.h"
#include "figures/view/panel.h"
#include "figures/view/shown-paths.h"

/* A figure as a value: axes with marks, built by a panel (IplPanel.build). Layout, legend,
 * colour bar, drawing, highlights, picking, arrow keys, table and script follow from the marks. */

/* @n numbers, @stride apart, of the view or of the plot (ipl_plot_new_numbers()). A Python
 * script reads numbers of the trajectory from its file, and others by the NumPy expression
 * @source, such as "results[\"accuracy\"][ROWS]". Without @source it contains the numbers as
 * literals. */
typedef struct
{
  const double *data;
  gsize n, stride;
  const char *source; /* (nullable): static, interned or from ipl_plot_adopt_text() */
} IplNumbers;

/* Maps item @i of a mark to a target and back. @data is @item_data of the mark. */
typedef struct
{
  const char *name;   /* name of one item: "component" */
  IplTargetKind kind; /* kind of the targets; their first part is the index of the item */
  /* (nullable): target of item @i, if its first part is not @i */
  IplTarget (*make) (gsize i, gconstpointer data);
  /* (nullable): TRUE if a target is item @i or a part of it; NULL compares the first part */
  gboolean (*has) (const IplTarget *target, gsize i, gconstpointer data);
  gboolean (*fades) (gsize i, gconstpointer data); /* (nullable): TRUE if item @i is pale */
  gboolean is_of_plot; /* the marks describe the items even if a case is shown, instead of
                          ipl_target_describe() */
} IplItems;

extern const IplItems ipl_items_component;
extern const IplItems ipl_items_row; /* a token, or a width of the sweep */

typedef enum
{
  IPL_MARK_LINE,      /* a curve through (x, y); skips numbers that are not finite */
  IPL_MARK_POINTS,    /* a marker at each (x, y) */
  IPL_MARK_BARS,      /* a bar from y to lo (0 without lo) at each x */
  IPL_MARK_BAND,      /* an area between lo and hi along x */
  IPL_MARK_INTERVAL,  /* a line from lo to hi at each x */
  IPL_MARK_RULE,      /* y = offset + slope x across the plot */
  IPL_MARK_RULE_AT_X, /* x = offset across the plot */
  IPL_MARK_KEY,       /* a key only */
  IPL_MARK_HISTOGRAM, /* steps: y[i] between x[i] and x[i + 1] */
  IPL_MARK_RANGE,     /* not drawn: extends the axes to x, y, lo and hi */
} IplMarkKind;

/* Outputs that contain the numbers of a mark. */
typedef enum
{
  IPL_LISTED,          /* text and table */
  IPL_LISTED_IN_TABLE, /* table only */
  IPL_LISTED_NOWHERE,  /* none: another mark has the numbers, or they are not results */
} IplListed;

typedef struct
{
  IplMarkKind kind;
  IplNumbers x, y, lo, hi;
  IplRole role;
  char *label; /* (nullable): markup of its key, owned */
  char *brief; /* (nullable): short key, used if the legend is too high; "" for no key; owned */
  const char *words; /* (nullable): text at the left end of a level rule */
  IplKeyKind key;
  IplDash dash;
  double weight; /* line width relative to a data line */
  IplMarker marker;
  double size;  /* in text sizes: radius of a marker, or half the width of a cap; of a bar, half its
                   width on the axis; of a rule, radius of a marker near its right end: a cross with
                   a  wider stroke of paper colour below the rule, or a triangle at x */
  double alpha; /* opacity of fills */
  gboolean hollow;
  gboolean lies;         /* horizontal bars from lo to x at each y */
  gboolean outlined;     /* bars have an outline in their colour and a fill of opacity @alpha */
  gboolean breaks;       /* a line has a gap at numbers that are not finite */
  gboolean shows_points; /* a line has dots, if its points are far apart */
  gboolean dip;      /* a triangle marks the minimum of a line that falls to it and rises again */
  gboolean in_range; /* the offset of a rule extends the axes */
  gboolean interleaved;     /* successive lines are drawn in turns, so that none hides the others */
  gboolean ignored_by_axes; /* the mark does not extend the axes */
  gboolean averages;  /* points of a line too close to distinguish are drawn as their mean, with a
                         band from minimum to maximum */
  gboolean unclipped; /* points at the edge are not clipped */
  const gboolean *doubtful;  /* (nullable): [y.n] TRUE for hollow points with a warning above */
  const char *doubt;         /* (nullable): markup of the key of doubtful points; static */
  gboolean pick_by_x;        /* points are hovered at any height above or below them */
  gboolean draws_drop_lines; /* highlighted points have a ring and lines to both axes */
  gboolean color_by_item; /* points and bars have the colour of their item: its index replaces k of
                             the role */
  gboolean clamp_to_axis; /* points outside the vertical range are triangles at its end; a level
                             rule far outside is an arrow with its number */
  double shift_up;        /* upward shift of points, in text sizes */
  double shift_right; /* shift of points to the right, in text sizes; limited by the distance to the
                         next @pick_by_x */
  gsize n_shifted;    /* number of leading points that are shifted; 0 for all */
  double
      max_radius; /* maximum radius of a marker, in units of the horizontal axis; 0 for no limit */
  double slope, offset; /* of a rule; of bars, @offset is their shift along x */
  const IplItems
      *items; /* (nullable): items of the points or bars; of a line, the line is one item */
  gconstpointer item_data;
  gsize first;      /* index of the first item */
  gsize n_items;    /* number of leading points that are items; 0 for all */
  int moment;       /* moment of the targets; -1 for none */
  const char *part; /* (nullable): name of its SVG group */
  /* Name of the numbers in text and table: @series, else number @number of @array at each
   * moment, else the label, else the axis title. */
  const char *series; /* (nullable): plain text; static or from ipl_plot_adopt_text() */
  const IplTrajectoryArray *array; /* (nullable) */
  gsize number;
  const char *of;           /* (nullable): part of @array, if @number does not name it */
  IplNumbers error;         /* standard errors of y; n = 0 for none */
  const char *const *names; /* (nullable): [y.n] markup, replaces the numbers in the table */
  const char *each;         /* (nullable): name of one item, or of one part of @array */
  IplListed listed;
} IplMark;

/* An axis: x or y. */
typedef struct
{
  const char *title,
      *brief; /* (nullable): markup, long and short form; static or from ipl_plot_adopt_text() */
  double lo,
      hi; /* ends that hold as long as the marks stay within; NaN for the range of the marks */
  gboolean is_fixed; /* the ends are @lo and @hi for any marks */
  double pad;        /* padding beyond the marks, relative to their range */
  double least_pad;
  gboolean log;
  gboolean integer;  /* counts: ticks are integers */
  gboolean from_one; /* counts begin at 1, which is the first tick */
  gboolean ends;     /* ticks at the two ends, and in the middle if there is space */
  gboolean share;    /* fractions, in per cent with the conventions of the papers */
  gboolean positive; /* padding does not extend below 0 */
  const char *stop;  /* (nullable): label of x = INFINITY, beyond a break of the axis */
} IplPlotAxis;

/* A second scale above the plot: y as a function of the x of the plot. */
typedef struct
{
  const char *title, *brief; /* markup, long and short form; owned as in IplPlotAxis */
  IplNumbers x,
      y; /* both increasing: ticks at round y; if @x is empty, y are fractions at x = 0, 1, ... */
} IplPlotAbove;

#define IPL_PLOT_MAX_ABOVE 2

/* A named position along x. */
typedef struct
{
  double at;
  guint group;
  char *name;  /* markup, owned */
  char *brief; /* short form, used if names do not fit; owned */
} IplPlotCategory;

typedef struct _IplPlotAxes IplPlotAxes;
typedef struct _IplThumbnails IplThumbnails;

#define IPL_MAP_HEADINGS 3

/* A map of a plot with thumbnails (plot-thumbnails.h): a large one, or a small one with only a
 * heading. */
typedef struct
{
  gboolean is_small;
  IplTarget item; /* target of a small map; maps with the same target are parts of one small map */
  const char *headings[IPL_MAP_HEADINGS]; /* from long to short; owned by the plot */
  const char
      *limit; /* (nullable): shortest heading with the colour limit of a map with its own scale */
  gboolean is_shown; /* the small map is also drawn large */
  gboolean warns;
  IplNumbers ghost; /* numbers of a ghost, in the corners of the cells; n = 0 for none */
} IplMapCaption;

/* A facet: one of several maps with a common scale. */
typedef struct
{
  const IplItems *items; /* (nullable): the map is item @item of these */
  gsize item;
  gconstpointer item_data;
  double stroke; /* signed thickness of the frame relative to the thickest; 0 for a hairline */
  IplRole role;  /* colour of @side and of the heading */
  const char
      *side; /* (nullable): text left of the first map of a row; a heading if it appears below */
  const char *below[2]; /* (nullable): lines of text below the map */
  double frame;         /* set by the layout: thickness of the thickest frame, in points */
} IplPlotFacet;

/* Maps cells to targets and back. A target without a column is found in @shown_column, one
 * without a row in @shown_row. */
typedef struct
{
  IplTarget (*make) (const IplPlotAxes *axes, gsize row, gsize column);
  gboolean (*find) (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column);
  gboolean full_row;   /* a target identifies a row only */
  gboolean is_of_case; /* ipl_target_describe() describes the targets if a case is shown */
} IplCellItems;

extern const IplCellItems ipl_cells_of_rows;  /* row and component */
extern const IplCellItems ipl_cells_of_map;   /* cell index, counted from the bottom row */
extern const IplCellItems ipl_cells_of_paths; /* pairs of IplShownPaths */
/* Pairs of paths of a case. Each path has as many rows as outputs, if all outputs are shown. */
extern const IplCellItems ipl_cells_of_case_paths;

struct _IplPlotAxes
{
  GArray *marks;   /* of IplMark */
  GArray *numbers; /* of IplMark: numbers for text and table, not drawn; of a map, one number for
                      each cell */
  IplPlotAxis x, y;
  gboolean listed_from_top; /* reverses the order of keys, text and columns: the last marks, drawn
                             on top, come first */
  double aspect;            /* maximum ratio of the sides; 0 for no limit */
  double until;             /* marks beyond this x do not extend y */
  GArray *categories;       /* (nullable): of IplPlotCategory, sorted by group */
  const char *const *group_titles; /* (nullable): names of a group by its number from 1, from long
                                      to short, NULL-terminated; used without a title of x */
  gboolean names_elsewhere;        /* the names are drawn below the next axes */
  gboolean names_at_left;          /* names of horizontal bars, along y */
  IplPlotAbove above[IPL_PLOT_MAX_ABOVE]; /* a second axis, or rows of fractions */
  guint n_above;
  /* Axes in time: moments that can be hovered. Moments of the trajectory can be dragged. */
  const double *time; /* (nullable) */
  gsize n_times;
  gsize first_moment;   /* index of the first moment */
  gboolean of_training; /* moments of the learning curve of a case */
  double now;           /* x of the handle; INFINITY for x.stop; NaN for none */
  double now_value;     /* y of the ring; NaN for none */
  gboolean time_is_y;
  /* A matrix instead of numeric axes: columns along x, rows down y. The title of y names the
   * numbers in text, if that of the colour bar is not suitable. */
  gboolean is_map;
  IplHeatMapSpec map_spec;
  IplNumbers cells, cell_errors; /* standard errors of the cells; n = 0 for none */
  const IplCellItems *cell_items;
  gconstpointer cell_data;            /* (nullable): passed to @cell_items */
  const char *row_each, *column_each; /* (nullable): name of a row (or x) and of a column in text,
                                         if the title is not suitable */
  const char *const *names; /* (nullable): names in text of rows, of columns without @column_words,
                               or of categories in order */
  const char *const *column_words; /* (nullable): names of columns in text */
  int shown_column;                /* column of a target without a column; -1 for none */
  int shown_row;                   /* row of a target without a row; -1 for none */
  int cell_digits; /* decimals of the numbers in the cells, drawn if all fit; 0 for no numbers,
                      negative for a choice by the scale */
  gboolean cells_integer; /* counts: the numbers are integers */
  gboolean is_matrix;     /* the table has the shape of the map */
  IplMapCaption caption;
  const char *heading, *brief; /* (nullable): heading in a grid, long and short form; static or from
                                  ipl_plot_adopt_text() */
  gboolean is_hidden; /* in text and table but not drawn: no space, or only for the table */
  IplPlotFacet facet;
  double share; /* fraction of the height, or of the width for axes next to each other; 0 means 1 */
  /* Set by the layout. */
  IplLegend legend;
  gboolean keys_elsewhere; /* the legend of the plot has the keys */
  double legend_x, legend_y;
  double min_point_distance; /* minimum distance of points with @pick_by_x, in points */
  IplAxis above_axis;
  IplFrame frame;
  IplHeatMap map;
};

struct _IplPlot
{
  const IplView *view;
  const IplPanel *panel;
  IplLook look;    /* conventions of the program or of the papers */
  GPtrArray *axes; /* of IplPlotAxes */
  GPtrArray *owned;
  GPtrArray *notes; /* of char *: sentences at the end of the description */
  GPtrArray
      *ghosts; /* of IplPlot: plots of the ghosts of the view; pale marks borrow their numbers */
  gboolean keys_right; /* keys are right-aligned, otherwise centred */
  gboolean grid; /* axes with a common range in rows and columns, with titles and tick labels at the
                    edges only */
  guint grid_columns; /* columns of a grid or of facets; 0 for a choice by the area */
  GPtrArray *facets;  /* (nullable): of IplPlotAxes: maps in rows and columns with one colour bar.
                         Other axes supply text and table. Facets from @first_facet on are drawn as
                         far as they fit. */
  guint first_facet;
  gboolean keys_of_all;      /* one legend above all axes */
  IplThumbnails *thumbnails; /* (nullable): the axes are maps that share names and a colour bar */
  gboolean
      is_captioned_elsewhere; /* targets of a case that have a place in the plot have no caption */
  double row_aspect;          /* ratio of width to height above which axes are next to each other */
  gboolean
      shared_x; /* axes below each other have equal width and tick labels only below the last */
  double gap;   /* between axes, in text sizes */
  /* Set by the layout. */
  IplLegend legend; /* common legend of all axes */
  double legend_x, legend_y;
  const char *empty, *empty_more; /* (nullable): sentence that replaces the axes */
  IplRect area;                   /* of the sentence, or of a grid */
  IplRect grid_plots;             /* from the first plot of the grid to its last */
  gboolean is_left_out;           /* TRUE if there is no space */
  guint n_facets, facet_columns;  /* number of facets drawn */
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
const char *ipl_plot_adopt_text (IplPlot *self, char *text_take);
const char *ipl_plot_format (IplPlot *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
const char *const *ipl_plot_new_output_names (IplPlot *self);
const char *const *ipl_plot_new_path_names (IplPlot *self, const IplShownPaths *paths);
const IplShownPaths *ipl_plot_adopt_paths (IplPlot *self, IplShownPaths paths_take);
void ipl_plot_describe_paths (IplPlot *self, const IplShownPaths *paths);

/* Axes; a plot may have several. */
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

/* Marks. Each result is owned by the axes and valid until the next mark is added. Zero fields of
 * a mark get the default of its kind. */
IplMark *ipl_axes_add (IplPlotAxes *self, IplMark mark);
IplMark *ipl_axes_add_rule (IplPlotAxes *self, double slope, double offset, IplRole role,
                            char *label_take);
IplMark *ipl_axes_add_rule_at_x (IplPlotAxes *self, double x, IplRole role, char *label_take);
/* Adds contour lines of a level between the cell centres of a map. @cells: [rows x columns] from
 * the top row down, NaN for unknown. Returns NULL if there is no contour. */
IplMark *ipl_axes_add_contour (IplPlot *plot, IplPlotAxes *map, const double *cells, double level,
                               IplRole role);
IplMark *ipl_axes_add_key (IplPlotAxes *self, IplKeyKind kind, IplRole role, char *label_take);

/* Text and table without drawing: numbers, and sentences. */
IplMark *ipl_axes_list_numbers (IplPlotAxes *self, IplNumbers x, IplNumbers y, const char *series);
void ipl_axes_list_array (IplPlotAxes *self, const IplTrajectory *trajectory, const char *name,
                          IplListed listed);
IplNumbers ipl_plot_add_numbers (IplPlot *self, IplNumbers a, IplNumbers b, double factor);
void ipl_mark_set_error (IplPlot *plot, IplMark *mark, IplNumbers error);
void ipl_plot_add_note (IplPlot *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Keys common to several panels: unreliable theory, samples shown. */
void ipl_axes_add_theory_doubt (IplPlotAxes *self, const IplView *view, const char *markup);
void ipl_axes_add_posterior_keys (IplPlotAxes *self, const IplView *view);
void ipl_plot_note_doubt (IplPlot *self);

/* Curves of recorded arrays of the view's trajectory, against its times. */
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

/* Call ipl_plot_layout() before the functions below. */
void ipl_plot_layout (IplPlot *self, const IplStyle *style, double width, double height);
void ipl_plot_draw (const IplPlot *self, const IplStyle *style, cairo_t *cr);
void ipl_plot_highlight (const IplPlot *self, const IplStyle *style, const IplTarget *selected,
                         const IplTarget *hovered, cairo_t *cr);
IplTarget ipl_mark_make_target (const IplMark *mark, gsize i);
gboolean ipl_plot_pick (const IplPlot *self, const IplStyle *style, double x, double y,
                        IplTarget *target);
gboolean ipl_plot_drag_time (const IplPlot *self, const IplStyle *style, double from_x,
                             double from_y, double x, double y, IplParameters *parameters);
gboolean ipl_plot_pick_width (gconstpointer plot, const IplStyle *style, double x, double y,
                              double *N, gboolean *gp);
void ipl_axes_get_range (const IplPlotAxes *self, double x[2], double y[2]);
IplTarget ipl_plot_step (const IplPlot *self, const IplTarget *from, int dx, int dy);
gboolean ipl_plot_scroll (const IplPlot *self, const IplTarget *target, int rows, guint *first);
double ipl_axes_x (const IplPlotAxes *self, double value);
double ipl_axes_y (const IplPlotAxes *self, double value);

/* A bin of a curve: the points within one distinguishable width. */
typedef struct
{
  double x, mean, low, high;
  guint n;
} IplPlotPlace;

GArray *ipl_mark_places (const IplMark *mark, double end, guint n_bins); /* of IplPlotPlace */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplPlot, ipl_plot_free)
