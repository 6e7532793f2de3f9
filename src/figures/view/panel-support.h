/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the files of this folder (and its tests) share; nothing outside reads it. */

#include "figures/output/export.h"
#include "figures/output/figure.h"

G_BEGIN_DECLS

typedef struct
{
  double x, y, w, h;
} IplRect;

static inline gboolean
ipl_rect_contains (const IplRect *self, double x, double y)
{
  return x >= self->x && x < self->x + self->w && y >= self->y && y < self->y + self->h;
}

/* style.c: colours and derived sizes */
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
IplColor ipl_style_rank_color (const IplStyle *self, gsize rank, gsize count);
IplColor ipl_style_path_color (const IplStyle *self, const IplCase *the_case, gsize path);
IplColor ipl_style_theory_color (const IplStyle *self);
IplColor ipl_style_gp_color (const IplStyle *self, guint line);
IplDash ipl_style_gp_dash (guint line);
IplColor ipl_style_sample_color (const IplStyle *self);
IplColor ipl_style_chain_color (const IplStyle *self, guint chain);
IplColor ipl_style_trained_color (const IplStyle *self);
IplColor ipl_style_verdict_color (const IplStyle *self, gboolean right);
IplColor ipl_style_attention_color (const IplStyle *self, double t);
IplColor ipl_style_sign_color (const IplStyle *self, gboolean negative);
void ipl_set_color (cairo_t *cr, IplColor color, double alpha);
void ipl_set_dash (cairo_t *cr, IplDash dash, double line_width);

/* color-map.c */
IplColor ipl_color_from_oklab (double L, double a, double b);
void ipl_color_to_oklab (IplColor color, double *L, double *a, double *b);
IplColor ipl_color_mix (IplColor from, IplColor to, double t);
IplColor ipl_color_from_lch (double L, double C, double hue_degrees);
double ipl_color_luminance (IplColor color);
IplColor ipl_color_map_diverging (double t, gboolean dark);
IplColor ipl_color_map_sequential (double t);

/* text.c: Pango markup in points, the same at every resolution */
typedef struct
{
  double w, h;                       /* logical extents */
  double ink_x, ink_y, ink_w, ink_h; /* from the logical box's top left corner */
} IplTextSize;

typedef void (*IplTextRecorder) (const char *markup, double size, const IplRect *ink,
                                 gpointer data);

void ipl_text_measure (const IplStyle *style, const char *markup, double size, IplTextSize *out);
double ipl_text_width (const IplStyle *style, const char *markup, double size);
double ipl_text_height (const IplStyle *style, double size);
void ipl_text_draw (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                    IplColor color, double x, double y, double anchor_x, double anchor_y);
void ipl_text_draw_up (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                       IplColor color, double x, double y);
void ipl_text_draw_up_within (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                              IplColor color, double x, double y, double top, double bottom);
void ipl_text_draw_fitted (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                           IplColor color, double x, double y, double max_width);
void ipl_text_set_recorder (IplTextRecorder recorder, gpointer data);

/* number.c: numbers as text, with U+2212 for minus */
char *ipl_number_text (double value, int significant);
char *ipl_number_markup (double value, int significant);
char *ipl_number_fixed (double value, int decimals);

/* axis.c */
#define IPL_AXIS_MAX_TICKS 40
#define IPL_AXIS_MAX_MINOR 200

/* A range, where its ticks lie and what they say. */
typedef struct
{
  double lo, hi;
  gboolean log;
  guint n;
  double at[IPL_AXIS_MAX_TICKS];
  char label[IPL_AXIS_MAX_TICKS][48];
  guint n_minor;
  double minor[IPL_AXIS_MAX_MINOR];
  double label_w; /* widest label */
  double label_h;
} IplAxis;

void ipl_axis_init (IplAxis *self, const IplStyle *style, double lo, double hi, gboolean log,
                    double length, gboolean vertical);
double ipl_axis_fraction (const IplAxis *self, double value);
double ipl_axis_value (const IplAxis *self, double fraction);
double ipl_axis_tick_length (const IplStyle *style);
double ipl_axis_first_overhang (const IplAxis *self, const IplStyle *style, double length);
double ipl_axis_last_overhang (const IplAxis *self, const IplStyle *style, double length);
void ipl_axis_draw_x (const IplAxis *self, const IplStyle *style, cairo_t *cr, double x, double y,
                      double length);
