/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Calibration on the test set: quantiles of standardised residuals, and the fraction of correct
 * predictions against their probability. */

#include "core/posterior/calibration.h"
#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/outputs.h"
#include "figures/view/posterior-view.h"
#include "figures/view/target-arrow-keys.h"
#include "figures/view/solver-warnings.h"
#include "figures/view/view.h"
#include "figures/view/view-words.h"

#include <math.h>

typedef enum
{
  IPL_CALIBRATION_THEORY,
  IPL_CALIBRATION_SAMPLED,
  IPL_CALIBRATION_GP,
  IPL_N_CALIBRATIONS,
} IplCalibrationSeries;

/* The calibration of each predictor. */
typedef struct
{
  IplCalibration *of[IPL_N_CALIBRATIONS]; /* (nullable) */
} IplCalibrations;

static const char *const series_names[] = { "theory", "sampled", "GP" };

static IplCalibration *
of_solution (const IplSolution *solution)
{
  return solution != NULL && solution->n_tests > 0
             ? ipl_calibration_new (ipl_case_info_get_case (solution->the_case),
                                    &solution->tests[0], solution->setting.temperature)
             : NULL;
}

/* Computes those of theory, samples and GP, if known. */
static void
calibrations_init (IplCalibrations *self, const IplView *view)
{
  const IplSolution *gp = ipl_view_gp (view);
  const IplPosteriorSummary *posterior = view->posterior;

  *self = (IplCalibrations){ 0 };
  self->of[IPL_CALIBRATION_THEORY] = of_solution (view->current);
  if (posterior != NULL && posterior->n_tests > 0)
    self->of[IPL_CALIBRATION_SAMPLED]
        = ipl_calibration_new (ipl_case_info_get_case (posterior->the_case), &posterior->tests[0],
                               posterior->setting.temperature);
  if (gp != view->current)
    self->of[IPL_CALIBRATION_GP] = of_solution (gp);
}

static void
calibrations_clear (IplCalibrations *self)
{
  for (guint s = 0; s < IPL_N_CALIBRATIONS; s++)
    g_clear_pointer (&self->of[s], ipl_calibration_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplCalibrations, calibrations_clear)

/* Number of points of a quantile curve, of its markers, and of the band around it. */
#define CURVE_POINTS 240
#define MARKERS 13
#define ENVELOPE_POINTS 40
/* Ratio of the sides for plots of roughly square appearance. */
#define ASPECT 1.3

static gsize
most_examples (const IplCalibrations *self)
{
  gsize n = 0;

  for (guint s = 0; s < IPL_N_CALIBRATIONS; s++)
    n = MAX (n, self->of[s] != NULL ? self->of[s]->n : 0);
  return n;
}

static IplRole
role_of (guint s)
{
  return s == IPL_CALIBRATION_GP        ? IPL_ROLE_OF (GP, 0)
         : s == IPL_CALIBRATION_SAMPLED ? IPL_ROLE (SAMPLED)
                                        : IPL_ROLE (THEORY);
}

static void
add_keys (IplPlotAxes *axes, const IplCalibrations *self, const IplView *view)
{
  gboolean fine = view->posterior == NULL || view->posterior->fine;

  ipl_axes_add_posterior_keys (axes, view);
  if (self->of[IPL_CALIBRATION_THEORY] != NULL)
    {
      ipl_axes_add_key (axes, IPL_KEY_CROSS, IPL_ROLE (THEORY), g_strdup ("theory"));
      ipl_axes_add_theory_doubt (axes, view, "theory not converged");
    }
  if (self->of[IPL_CALIBRATION_SAMPLED] != NULL)
    ipl_axes_add_key (axes, fine ? IPL_KEY_DOT : IPL_KEY_DOT_HOLLOW, IPL_ROLE (SAMPLED),
                      g_strdup ("sampled"));
  else if (self->of[IPL_CALIBRATION_THEORY] != NULL)
    ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (FAINT), g_strdup ("not sampled yet"));
  if (self->of[IPL_CALIBRATION_GP] != NULL)
    ipl_axes_add_key (axes, IPL_KEY_LINE, IPL_ROLE_OF (GP, 0), g_strdup ("GP"))->dash
        = ipl_style_gp_dash (1);
}

