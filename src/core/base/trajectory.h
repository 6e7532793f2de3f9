/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define IPL_TRAJECTORY_MAX_DIM 4

/**
 * IplTrajectoryArray:
 * @name: its name in files ("loss", "entropy", "v")
 * @words: what sentences call it ("entropy of attention")
 * @unit: what its numbers are measured in ("nats"), "" for numbers of no unit
 * @ndim: dimensions of one moment, 0 for a number
 * @shape: [ndim]
 * @size: numbers of one moment, the product of @shape
 * @in_time: whether every moment has its own; else there is one for all
 * @values: [S x size], or [size] where not @in_time; row-major; NaN where nothing was recorded
 */
typedef struct
{
  char *name;
  char *words;
  char *unit;
  guint ndim;
  gsize shape[IPL_TRAJECTORY_MAX_DIM];
  gsize size;
  gboolean in_time;
  double *values;
} IplTrajectoryArray;

/**
 * IplTrajectory:
 * @S: recorded moments
 * @time: [S] increasing; of gradient descent in steps, of a flow in its own time
 * @in_steps: whether @time counts steps
 * @arrays: (element-type IplTrajectoryArray): what was recorded
 * @message: (nullable): a sentence where it ended before its time or must not be trusted ("The flow
 *   blows up at t = 1.25, where it stops.")
 *
 * What happens in time while something is learned. Filled by one thread; immutable once it is part
 * of a result, and reference-counted then.
 */
typedef struct
{
  guint S;
  double *time;
  gboolean in_steps;
  GPtrArray *arrays;
  char *message;
  /*< private >*/
  guint capacity;
  gatomicrefcount ref_count;
} IplTrajectory;

IplTrajectory *ipl_trajectory_new (gboolean in_steps);
IplTrajectory *ipl_trajectory_ref (IplTrajectory *self);
void ipl_trajectory_unref (IplTrajectory *self);
IplTrajectory *ipl_trajectory_copy (const IplTrajectory *self, GError **error);

void ipl_trajectory_add (IplTrajectory *self, const char *name, guint ndim, const gsize *shape);
void ipl_trajectory_add_like (IplTrajectory *self, const IplTrajectoryArray *like);
void ipl_trajectory_set_words (IplTrajectory *self, const char *name, const char *words,
                               const char *unit);
gboolean ipl_trajectory_add_constant (IplTrajectory *self, const char *name, guint ndim,
                                      const gsize *shape, const double *values, GError **error);
gboolean ipl_trajectory_append (IplTrajectory *self, double time, GError **error);
void ipl_trajectory_keep (IplTrajectory *self, const gboolean *kept);
double *ipl_trajectory_edit (IplTrajectory *self, const char *name);
void ipl_trajectory_set_message (IplTrajectory *self, const char *message);

const IplTrajectoryArray *ipl_trajectory_find (const IplTrajectory *self, const char *name);
const double *ipl_trajectory_get (const IplTrajectory *self, const char *name, guint moment);
guint ipl_trajectory_find_moment (const IplTrajectory *self, double time);
double ipl_trajectory_get_bytes (const IplTrajectory *self, double moments);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTrajectory, ipl_trajectory_unref)

G_END_DECLS