void ipl_axis_draw_y (const IplAxis *self, const IplStyle *style, cairo_t *cr, double x, double y,
                      double length, gboolean labels_right);

/* legend.c: keys in rows from left to right */
typedef enum
{
  IPL_KEY_NONE, /* text alone */
  IPL_KEY_LINE,
  IPL_KEY_CROSS,       /* line with a cross and an error bar */
  IPL_KEY_CROSS_ALONE, /* cross without a line */
  IPL_KEY_DOT,         /* filled dot */
  IPL_KEY_DOT_HOLLOW,  /* hollow dot */
  IPL_KEY_INTERVAL,    /* filled dot on a bar */
  IPL_KEY_WARNING,     /* triangle with a mark */
  IPL_KEY_BAR,         /* filled bar */
  IPL_KEY_BAR_OUTLINE, /* hollow bar */
  IPL_KEY_MARKER,      /* a mark of its own */
  IPL_KEY_LINE_MARKER, /* line with such a mark */
} IplKeyKind;

/* marker.c */
typedef enum
{
  IPL_MARKER_CROSS,
  IPL_MARKER_DOT,
  IPL_MARKER_SQUARE,
  IPL_MARKER_DIAMOND,
  IPL_MARKER_TRIANGLE,
  IPL_MARKER_TRIANGLE_DOWN,
  IPL_N_MARKERS,
} IplMarker;

void ipl_draw_marker (cairo_t *cr, const IplStyle *style, IplMarker marker, IplColor color,
                      double x, double y, double r, gboolean hollow);
void ipl_draw_verdict (cairo_t *cr, const IplStyle *style, gboolean right, double x, double y,
                       double size);
void ipl_draw_error_bar (cairo_t *cr, double x, double low, double high, double cap);

typedef struct
{
  IplKeyKind kind;
  char *markup;
  IplColor color;
  double line_width;
  IplDash dash;
  IplMarker marker;
  gboolean hollow;
  double x, y; /* set by the layout, from the legend's top left corner */
} IplLegendKey;

typedef struct
{
  GArray *keys; /* of IplLegendKey */
  double width, height, row_height, key_width;
} IplLegend;

void ipl_legend_init (IplLegend *self);
void ipl_legend_clear (IplLegend *self);
void ipl_legend_add (IplLegend *self, IplKeyKind kind, char *markup_take, IplColor color,
                     double line_width, IplDash dash);
void ipl_legend_add_marker (IplLegend *self, IplKeyKind kind, char *markup_take, IplColor color,
                            double line_width, IplDash dash, IplMarker marker, gboolean hollow);
void ipl_legend_layout (IplLegend *self, const IplStyle *style, double max_width);
void ipl_legend_draw (const IplLegend *self, const IplStyle *style, cairo_t *cr, double x,
                      double y);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplLegend, ipl_legend_clear)

void ipl_draw_cross (cairo_t *cr, double x, double y, double radius);
void ipl_draw_dot (cairo_t *cr, const IplStyle *style, IplColor color, double x, double y,
                   double radius, gboolean hollow);
void ipl_draw_warning (cairo_t *cr, const IplStyle *style, IplColor color, double x, double y,
                       double size);

/* frame.c: one plot with two linear axes and their titles */
typedef struct
{
  double x_lo, x_hi, y_lo, y_hi;
  const char *x_title, *x_title_short; /* markup; the short one nullable */
  const char *y_title, *y_title_short;
  double aspect; /* greatest ratio of the sides, then in the middle of its area; 0 for any */
  double plot_h; /* height to keep to, 0 for what there is room for */
} IplFrameSpec;

typedef struct
{
  IplRect area, plot;
  IplAxis x, y;
  const char *x_title, *y_title;
  double label_x;
} IplFrame;

void ipl_frame_init (IplFrame *self, const IplStyle *style, const IplRect *area,
                     const IplFrameSpec *spec);
