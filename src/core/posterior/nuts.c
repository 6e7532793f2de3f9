/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/nuts.h"

#include "core/base/memory.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#define MAX_ENERGY_ERROR 1000.0
/* The initial step size is where the acceptance crosses this value. */
#define FIRST_ACCEPTANCE 0.8

/* The vectors that a subtree passes up. */
typedef struct
{
  double *p_begin, *p_end;               /* momenta at its ends */
  double *velocity_begin, *velocity_end; /* M^-1 p there */
  double *rho;                           /* sum of its momenta */
  double log_weight;
} Tree;

#define VECTORS_PER_LEVEL 14
#define FIXED_VECTORS 40
#define VECTORS (FIXED_VECTORS + VECTORS_PER_LEVEL * (IPL_NUTS_MAX_DEPTH + 2))

static double *
next_vector (IplNuts *self)
{
  double *vector = self->free_space;

  self->free_space += self->n;
  return vector;
}

static void
point_init (Point *point, IplNuts *self)
{
  point->q = next_vector (self);
  point->p = next_vector (self);
  point->g = next_vector (self);
}

static void
point_copy (gsize n, Point *to, const Point *from)
{
  memcpy (to->q, from->q, n * sizeof (double));
  memcpy (to->p, from->p, n * sizeof (double));
  memcpy (to->g, from->g, n * sizeof (double));
  to->log_density = from->log_density;
}

static void
mark_init (Point *mark, IplNuts *self)
{
  mark->q = next_vector (self);
  mark->g = next_vector (self);
}

void
ipl_nuts_set_mark (const IplNuts *self, Point *mark)
{
  memcpy (mark->q, self->sample.q, self->n * sizeof (double));
  memcpy (mark->g, self->sample.g, self->n * sizeof (double));
  mark->log_density = self->sample.log_density;
}

void
ipl_nuts_return (IplNuts *self, const Point *mark)
{
  ipl_nuts_set_point (self, mark->q, mark->log_density, mark->g);
}

static void
tree_init (Tree *tree, IplNuts *self)
{
  tree->p_begin = next_vector (self);
  tree->p_end = next_vector (self);
  tree->velocity_begin = next_vector (self);
  tree->velocity_end = next_vector (self);
  tree->rho = next_vector (self);
  tree->log_weight = -INFINITY;
}

static double
log_sum_exp (double a, double b)
{
  double m = MAX (a, b);

  return isinf (m) && m < 0 ? m : m + log (exp (a - m) + exp (b - m));
}

static double
hamiltonian (const IplNuts *self, const Point *point)
{
  double H = ipl_nuts_metric_kinetic (self->metric, point->p) - point->log_density;

  return isnan (H) ? INFINITY : H;
}

static void
leapfrog (IplNuts *self, double step)
{
  Point *z = &self->z;
  gsize n = self->n;
  double *velocity = self->free_space; /* scratch, not taken */

  cblas_daxpy ((int)n, 0.5 * step, z->g, 1, z->p, 1);
  ipl_nuts_metric_velocity (self->metric, z->p, velocity);
  cblas_daxpy ((int)n, step, velocity, 1, z->q, 1);
  z->log_density = self->density (z->q, z->g, self->cancellable, self->data);
  if (isfinite (z->log_density))
    cblas_daxpy ((int)n, 0.5 * step, z->g, 1, z->p, 1);
}

/* TRUE if a trajectory with these end velocities and sum of momenta still expands. */
static gboolean
is_moving_apart (gsize n, const double *velocity_begin, const double *velocity_end,
                 const double *rho)
{
  return cblas_ddot ((int)n, velocity_begin, 1, rho, 1) > 0
         && cblas_ddot ((int)n, velocity_end, 1, rho, 1) > 0;
}

static void
add (gsize n, const double *a, const double *b, double *sum)
{
  for (gsize i = 0; i < n; i++)
    sum[i] = a[i] + b[i];
}

