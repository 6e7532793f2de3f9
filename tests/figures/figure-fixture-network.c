/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A trained network put together by hand: images, attention, a learning curve, heads and their
 * pruning, made up but always the same and much as real ones are. */

#include "figure-fixture.h"

#include <cairo.h>
#include <math.h>
#include <string.h>

#define N_POINTS 4000
#define N_SEQUENCES 6
#define T IPL_ONE_SHOT_T

struct _FixtureNetwork
{
  IplLearningCurve training;
  IplTaskGallery gallery;
  IplHeadReport heads;
  IplPruning pruning;
};

static double
wobble (gsize i)
{
  return fixture_irregular (3 * i) + fixture_irregular (5 * i + 1) + fixture_irregular (11 * i + 2)
         - 1.5;
}

/* A character of a few strokes; @drawing tells its drawings apart. */
static void
draw_character (guint8 *pixels, guint character, guint drawing)
{
  const int size = IPL_ONE_SHOT_SIZE;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, size, size);
  cairo_t *cr = cairo_create (surface);
  cairo_set_line_width (cr, 1.8);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  for (guint stroke = 0; stroke < 2 + character % 3; stroke++)
    {
      double p[8];
      for (guint k = 0; k < 8; k++)
        p[k] = 5 + 22 * fixture_irregular (97 * character + 8 * stroke + k)
               + 1.5 * wobble (31 * drawing + 8 * stroke + k);
      cairo_move_to (cr, p[0], p[1]);
      cairo_curve_to (cr, p[2], p[3], p[4], p[5], p[6], p[7]);
    }
  cairo_stroke (cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (int y = 0; y < size; y++)
    for (int x = 0; x < size; x++)
      pixels[y * size + x] = 255
                             - cairo_image_surface_get_data (
                                 surface)[y * cairo_image_surface_get_stride (surface) + x];
  cairo_surface_destroy (surface);
}

static double
ink_of (const IplTaskExample *example, guint token)
{
  guint patch = token % IPL_ONE_SHOT_PATCHES, sum = 0;
  for (guint y = 0; y < IPL_ONE_SHOT_PATCH; y++)
    for (guint x = 0; x < IPL_ONE_SHOT_PATCH; x++)
      sum += 255
             - example->pixels[token / IPL_ONE_SHOT_PATCHES]
                              [(patch / 4 * IPL_ONE_SHOT_PATCH + y) * IPL_ONE_SHOT_SIZE
                               + patch % 4 * IPL_ONE_SHOT_PATCH + x];
  return sum / 255.0 / (IPL_ONE_SHOT_PATCH * IPL_ONE_SHOT_PATCH);
}

/* Heads of four kinds: by ink, the same place in other images, nearby, and nowhere in particular.
 */
static void
attend (float *row, const IplTaskExample *example, guint query, guint head)
{
  double sum = 0, weights[T];
  for (guint s = 0; s < T; s++)
    {
      double logit = 0.3 * wobble (1000 * head + s);
      double near = fabs ((double)(s % 16 / 4) - query % 16 / 4)
                    + fabs ((double)(s % 4) - (double)(query % 4));
      if (head % 4 == 0)
        logit += 9 * ink_of (example, s);
      else if (head % 4 == 1)
        logit += s % 16 == query % 16 && s / 16 != query / 16 ? 3.2 : 0;
      else if (head % 4 == 2)
        logit += s / 16 == query / 16 ? 2 - near : -1;
      weights[s] = exp (logit);
      sum += weights[s];
    }
  for (guint s = 0; s < T; s++)
    row[s] = weights[s] / sum;
}

