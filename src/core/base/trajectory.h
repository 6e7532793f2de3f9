/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#define IPL_TRAJECTORY_MAX_DIM 4

/* Units of the time axis; the values are stored in files. */
typedef enum
{
  IPL_CLOCK_FLOW = 0,     /* the time of a flow */
  IPL_CLOCK_STEPS = 1,    /* steps of gradient descent */
  IPL_CLOCK_EXAMPLES = 2, /* training examples: a moment is a training set that the next contains */
  IPL_N_CLOCKS,
} IplClock;

typedef struct
{
  const char *name;     /* of a column */
  const char *spoken;   /* "step" */
  const char *plural;   /* "steps", or none if numbers follow @before */
  const char *before;   /* a number: "step " */
  const char *title;    /* of an axis */
  const char *mnemonic; /* of a control, in markup */
  gboolean is_integer;  /* TRUE for integers */
} IplClockWords;

extern const IplClockWords ipl_clock_words[IPL_N_CLOCKS];

typedef struct
{
  char *name;                          /* its name in files ("loss", "entropy", "v") */
  char *words;                         /* its name in sentences ("entropy of attention") */
  char *unit;                          /* unit of its numbers, a word of units.h; "" for none */
  guint ndim;                          /* dimensions of one moment, 0 for a number */
  gsize shape[IPL_TRAJECTORY_MAX_DIM]; /* [ndim] */
  gsize size;                          /* numbers of one moment, the product of @shape */
  gboolean in_time;                    /* TRUE if it depends on time, FALSE if it is constant */
  /* [S x size], or [size] unless @in_time; row-major; NaN if not recorded */
  double *values;
} IplTrajectoryArray;

/* Numbers recorded in time while something is learned. Filled by one thread; immutable once it is
 * part of a result, and reference-counted then. */
typedef struct
{
  guint S;           /* recorded moments */
  double *time;      /* [S] increasing */
  IplClock clock;    /* unit of @time */
  GPtrArray *arrays; /* (element-type IplTrajectoryArray): recorded arrays */
  /* (nullable): a sentence about an early end or an unreliable part ("The flow blows up at t =
   * 1.25, where it stops.") */
  char *message;
  /*< private >*/
  guint capacity;
  gatomicrefcount ref_count;
} IplTrajectory;

/* An array of all trajectories of a kind: its contents, and its required form in files. Tables
 * of them end with a name of NULL. */
typedef struct
{
  const char *name;
  /* A letter for each dimension of one moment, in all arrays for one length, or a digit, its
   * length.
   */
  const char *shape;
  gboolean is_constant; /* TRUE if constant in time */
  gboolean is_optional; /* TRUE if some parameters omit it */
  const char *words;    /* (nullable): the name with blanks */
  const char *unit;     /* (nullable) */
} IplRecordedArray;

IplTrajectory *ipl_trajectory_new (IplClock clock);
IplTrajectory *ipl_trajectory_ref (IplTrajectory *self);
void ipl_trajectory_unref (IplTrajectory *self);
IplTrajectory *ipl_trajectory_copy (const IplTrajectory *self, GError **error);

void ipl_trajectory_add (IplTrajectory *self, const char *name, guint ndim, const gsize *shape);
void ipl_trajectory_add_recorded (IplTrajectory *self, const IplRecordedArray *recorded,
                                  const char *letters, const gsize *lengths);
void ipl_trajectory_add_like (IplTrajectory *self, const IplTrajectoryArray *like);
void ipl_trajectory_set_words (IplTrajectory *self, const char *name, const char *words,
                               const char *unit);
gboolean ipl_trajectory_add_constant (IplTrajectory *self, const char *name, guint ndim,
                                      const gsize *shape, const double *values, GError **error);
gboolean ipl_trajectory_append (IplTrajectory *self, double time, GError **error);
gboolean ipl_trajectory_append_from (IplTrajectory *self, const IplTrajectory *from, guint moment,
                                     GError **error);
void ipl_trajectory_select (IplTrajectory *self, const gboolean *selected);
gboolean ipl_trajectory_fill (IplTrajectory *self, const IplTrajectory *from);
double *ipl_trajectory_edit (IplTrajectory *self, const char *name);
void ipl_trajectory_set_message (IplTrajectory *self, const char *message);

const IplTrajectoryArray *ipl_trajectory_find (const IplTrajectory *self, const char *name);
const double *ipl_trajectory_get (const IplTrajectory *self, const char *name, guint moment);
guint ipl_trajectory_find_moment (const IplTrajectory *self, double time);
double ipl_trajectory_array_mean (const IplTrajectoryArray *self, guint moment, gsize first,
                                  gsize apart, gsize n, double *sd);
double ipl_trajectory_get_bytes (const IplTrajectory *self, double moments);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTrajectory, ipl_trajectory_unref)