static gboolean
was_cancelled (IplNuts *self)
{
  self->cancelled = self->cancelled || g_cancellable_is_cancelled (self->cancellable);
  return self->cancelled;
}

/* A leapfrog step from the end of the trajectory; FALSE if it diverges or is cancelled. */
static gboolean
build_leaf (IplNuts *self, double step, Tree *tree, Point *proposal)
{
  gsize n = self->n;
  double H;

  if (was_cancelled (self))
    return FALSE;
  leapfrog (self, step);
  if (was_cancelled (self))
    return FALSE;
  self->n_leapfrog++;
  H = hamiltonian (self, &self->z);
  if (!(H - self->H0 <= MAX_ENERGY_ERROR))
    self->divergent = TRUE;
  tree->log_weight = self->H0 - H;
  self->sum_acceptance += MIN (1, exp (self->H0 - H));
  point_copy (n, proposal, &self->z);
  ipl_nuts_metric_velocity (self->metric, self->z.p, tree->velocity_begin);
  memcpy (tree->velocity_end, tree->velocity_begin, n * sizeof (double));
  memcpy (tree->p_begin, self->z.p, n * sizeof (double));
  memcpy (tree->p_end, self->z.p, n * sizeof (double));
  memcpy (tree->rho, self->z.p, n * sizeof (double));
  return !self->divergent;
}

/* Extends the trajectory by 2^depth steps from self->z; FALSE ends it. */
static gboolean
build_tree (IplNuts *self, guint depth, double step, Tree *tree, Point *proposal)
{
  gsize n = self->n;

  if (depth == 0)
    return build_leaf (self, step, tree, proposal);

  double *mark = self->free_space;
  Tree first, second;
  Point other;
  gboolean is_complete = FALSE;

  tree_init (&first, self);
  tree_init (&second, self);
  point_init (&other, self);

  double *extra = next_vector (self);

  if (build_tree (self, depth - 1, step, &first, proposal)
      && build_tree (self, depth - 1, step, &second, &other))
    {
      tree->log_weight = log_sum_exp (first.log_weight, second.log_weight);
      if (log (gsl_rng_uniform_pos (self->rng)) < second.log_weight - tree->log_weight)
        point_copy (n, proposal, &other);
      memcpy (tree->p_begin, first.p_begin, n * sizeof (double));
      memcpy (tree->p_end, second.p_end, n * sizeof (double));
      memcpy (tree->velocity_begin, first.velocity_begin, n * sizeof (double));
      memcpy (tree->velocity_end, second.velocity_end, n * sizeof (double));
      add (n, first.rho, second.rho, tree->rho);

      /* The complete trajectory, and each half with the first step of the other. */
      is_complete = is_moving_apart (n, first.velocity_begin, second.velocity_end, tree->rho);
      add (n, first.rho, second.p_begin, extra);
      is_complete
          = is_complete && is_moving_apart (n, first.velocity_begin, second.velocity_begin, extra);
      add (n, second.rho, first.p_end, extra);
      is_complete
          = is_complete && is_moving_apart (n, first.velocity_end, second.velocity_end, extra);
    }
  self->free_space = mark;
  return is_complete;
}

/* Draws a new momentum at the sample, where both ends of the trajectory start. */
static void
begin_trajectory (IplNuts *self)
{
  ipl_nuts_metric_draw (self->metric, self->rng, self->sample.p);
  self->H0 = hamiltonian (self, &self->sample);
  self->sum_acceptance = 0;
  self->n_leapfrog = 0;
  self->divergent = self->cancelled = FALSE;
  point_copy (self->n, &self->forward, &self->sample);
  point_copy (self->n, &self->backward, &self->sample);
}