static void
make_gallery (FixtureNetwork *self, const IplCase *the_case, gboolean answered)
{
  IplTaskGallery *gallery = &self->gallery;
  guint n_heads = ipl_case_n_heads (the_case);
  gallery->first = 3;
  gallery->n = N_SEQUENCES;
  gallery->L = the_case->L;
  memcpy (gallery->H, the_case->H, sizeof gallery->H);
  gallery->examples = g_new0 (IplTaskExample, gallery->n);
  gallery->attention = g_new0 (float, (gsize)gallery->n * n_heads * T * T);
  gallery->answers = answered ? g_new0 (double, gallery->n) : NULL;
  for (guint i = 0; i < gallery->n; i++)
    {
      IplTaskExample *example = &gallery->examples[i];
      example->sequence.labels[0] = i % 3 == 0;
      example->sequence.labels[1] = !example->sequence.labels[0];
      example->sequence.match = i % 2;
      example->sequence.y = example->sequence.labels[i % 2] ? 1 : -1;
      for (guint s = 0; s < 2; s++)
        {
          example->class_names[s] = g_strdup_printf ("Korean character%02u", 2 * i + s + 1);
          draw_character (example->pixels[s], 2 * i + s, 1);
        }
      draw_character (example->pixels[2], 2 * i + i % 2, 2);
      if (answered)
        gallery->answers[i] = (i == 4 ? -0.31 : 0.4 + 0.2 * i) * example->sequence.y;
      for (guint h = 0; h < n_heads; h++)
        for (guint t = 0; t < T; t++)
          attend (gallery->attention + ((gsize)(i * n_heads + h) * T + t) * T, example, t, h);
    }
}

static void
make_training (FixtureNetwork *self, gsize n, gboolean running)
{
  IplTrainerPoint *points = g_new0 (IplTrainerPoint, MAX (n, 1));
  for (gsize i = 0; i < n; i++)
    {
      double done = (i + 1.0) / N_POINTS, learned = done * done / (done * done + 0.04);
      points[i] = (IplTrainerPoint){
        .step = 5 * (i + 1),
        .seconds = 0.11 * (i + 1) * (1 + 0.1 * done),
        .loss = 1.02 - 0.5 * learned + 0.05 * wobble (i) + (i == 0 ? 1.5 : 0),
        .accuracy_train = 0.5 + 0.34 * learned + 0.04 * wobble (2 * i + 1),
        .accuracy_holdout = NAN,
        .standard_error = NAN,
      };
      if (i % 100 == 99)
        {
          points[i].accuracy_holdout = 0.5 + 0.3 * learned + 0.01 * wobble (7 * i);
          points[i].standard_error = 0.009;
        }
    }
  self->training = (IplLearningCurve){ .n_points = n,
                                       .points = points,
                                       .total_steps = running ? 20000 : 0,
                                       .seconds_left = running ? 252 : 0,
                                       .running = running };
}

static IplHeadDrops
make_drops (const IplHeadReport *report, const IplCase *the_case, guint seed, gsize known)
{
  IplHeadDrops drops = { .accuracy = 0.812,
                         .drop = g_new (double, report->n_heads),
                                        .se = g_new (double, report->n_heads),
                                                     .correlation = { 0.83, 0.41, 0.95 } };
  for (guint k = 0; k < report->n_heads; k++)
    {
      gboolean alone = the_case->H[report->layer[k]] == 1;
      drops.drop[k] = alone || k >= known ? NAN
                                          : 0.09 * report->score[k] * report->score[k]
                                                + 0.008 * wobble (13 * k + seed);
      drops.se[k] = isfinite (drops.drop[k]) ? 0.006 + 0.003 * fixture_irregular (k) : NAN;
    }
  if (known < 3)
    drops.correlation = (IplCorrelation){ NAN, NAN, NAN };
  return drops;
}

static void
make_heads (FixtureNetwork *self, IplCase *the_case, const IplSetting *setting, gboolean whole)
{
  IplHeadReport *report = &self->heads;
  report->setting = *setting;
  report->the_case = the_case;
  report->n_heads = ipl_case_n_heads (the_case);
  report->layer = g_new (guint, report->n_heads);
  report->head = g_new (guint, report->n_heads);
  report->score = g_new (double, report->n_heads);
  report->order = g_new (guint, report->n_heads);
  report->entropy = g_new (double, report->n_heads);
  report->gradient = g_new (double, report->n_heads);
  for (guint l = 0, k = 0; l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++, k++)
      {
        report->layer[k] = l;
        report->head[k] = h;
        report->score[k] = k == 1 ? 1 : 0.15 + 0.8 * fixture_irregular (17 * k + 3);
        report->entropy[k] = whole ? 1.2 + 2.5 * fixture_irregular (5 * k + 1) : NAN;
        report->gradient[k] = 0.1 + 0.6 * fixture_irregular (13 * k + 4);
      }
  for (guint k = 0; k < report->n_heads; k++)
    {
      guint at = k;
      while (at > 0 && report->score[report->order[at - 1]] > report->score[k])
        {
          report->order[at] = report->order[at - 1];
          at--;
        }
      report->order[at] = k;
    }
  if (!whole)
    report->no_entropy = g_strdup ("The case holds path features and no attention.");
  report->trained = make_drops (report, the_case, 0, whole ? G_MAXSIZE : 0);
  report->zeroed = make_drops (report, the_case, 1, G_MAXSIZE);
  report->n_resolved = whole ? report->n_heads : 1;
  report->resolved = make_drops (report, the_case, 2, whole ? G_MAXSIZE : 1);
  if (!whole)
    report->trained.accuracy = NAN;
}