double ipl_frame_x (const IplFrame *self, double value);
double ipl_frame_y (const IplFrame *self, double value);
void ipl_axis_init_whole (IplAxis *self, const IplStyle *style, double lo, double hi, double length,
                          gboolean vertical);
void ipl_axis_draw_top (const IplAxis *self, const IplStyle *style, cairo_t *cr, double x, double y,
                        double length);
void ipl_frame_draw (const IplFrame *self, const IplStyle *style, cairo_t *cr);
void ipl_frame_clip (const IplFrame *self, cairo_t *cr, double margin);
void ipl_empty_draw (const IplStyle *style, cairo_t *cr, const IplRect *area, const char *markup,
                     const char *more);

/* view.c: what the panels ask of a view */
guint ipl_view_group (const IplView *self);
GArray *ipl_view_rows (const IplView *self, gboolean solved_only); /* of guint */
int ipl_view_current_row (const IplView *self);
const IplSolution *ipl_view_row (const IplView *self, int row);
const IplSolution *ipl_view_gp (const IplView *self);
guint ipl_view_n_components (const IplView *self);
IplView ipl_view_usable (const IplView *self);
char *ipl_view_setting_markup (const IplSetting *setting);
char *ipl_view_setting_text (const IplSetting *setting);
char *ipl_view_name_markup (const char *name);
char *ipl_view_head_label (const IplCase *the_case, guint layer, guint head);
gsize ipl_case_display_rank (const IplCase *self, gsize path);

/* posterior-view.c: what the panels ask about the samples */
const IplPosteriorSummary *ipl_view_posterior_at (const IplView *self, const IplSetting *setting);
GPtrArray *ipl_view_posteriors (const IplView *self); /* of borrowed const IplPosteriorSummary */
const IplSetting *ipl_view_setting (const IplView *self);
void ipl_view_no_posterior (const IplView *self, const char **sentence, const char **more);
char *ipl_view_entry_markup (const IplView *self);
char *ipl_view_entry_text (const IplView *self);
double *ipl_posterior_entry_draws (const IplPosteriorSummary *self, gsize p, gsize q);
void ipl_legend_add_posterior (IplLegend *self, const IplView *view, const IplStyle *style);
void ipl_view_posterior_usable (IplView *self);

/* network-view.c: what the panels ask about the trained network */
void ipl_view_network_usable (IplView *self);
double ipl_view_head_score (const IplView *self, guint index);
const IplSetting *ipl_view_head_setting (const IplView *self);
double ipl_view_theory_answer (const IplView *self, guint example);
double ipl_view_trained_answer (const IplView *self, guint example);
gboolean ipl_answer_is_right (double answer, int y);
char *ipl_view_test_name (const IplCase *the_case, guint test);
char *ipl_head_number (guint layer, guint head);
char *ipl_correlation_text (const IplCorrelation *self);
char *ipl_seconds_text (double seconds);
double *ipl_view_attention (const IplView *self, guint layer, guint head);

/* picture.c: the task's images */
IplRect ipl_picture_patch (const IplRect *area, guint patch);
int ipl_picture_patch_at (const IplRect *area, double x, double y);
void ipl_picture_draw (cairo_t *cr, const IplStyle *style, const guint8 *pixels,
                       const IplRect *area, const IplColor *tints, gboolean grid);

/* focus-network.c */
char *ipl_target_describe_sequence (const IplTarget *self, const IplView *view);
char *ipl_target_describe_step (const IplTarget *self, const IplView *view);
char *ipl_target_caption_sequence (const IplTarget *self, const IplView *view);
char *ipl_target_caption_step (const IplTarget *self, const IplView *view);
void ipl_target_append_drops (GString *text, const IplView *view, guint head);
gboolean ipl_target_is_beside (const IplTarget *self);

/* rank-plot.c, marginal-plot.c: what they draw, for the tables too */
typedef struct
{
  guint n_bins; /* 0 where there is nothing finite */
  double low, high;
  double *density; /* [n_bins] */
  double highest;
} IplHistogram;

IplHistogram *ipl_histogram_new (const IplPosteriorSummary *posterior, gsize p, gsize q);
void ipl_histogram_free (IplHistogram *self);
guint ipl_rank_bins (const IplPosteriorSummary *posterior);
void ipl_rank_expectation (const IplPosteriorSummary *posterior, guint n_bins, double *expected,
                           double *spread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplHistogram, ipl_histogram_free)