/* Returns the index of point @i of @points among n values, evenly spaced in normal quantiles. */
static gsize
place (guint i, guint points, gsize n)
{
  double end = -ipl_calibration_normal (0, n);
  double z = points > 1 ? end * (2.0 * i / (points - 1) - 1) : 0;
  double share = 0.5 * erfc (-z / G_SQRT2);

  return (gsize)CLAMP (share * (double)n, 0, (double)n - 1);
}

/* Adds the interval with 95 % of the quantiles of as many independent residuals. */
static void
add_envelope (IplPlot *plot, IplPlotAxes *axes, gsize n)
{
  double *x = ipl_plot_new_numbers (plot, 3 * ENVELOPE_POINTS);
  double *low = x + ENVELOPE_POINTS, *high = low + ENVELOPE_POINTS;

  for (guint k = 0; k < ENVELOPE_POINTS; k++)
    {
      gsize i = place (k, ENVELOPE_POINTS, n);

      x[k] = ipl_calibration_normal (i, n);
      ipl_calibration_envelope (i, n, &low[k], &high[k]);
    }
  ipl_axes_add (axes, (IplMark){ IPL_MARK_BAND, .x = ipl_numbers (x, ENVELOPE_POINTS),
                                 .lo = ipl_numbers (low, ENVELOPE_POINTS),
                                 .hi = ipl_numbers (high, ENVELOPE_POINTS), .alpha = 0.12 });
}

/* Adds a curve; dashed for the GP. */
static void
add_line (IplPlot *plot, IplPlotAxes *axes, guint s, IplNumbers x, IplNumbers y)
{
  gboolean gp = s == IPL_CALIBRATION_GP;
  const char *doubt = s == IPL_CALIBRATION_THEORY ? ipl_view_doubt_heading (plot->view) : "";

  ipl_axes_add (axes, (IplMark){ .x = x,
                                 .y = y,
                                 .role = role_of (s),
                                 .weight = gp ? 0.8 : 0.7,
                                 .dash = gp ? ipl_style_gp_dash (1) : IPL_DASH_SOLID,
                                 .series = ipl_plot_format (plot, "%s, %s%s", axes->y.brief,
                                                            series_names[s], doubt),
                                 .listed = IPL_LISTED_IN_TABLE });
}

/* Adds markers, which distinguish the series without colour; the GP has none. */
static void
add_markers (IplPlotAxes *axes, const IplView *view, guint s, IplNumbers x, IplNumbers y)
{
  if (s != IPL_CALIBRATION_GP)
    ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = x, .y = y, .role = role_of (s),
                                   .marker = s == IPL_CALIBRATION_THEORY ? IPL_MARKER_CROSS
                                                                         : IPL_MARKER_DOT,
                                   .size = 0.26,
                                   .hollow = s == IPL_CALIBRATION_SAMPLED && !view->posterior->fine,
                                   .listed = IPL_LISTED_NOWHERE });
}

/* Returns @n quantiles: every @by-th point of @points, from point @first on. */
static void
get_quantiles (IplPlot *plot, const IplCalibration *c, guint n, guint first, guint by, guint places,
               IplNumbers *x, IplNumbers *y)
{
  double *normal = ipl_plot_new_numbers (plot, n), *z = ipl_plot_new_numbers (plot, n);

  for (guint k = 0; k < n; k++)
    {
      gsize i = place (first + by * k, places, c->n);

      normal[k] = ipl_calibration_normal (i, c->n);
      z[k] = c->z[i];
    }
  *x = ipl_numbers (normal, n);
  *y = ipl_numbers (z, n);
}