static void
make_curve (IplPruningCurve *curve, const IplPruning *pruning, IplRemovalOrder order, guint known,
            gboolean tuned)
{
  guint n = pruning->n_points;
  curve->order = g_new0 (guint, n);
  double **arrays[] = { &curve->accuracy, &curve->se,         &curve->tuned,
                        &curve->tuned_se, &curve->parameters, &curve->multiply_adds };
  for (guint a = 0; a < G_N_ELEMENTS (arrays); a++)
    *arrays[a] = g_new (double, n);
  static const double shape[IPL_N_REMOVAL_ORDERS] = { 2.6, 0.7, 1.8, 2.1, 1.3 };
  static const guint wobbles[IPL_N_REMOVAL_ORDERS] = { 0, 9, 27, 36, 18 };
  for (guint i = 0; i < n; i++)
    {
      double gone = n > 1 ? (double)i / (n - 1) : 0;
      gboolean missing = i >= known;
      curve->accuracy[i]
          = missing ? NAN
                    : 0.815 - 0.27 * pow (gone, shape[order]) + 0.003 * wobble (i + wobbles[order]);
      curve->se[i] = missing ? NAN : 0.012;
      curve->tuned[i]
          = missing || !tuned ? NAN : 0.82 - 0.1 * pow (gone, shape[order]) + 0.002 * wobble (i);
      curve->tuned_se[i] = missing || !tuned ? NAN : 0.012;
      curve->parameters[i] = tuned ? 64000 * (1 - 0.27 * gone) : NAN;
      curve->multiply_adds[i] = tuned ? 9.1e6 * (1 - 0.34 * gone) : NAN;
    }
}

/* Heads of greatest entropy, or least gradient, first. */
static guint *
sort_heads (const IplHeadReport *report, const double *values, double sign)
{
  guint *sorted = g_new (guint, report->n_heads);
  for (guint k = 0; k < report->n_heads; k++)
    {
      guint at = k;
      while (at > 0 && sign * values[sorted[at - 1]] > sign * values[k])
        {
          sorted[at] = sorted[at - 1];
          at--;
        }
      sorted[at] = k;
    }
  return sorted;
}