/* calibration.c: how well predictions know their own errors */
typedef struct
{
  gsize n;
  double *z;           /* [n] standardised residuals (y - mean) / sqrt (var + T), rising */
  double mean, sd;     /* of them */
  double within;       /* share of |z| below the standard normal's 95 % */
  guint n_bins;        /* 0 for regression */
  double *confidence;  /* [n_bins] mean probability of the predicted class */
  double *correct;     /* [n_bins] share predicted right */
  double *low, *high;  /* [n_bins] its standard error (Wilson's interval) */
  gsize *bin_n;        /* [n_bins] examples in it */
  double expected_gap; /* mean of |confidence - correct| over examples */
} IplCalibration;

IplCalibration *ipl_calibration_new (const IplCase *the_case, const IplPrediction *prediction,
                                     double temperature);
void ipl_calibration_free (IplCalibration *self);
double ipl_calibration_normal (gsize i, gsize n);
void ipl_calibration_envelope (gsize i, gsize n, double *low, double *high);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplCalibration, ipl_calibration_free)

/* describe-posterior.c */
void ipl_describe_trace (GString *text, const IplView *view);
void ipl_describe_ranks (GString *text, const IplView *view);
void ipl_describe_marginal (GString *text, const IplView *view);
void ipl_describe_calibration (GString *text, const IplView *view);
void ipl_describe_diagnostics (GString *text, const IplView *view);
void ipl_table_trace (GString *text, const IplView *view);
void ipl_table_ranks (GString *text, const IplView *view);
void ipl_table_marginal (GString *text, const IplView *view);
void ipl_table_calibration (GString *text, const IplView *view);
void ipl_table_diagnostics (GString *text, const IplView *view);
/* target-step.c */
IplTarget ipl_target_on_path (gsize path);
IplTarget ipl_target_on_pair (gsize path, gsize other);
IplTarget ipl_target_on_head (guint layer, guint head);
IplTarget ipl_target_on_row (guint row);
gsize ipl_case_shown_path (const IplCase *the_case, gsize rank);
gsize ipl_step_move (gsize at, int by, gsize n);
IplTarget ipl_step_rows (const IplTarget *self, const IplView *view, int by);
IplTarget ipl_step_cells (const IplTarget *self, const IplView *view, int dx, int dy);
IplTarget ipl_step_entries (const IplTarget *self, const IplView *view, int dx, int dy);
IplTarget ipl_step_heads (const IplTarget *self, const IplView *view, int dx, int dy);

/* describe.c, describe-accuracy.c */
void ipl_describe_paths (GString *text, const IplView *view);
void ipl_describe_u (GString *text, const IplView *view);
void ipl_describe_overlap (GString *text, const IplView *view);
void ipl_table_paths (GString *text, const IplView *view);
void ipl_table_u (GString *text, const IplView *view);
void ipl_table_overlap (GString *text, const IplView *view);
void ipl_describe_setting (GString *text, const IplView *view);
void ipl_describe_accuracy (GString *text, const IplView *view);
void ipl_table_accuracy (GString *text, const IplView *view);

/* describe-network.c, describe-pruning.c */
void ipl_describe_task (GString *text, const IplView *view);
void ipl_describe_attention (GString *text, const IplView *view);
void ipl_describe_training (GString *text, const IplView *view);
void ipl_describe_heads (GString *text, const IplView *view);
void ipl_describe_pruning (GString *text, const IplView *view);
void ipl_table_task (GString *text, const IplView *view);
void ipl_table_attention (GString *text, const IplView *view);
void ipl_table_training (GString *text, const IplView *view);
void ipl_table_heads (GString *text, const IplView *view);
void ipl_table_pruning (GString *text, const IplView *view);
void ipl_table_number (GString *text, double value);

/* target.c */
char *ipl_target_caption (const IplTarget *self, const IplView *view);
void ipl_caption_overlay (const IplView *view, const IplStyle *style, const IplTarget *selected,
                          const IplTarget *hovered, cairo_t *cr, double width);