static void
add_quantiles (IplPlot *plot, IplPlotAxes *axes, const IplView *view, const IplCalibration *c,
               guint s)
{
  guint points = (guint)MIN (c->n, CURVE_POINTS), markers = (guint)MIN (c->n, MARKERS);
  IplNumbers x, y;

  get_quantiles (plot, c, points, 0, 1, points, &x, &y);
  add_line (plot, axes, s, x, y);
  /* The markers of samples alternate with those of the theory. */
  if (s == IPL_CALIBRATION_SAMPLED)
    get_quantiles (plot, c, markers, 1, 2, 2 * markers + 1, &x, &y);
  else
    get_quantiles (plot, c, markers, 0, 1, markers, &x, &y);
  add_markers (axes, view, s, x, y);
}

/* Finds the range of the quantiles of theory and samples; those of the GP are cut off beyond it. */
static void
find_range (const IplCalibrations *self, double *lo, double *hi)
{
  *lo = -3;
  *hi = 3;
  for (guint s = 0; s < IPL_N_CALIBRATIONS; s++)
    if (self->of[s] != NULL
        && (s != IPL_CALIBRATION_GP || self->of[IPL_CALIBRATION_THEORY] == NULL))
      {
        *lo = MIN (*lo, self->of[s]->z[0]);
        *hi = MAX (*hi, self->of[s]->z[self->of[s]->n - 1]);
      }
  *lo = MAX (*lo, -30);
  *hi = MIN (*hi, 30);
}

static void
add_diagonal (IplPlotAxes *axes)
{
  ipl_axes_add_rule (axes, 1, 0, IPL_ROLE (INK), NULL)->weight = 0.55;
  axes->aspect = ASPECT;
}

static void
add_residuals (IplPlot *plot, IplPlotAxes *axes, const IplView *view, const IplCalibrations *self)
{
  gsize n = most_examples (self);
  double lo, hi, pad, end = MAX (1, -ipl_calibration_normal (0, n));

  find_range (self, &lo, &hi);
  pad = 0.04 * (hi - lo);
  axes->x = (IplPlotAxis){ "standard normal quantile", "normal quantile", -1.06 * end, 1.06 * end,
                           .is_fixed = TRUE };
  axes->y
      = (IplPlotAxis){ "standardised residual", "residual", lo - pad, hi + pad, .is_fixed = TRUE };
  add_envelope (plot, axes, n);
  add_diagonal (axes);
  for (guint s = IPL_N_CALIBRATIONS; s-- > 0;)
    if (self->of[s] != NULL)
      add_quantiles (plot, axes, view, self->of[s], s);
}

/* Copies numbers of a calibration, which is freed after the plot is built. */
static IplNumbers
copy_numbers (IplPlot *plot, const double *numbers, guint n)
{
  double *copy = ipl_plot_new_numbers (plot, n);

  for (guint i = 0; i < n; i++)
    copy[i] = numbers[i];
  return ipl_numbers (copy, n);
}

/* Adds the number of examples in each bin to the table. */
static void
add_bin_counts (IplPlot *plot, IplPlotAxes *axes, IplNumbers x, const IplCalibration *c)
{
  double *n = ipl_plot_new_numbers (plot, x.n);

  for (gsize b = 0; b < x.n; b++)
    n[b] = (double)c->bin_n[b];
  ipl_axes_list_numbers (axes, x, ipl_numbers (n, x.n), "examples");
}

static void
add_reliability (IplPlot *plot, IplPlotAxes *axes, const IplView *view, const IplCalibrations *self)
{
  double chance = ipl_labels_get_chance (&view->the_case->labels), lo = chance;

  add_diagonal (axes);
  axes->y = (IplPlotAxis){ "share of correct predictions", "share correct", .is_fixed = TRUE,
                           .hi = 1.01 };
  for (guint s = IPL_N_CALIBRATIONS; s-- > 0;)
    {
      const IplCalibration *c = self->of[s];

      if (c == NULL)
        continue;
      IplNumbers x = copy_numbers (plot, c->confidence, c->n_bins),
                 y = copy_numbers (plot, c->correct, c->n_bins);
      for (guint b = 0; b < c->n_bins; b++)
        lo = MIN (lo, c->low[b]);
      add_line (plot, axes, s, x, y);
      add_bin_counts (plot, axes, x, c);
      if (s != IPL_CALIBRATION_GP)
        ipl_axes_add (axes,
                      (IplMark){ IPL_MARK_INTERVAL, .x = x, .role = role_of (s),
                                 .lo = copy_numbers (plot, c->low, c->n_bins),
                                 .hi = copy_numbers (plot, c->high, c->n_bins), .weight = 0.6 });
      add_markers (axes, view, s, x, y);
    }
  axes->x = (IplPlotAxis){ "probability of the predicted class", "probability", chance - 0.01, 1.01,
                           .is_fixed = TRUE };
  axes->y.lo = lo - 0.01;
}