/* TRUE unless the trajectory turns back with the new half, whose momenta are added to @rho. */
static gboolean
join_is_moving_apart (gsize n, const Tree *half, const double *inner_p,
                      const double *inner_velocity, const double *outer_velocity, double *rho,
                      double *extra)
{
  gboolean on;

  add (n, rho, half->p_begin, extra);
  on = is_moving_apart (n, outer_velocity, half->velocity_begin, extra);
  add (n, half->rho, inner_p, extra);
  on = on && is_moving_apart (n, inner_velocity, half->velocity_end, extra);
  cblas_daxpy ((int)n, 1, half->rho, 1, rho, 1);
  return on && is_moving_apart (n, outer_velocity, half->velocity_end, rho);
}

static void
run_trajectory (IplNuts *self, IplTransition *transition)
{
  gsize n = self->n;
  double *mark = self->free_space;
  Tree sides[2]; /* backward, forward: their outer ends so far */
  double *rho = next_vector (self), *extra = next_vector (self);
  double *inner_p = next_vector (self), *inner_velocity = next_vector (self);
  double log_weight = 0;
  guint depth = 0;
  gboolean on = TRUE;

  begin_trajectory (self);
  memcpy (rho, self->sample.p, n * sizeof (double));
  for (guint k = 0; k < 2; k++)
    {
      tree_init (&sides[k], self);
      memcpy (sides[k].p_end, self->sample.p, n * sizeof (double));
    }
  ipl_nuts_metric_velocity (self->metric, self->sample.p, sides[0].velocity_end);
  memcpy (sides[1].velocity_end, sides[0].velocity_end, n * sizeof (double));

  while (on && depth < self->max_depth)
    {
      gboolean to_front = gsl_rng_uniform (self->rng) > 0.5;
      Point *end = to_front ? &self->forward : &self->backward;
      Tree *side = &sides[to_front], tree;
      double *mark_tree = self->free_space;

      tree_init (&tree, self);
      /* The end of the old trajectory on this side, where the new half begins. */
      memcpy (inner_velocity, side->velocity_end, n * sizeof (double));
      memcpy (inner_p, side->p_end, n * sizeof (double));
      point_copy (n, &self->z, end);
      on = build_tree (self, depth, to_front ? self->step_size : -self->step_size, &tree,
                       &self->proposal);
      self->free_space = mark_tree;
      if (!on)
        break;
      point_copy (n, end, &self->z);
      depth++;
      if (log (gsl_rng_uniform_pos (self->rng)) < tree.log_weight - log_weight)
        point_copy (n, &self->sample, &self->proposal);
      log_weight = log_sum_exp (log_weight, tree.log_weight);
      on = join_is_moving_apart (n, &tree, inner_p, inner_velocity, sides[!to_front].velocity_end,
                                 rho, extra);
      memcpy (side->velocity_end, tree.velocity_end, n * sizeof (double));
      memcpy (side->p_end, tree.p_end, n * sizeof (double));
    }

  self->free_space = mark;
  *transition = (IplTransition){
    .divergent = self->divergent,
    .depth = depth,
    .acceptance = self->n_leapfrog > 0 ? self->sum_acceptance / self->n_leapfrog : 0,
    .energy = self->H0,
  };
}

static void
adapt_step_size (IplNuts *self, double acceptance)
{
  DualAveraging *a = &self->averaging;
  const double gamma = 0.05, t0 = 10, kappa = 0.75;

  a->count++;

  double weight = 1 / (a->count + t0);
  double log_step, decay = pow (a->count, -kappa);

  a->bar = (1 - weight) * a->bar + weight * (self->target_acceptance - acceptance);
  log_step = a->mu - a->bar * sqrt (a->count) / gamma;
  a->log_step_bar = decay * log_step + (1 - decay) * a->log_step_bar;
  self->step_size = exp (log_step);
}

/* A first step size whose acceptance crosses 0.8 (algorithm 4 of Hoffman and Gelman). */
static void
find_step_size (IplNuts *self)
{
  int direction = 0;

  for (guint k = 0; k < 60; k++)
    {
      double H0, change;

      point_copy (self->n, &self->z, &self->sample);
      ipl_nuts_metric_draw (self->metric, self->rng, self->z.p);
      H0 = hamiltonian (self, &self->z);
      leapfrog (self, self->step_size);
      change = H0 - hamiltonian (self, &self->z);

      int wanted = change > log (FIRST_ACCEPTANCE) ? 1 : -1;

      if (direction == 0)
        direction = wanted;
      if (direction != wanted)
        break;
      self->step_size *= direction > 0 ? 2 : 0.5;
    }
  self->averaging = (DualAveraging){ .mu = log (10 * self->step_size) };
}