void ipl_caption_draw (cairo_t *cr, const IplStyle *style, const char *markup, double x, double y,
                       double max_width);

/* One per panel; each file has a single layout function behind all three. */
#define IPL_DECLARE_PLOT(name)                                                                     \
  void ipl_##name##_draw (const IplView *view, const IplStyle *style, cairo_t *cr, double width,   \
                          double height);                                                          \
  void ipl_##name##_overlay (const IplView *view, const IplStyle *style,                           \
                             const IplTarget *selected, const IplTarget *hovered, cairo_t *cr,     \
                             double width, double height);                                         \
  gboolean ipl_##name##_pick (const IplView *view, const IplStyle *style, double width,            \
                              double height, double x, double y, IplTarget *target);

IPL_DECLARE_PLOT (path_diagram)
IPL_DECLARE_PLOT (u_heatmap)
IPL_DECLARE_PLOT (accuracy_plot)
IPL_DECLARE_PLOT (overlap_plot)
IPL_DECLARE_PLOT (trace_plot)
IPL_DECLARE_PLOT (rank_plot)
IPL_DECLARE_PLOT (marginal_plot)
IPL_DECLARE_PLOT (calibration_plot)
IPL_DECLARE_PLOT (task_plot)
IPL_DECLARE_PLOT (attention_plot)
IPL_DECLARE_PLOT (training_plot)
IPL_DECLARE_PLOT (head_plot)
IPL_DECLARE_PLOT (pruning_plot)

/* Where a thing lies, for tests: a point on a path's line at layer @layer (0 tokens .. L + 1 port),
 * the centre of a cell of the large heatmap, a row's cross, a component's place. */
gboolean ipl_path_diagram_point (const IplView *view, const IplStyle *style, double width,
                                 double height, gsize path, guint layer, double *x, double *y);
gboolean ipl_path_diagram_arc_point (const IplView *view, const IplStyle *style, double width,
                                     double height, gsize p, gsize q, double *x, double *y);
gboolean ipl_u_heatmap_cell (const IplView *view, const IplStyle *style, double width,
                             double height, guint map, gsize p, gsize q, double *x, double *y);
gboolean ipl_u_heatmap_thumbnail (const IplView *view, const IplStyle *style, double width,
                                  double height, guint row, double *x, double *y);
gboolean ipl_accuracy_plot_point (const IplView *view, const IplStyle *style, double width,
                                  double height, guint row, double *x, double *y);
gboolean ipl_overlap_plot_point (const IplView *view, const IplStyle *style, double width,
                                 double height, guint component, double *x, double *y);

gboolean ipl_head_plot_point (const IplView *view, const IplStyle *style, double width,
                              double height, guint layer, guint head, double *x, double *y);
gboolean ipl_pruning_plot_point (const IplView *view, const IplStyle *style, double width,
                                 double height, guint step, double *x, double *y);
gboolean ipl_training_plot_point (const IplView *view, const IplStyle *style, double width,
                                  double height, gsize index, double *x, double *y);
gboolean ipl_task_plot_point (const IplView *view, const IplStyle *style, double width,
                              double height, guint example, double *x, double *y);
/* A patch of the large images, or of a small map where @token is -1. */
gboolean ipl_attention_plot_point (const IplView *view, const IplStyle *style, double width,
                                   double height, guint layer, guint head, int token, double *x,
                                   double *y);

/* composite.c */
typedef struct
{
  const IplPanel *composite;
  IplRect panel[IPL_PANEL_MAX_PARTS];
  double letter_x[IPL_PANEL_MAX_PARTS], letter_y[IPL_PANEL_MAX_PARTS];
  double letter_size;
} IplComposite;

void ipl_composite_layout (IplComposite *self, const IplPanel *composite, const IplView *view,
                           const IplStyle *style, double width, double height);
gboolean ipl_composite_is_stacked (const IplStyle *style, double width, double height);
void ipl_composite_draw_letters (const IplComposite *self, const IplStyle *style, cairo_t *cr);

/* page.c */
void ipl_paper_apply (const IplPaper *self, const IplStyle *style, IplStyle *out);

G_END_DECLS