/* Adds notes on the residuals and probabilities of a predictor. */
static void
note_series (IplPlot *plot, const IplCalibration *c, const char *name)
{
  g_autofree char *sd = ipl_number_fixed (c->sd, 2);
  g_autofree char *within = ipl_number_fixed (100 * c->within, 1);
  g_autofree char *gap = ipl_number_fixed (c->expected_gap, 3);

  ipl_plot_add_note (plot,
                     "%s: standard deviation %s (1 is calibrated, less is overcautious), %s %% "
                     "within ±1.96 (95 is calibrated).",
                     name, sd, within);
  if (c->n_bins > 0)
    ipl_plot_add_note (plot, "The mean gap between share and probability is %s.", gap);
}

static void
add_notes (IplPlot *plot, const IplView *view, const IplCalibrations *self)
{
  static const char *const names[] = { "Theory", "Samples", "Gaussian process" };
  const IplSetting *setting = ipl_view_setting (view);
  g_autofree char *at = setting != NULL ? ipl_view_setting_text (setting) : NULL;
  gboolean several = ipl_view_has_outputs (view);

  if (at != NULL)
    ipl_plot_add_note (plot, "Shown at %s.", at);
  ipl_plot_note_doubt (plot);
  for (guint s = 0; s < IPL_N_CALIBRATIONS; s++)
    if (self->of[s] != NULL)
      note_series (plot, self->of[s], names[s]);
  if (several)
    ipl_plot_add_note (plot, "Of several outputs residuals are divided by the Cholesky factor.");
  if (view->posterior == NULL)
    ipl_plot_add_note (plot, "Not sampled yet.");
  if (ipl_labels_are_classes (&view->the_case->labels))
    ipl_plot_add_note (
        plot,
        "Labels %s are not Gaussian; for them the second plot shows the share of correct "
        "predictions "
        "against the probability of the predicted class%s, in bins of equal width.",
        several ? "of classes" : "of +1 and −1",
        several ? "" : ", the normal distribution function of |mean| over the same square root");
}

static void
build (IplPlot *plot, const IplView *view)
{
  g_auto (IplCalibrations) self = { 0 };
  IplPlotAxes *residuals = ipl_plot_add_axes (plot);

  plot->keys_right = plot->keys_of_all = TRUE;
  plot->row_aspect = 1;
  plot->gap = 1.2;
  calibrations_init (&self, view);
  add_keys (residuals, &self, view);
  add_residuals (plot, residuals, view, &self);
  add_notes (plot, view, &self);
  if (ipl_labels_are_classes (&view->the_case->labels))
    add_reliability (plot, ipl_plot_add_axes (plot), view, &self);
}

static const char *
empty (const IplView *view, const char **more)
{
  g_auto (IplCalibrations) self = { 0 };

  *more = NULL;
  calibrations_init (&self, view);
  if (most_examples (&self) > 0)
    return NULL;
  return view->current != NULL ? "No predictive variances" : "Not solved yet";
}

const IplPanel ipl_panel_calibration = {
  .id = "calibration",
  .title = "Calibration on the test set",
  .needs = IPL_NEEDS_SAMPLES,
  .empty = empty,
  .build = build,
  .step = ipl_step_widths,
  .sentence
  = "Calibration of the test predictions: residuals (y − mean) divided by the square root "
    "of predictive variance plus temperature, against quantiles of the standard normal, "
    "with the band that holds 95 % of independent ones.",
  .height_narrow = 0.62,
  .height_wide = 0.5,
};