IplNuts *
ipl_nuts_allocate (gsize n, IplLogDensity density, IplSettle settle, const guint64 *signs,
                   gpointer data, const gsl_rng *rng, GError **error)
{
  g_autoptr (IplNuts) self = g_new0 (IplNuts, 1);

  self->n = n;
  self->density = density;
  self->settle = settle;
  self->data = data;
  self->rng = gsl_rng_clone (rng);
  self->target_acceptance = IPL_NUTS_TARGET_ACCEPTANCE;
  self->max_depth = IPL_NUTS_MAX_DEPTH;
  self->metric = ipl_nuts_metric_new (n, signs, error);
  if (self->metric != NULL)
    self->space = ipl_try_new0 (double, VECTORS *(double)n, "The sampler's trajectories", error);
  self->free_space = self->space;
  if (self->space == NULL)
    return NULL;
  point_init (&self->z, self);
  point_init (&self->sample, self);
  point_init (&self->forward, self);
  point_init (&self->backward, self);
  point_init (&self->proposal, self);
  mark_init (&self->before, self);
  mark_init (&self->mark, self);
  return g_steal_pointer (&self);
}

IplNuts *
ipl_nuts_new (gsize n, IplLogDensity density, IplSettle settle, const guint64 *signs, gpointer data,
              const double *q, const double *variances, const double *covariance, guint warmup,
              const gsl_rng *rng, GError **error)
{
  IplNuts *self = ipl_nuts_allocate (n, density, settle, signs, data, rng, error);

  if (self == NULL)
    return NULL;
  memcpy (self->sample.q, q, n * sizeof *q);
  self->sample.log_density = density (self->sample.q, self->sample.g, NULL, data);
  ipl_nuts_restart (self, variances, covariance, warmup);
  return self;
}

void
ipl_nuts_restart (IplNuts *self, const double *variances, const double *covariance, guint warmup)
{
  self->warmup = warmup;
  self->warmup_done = 0;
  ipl_nuts_metric_restart (self->metric, variances, covariance, warmup);
  self->step_size = 0.5;
  find_step_size (self);
}

void
ipl_nuts_set_point (IplNuts *self, const double *q, double log_density, const double *gradient)
{
  memcpy (self->sample.q, q, self->n * sizeof *q);
  memcpy (self->sample.g, gradient, self->n * sizeof *gradient);
  self->sample.log_density = log_density;
}

void
ipl_nuts_free (IplNuts *self)
{
  gsl_rng_free (self->rng);
  ipl_nuts_metric_free (self->metric);
  g_free (self->space);
  g_free (self);
}

gboolean
ipl_nuts_step (IplNuts *self, GCancellable *cancellable, IplTransition *transition)
{
  ipl_nuts_set_mark (self, &self->before);
  self->cancellable = cancellable;
  run_trajectory (self, transition);
  self->cancellable = NULL;
  if (self->cancelled)
    {
      ipl_nuts_return (self, &self->before);
      return FALSE;
    }
  if (self->settle != NULL)
    self->settle (self->sample.q, self->sample.g, self->data);

  if (self->warmup_done < self->warmup)
    {
      adapt_step_size (self, transition->acceptance);
      if (ipl_nuts_metric_learn (self->metric, self->warmup_done, self->sample.q))
        find_step_size (self);
      if (++self->warmup_done == self->warmup)
        self->step_size = exp (self->averaging.log_step_bar);
    }
  return TRUE;
}

gboolean
ipl_nuts_in_warmup (const IplNuts *self)
{
  return self->warmup_done < self->warmup;
}