static void
make_pruning (FixtureNetwork *self, IplCase *the_case, gboolean whole)
{
  IplPruning *pruning = &self->pruning;
  const IplHeadReport *report = &self->heads;
  pruning->the_case = the_case;
  pruning->is_trained = whole;
  pruning->n_heads = report->n_heads;
  pruning->n_points = report->n_heads - the_case->L + 1;
  pruning->n_random = whole ? 20 : 2;
  pruning->fine_tune_steps = whole ? 200 : 0;
  guint known = whole ? G_MAXUINT : 1 + pruning->n_points / 2;
  g_autofree guint *by_entropy = sort_heads (report, report->entropy, -1);
  g_autofree guint *by_gradient = sort_heads (report, report->gradient, 1);
  for (IplRemovalOrder o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    {
      IplPruningCurve *curve = &pruning->curve[o];
      guint left[IPL_MAX_LAYERS], n = 0;
      gboolean absent = o == IPL_REMOVAL_BY_ENTROPY && !whole;
      ipl_order_correlation (report, o, &pruning->correlation[o]);
      make_curve (curve, pruning, o, absent ? 0 : known, whole);
      if (absent)
        {
          g_clear_pointer (&curve->order, g_free);
          pruning->no_entropy = g_strdup (report->no_entropy);
          continue;
        }
      memcpy (left, the_case->H, sizeof left);
      for (guint i = 0; i < report->n_heads; i++)
        {
          guint k = o == IPL_REMOVAL_BY_ENTROPY    ? by_entropy[i]
                    : o == IPL_REMOVAL_BY_GRADIENT ? by_gradient[i]
                    : o == IPL_REMOVAL_REVERSE     ? report->order[report->n_heads - 1 - i]
                                                   : report->order[i];
          if (left[report->layer[k]] > 1)
            {
              left[report->layer[k]]--;
              curve->order[n++] = k;
            }
        }
    }
  pruning->random_mean = g_new (double, pruning->n_points);
  pruning->random_low = g_new (double, pruning->n_points);
  pruning->random_high = g_new (double, pruning->n_points);
  for (guint i = 0; i < pruning->n_points; i++)
    {
      double mean = pruning->curve[IPL_REMOVAL_RANDOM].accuracy[i];
      pruning->random_mean[i] = mean;
      pruning->random_low[i] = mean - 0.05 * (i > 0);
      pruning->random_high[i] = mean + 0.04 * (i > 0);
    }
}

/* The case's own part of it: what gradient descent found. */
void
fixture_network_train_case (IplCase *the_case)
{
  gsize Pi = the_case->Pi;
  IplCaseTrained *trained = the_case->trained = g_new0 (IplCaseTrained, 1);
  trained->U = g_new (double, Pi * Pi);
  trained->readout = g_new0 (double, Pi * the_case->N0);
  for (guint l = 0; l <= the_case->L; l++)
    trained->N[l] = 128;
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q <= p; q++)
      trained->U[p * Pi + q] = trained->U[q * Pi + p]
          = p == q ? 0.01 + 0.03 * fixture_irregular (p)
                   : 0.02 * (fixture_irregular (p * q + p + q) - 0.5);
}

FixtureNetwork *
fixture_network_new (Fixture *fixture, gboolean whole)
{
  FixtureNetwork *self = g_new0 (FixtureNetwork, 1);
  make_gallery (self, fixture->the_case, whole);
  make_training (self, whole ? N_POINTS : 3, !whole);
  make_heads (self, fixture->the_case, &fixture->view.current->setting, whole);
  make_pruning (self, fixture->the_case, whole);
  fixture->view.training = &self->training;
  fixture->view.gallery = &self->gallery;
  fixture->view.heads = &self->heads;
  fixture->view.pruning = &self->pruning;
  fixture->view.pruned = whole ? MIN (3, (int)self->pruning.n_points - 1) : -1;
  fixture->view.shown_layer = fixture->view.shown_head = -1;
  fixture->view.shown_token = whole ? -1 : 37;
  return self;
}

void
fixture_network_free (FixtureNetwork *self)
{
  if (!self)
    return;
  IplHeadDrops *drops[] = { &self->heads.trained, &self->heads.zeroed, &self->heads.resolved };
  for (guint i = 0; i < self->gallery.n; i++)
    for (guint s = 0; s < 2; s++)
      g_free (self->gallery.examples[i].class_names[s]);
  g_free (self->gallery.examples);
  g_free (self->gallery.attention);
  g_free (self->gallery.answers);
  g_free ((gpointer)self->training.points);
  g_free (self->heads.layer);
  g_free (self->heads.head);
  g_free (self->heads.score);
  g_free (self->heads.order);
  g_free (self->heads.entropy);
  g_free (self->heads.gradient);
  g_free (self->heads.no_entropy);
  for (guint i = 0; i < G_N_ELEMENTS (drops); i++)
    {
      g_free (drops[i]->drop);
      g_free (drops[i]->se);
    }
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    {
      IplPruningCurve *curve = &self->pruning.curve[o];
      g_free (curve->order);
      g_free (curve->accuracy);
      g_free (curve->se);
      g_free (curve->tuned);
      g_free (curve->tuned_se);
      g_free (curve->parameters);
      g_free (curve->multiply_adds);
    }
  g_free (self->pruning.random_mean);
  g_free (self->pruning.random_low);
  g_free (self->pruning.random_high);
  g_free (self->pruning.no_entropy);
  g_free (self);
}
