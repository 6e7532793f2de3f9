/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/scrubber.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/trajectory.h"

#define IPL_TIME_MARKS_MAX 16

/* Notable moments of a trajectory. Zero-filled at first. */
typedef struct
{
  guint n; /* number of marks */
  /* [n] rising: recorded moments at round times, at both ends and where the entropy of attention is
   * lowest */
  guint moments[IPL_TIME_MARKS_MAX];
  /* [n] what is written below each; NULL where there is no room */
  char *labels[IPL_TIME_MARKS_MAX];
  /*< private >*/
  guint S;
  double first, last;
  int dip;
} IplTimeMarks;

/* Round times between the ends, at most. */
#define MOST_ROUND 8
/* The share of a letter of a label on the axis in the narrowest window, and what is left between
 * two labels. */
#define LETTER_ROOM 0.04
#define LABEL_GAP 0.02
/* A dip of the entropy is as deep below both ends, as a share of all that it varies. */
#define DIP_DEPTH 0.02

/* Leaves none. */
static void
ipl_time_marks_clear (IplTimeMarks *self)
{
  for (guint i = 0; i < self->n; i++)
    g_free (self->labels[i]);
  *self = (IplTimeMarks){ .n = 0 };
}

/* Where the entropy of attention (of the lowest layer) is lowest, if it comes back from there; else
 * -1. */
static int
find_dip (const IplTrajectory *trajectory)
{
  const IplTrajectoryArray *entropy = ipl_trajectory_find (trajectory, "entropy");
  double lowest = INFINITY, highest = -INFINITY, first, last;
  guint at = 0;

  if (entropy == NULL || !entropy->in_time || entropy->size == 0 || trajectory->S < 3)
    return -1;
  for (guint s = 0; s < trajectory->S; s++)
    {
      double value = entropy->values[s * entropy->size];

      if (value < lowest)
        {
          lowest = value;
          at = s;
        }
      highest = fmax (highest, value);
    }
  first = entropy->values[0];
  last = entropy->values[(trajectory->S - 1) * entropy->size];
  return fmin (first, last) - lowest > DIP_DEPTH * (highest - lowest) ? (int)at : -1;
}

/* The next of 1, 2, 5, 10, .. that leaves few enough steps in a range. */
static double
round_step (double range)
{
  double step = pow (10.0, floor (log10 (range / MOST_ROUND)));

  for (guint i = 0; range / step > MOST_ROUND; i++)
    step *= i % 3 == 1 ? 2.5 : 2.0;
  return step;
}

/* The least distance between the moments of two labels, as a share of the axis. */
static double
room_between (const char *one, const char *other)
{
  return LABEL_GAP + 0.5 * LETTER_ROOM * (double)(strlen (one) + strlen (other));
}

/* Takes @label. Marks come in any order; of two at the same moment the first stays. */
static void
add (IplTimeMarks *self, guint moment, char *label)
{
  guint at = self->n;

  for (guint i = 0; i < self->n; i++)
    {
      double gap = fabs ((double)self->moments[i] - moment);

      if (gap == 0.0 || self->n == IPL_TIME_MARKS_MAX)
        {
          g_free (label);
          return;
        }
      if (label != NULL && self->labels[i] != NULL
          && gap < room_between (label, self->labels[i]) * (self->S - 1))
        g_clear_pointer (&label, g_free);
    }
  while (at > 0 && self->moments[at - 1] > moment)
    {
      self->moments[at] = self->moments[at - 1];
      self->labels[at] = self->labels[at - 1];
      at--;
    }
  self->moments[at] = moment;
  self->labels[at] = label;
  self->n++;
}

static void
fill (IplTimeMarks *self, const IplTrajectory *trajectory)
{
  double range = self->last - self->first;
  double step, time;

  if (self->dip >= 0)
    add (self, (guint)self->dip, g_strdup ("dip"));
  add (self, 0, g_strdup_printf ("%.6g", self->first));
  if (self->S < 2 || !(range > 0.0) || !isfinite (range))
    return;
  add (self, self->S - 1, g_strdup_printf ("%.6g", self->last));
  step = round_step (range);
  time = (floor (self->first / step) + 1.0) * step;
  for (guint i = 0; i < MOST_ROUND + 1 && time < self->last; i++, time += step)
    {
      /* Round times that were not recorded have no mark of their own. */
      guint moment = ipl_trajectory_find_moment (trajectory, fmax (time, 0.0));

      if (fabs (trajectory->time[moment] - time) < 0.05 * step)
        add (self, moment, g_strdup_printf ("%.6g", time));
    }
}

/* @trajectory: what is shown now, a moment at least
 * Returns: whether they are others than before */
static gboolean
ipl_time_marks_update (IplTimeMarks *self, const IplTrajectory *trajectory)
{
  guint S = trajectory->S;
  double first = trajectory->time[0], last = trajectory->time[S - 1];
  int dip = find_dip (trajectory);

  if (self->n > 0 && self->S == S && self->first == first && self->last == last && self->dip == dip)
    return FALSE;
  ipl_time_marks_clear (self);
  self->S = S;
  self->first = first;
  self->last = last;
  self->dip = dip;
  fill (self, trajectory);
  return TRUE;
}

/* Returns: the nearest marked moment beyond @moment; @moment where there is none */
static guint
ipl_time_marks_next (const IplTimeMarks *self, guint moment, int direction)
{
  for (guint i = 0; i < self->n; i++)
    {
      guint mark = self->moments[direction > 0 ? i : self->n - 1 - i];

      if (direction > 0 ? mark > moment : mark < moment)
        return mark;
    }
  return moment;
}

/* The moments of a trajectory under the panels, each with as much room as the others: where much
 * happened, many were recorded. Drag it, type a time, let it play from here to the end, or follow
 * the end while it is being computed. */
struct _IplTimeScrubber
{
  IplScrubber;
  GtkLabel *label;
  GtkToggleButton *follow;
  IplTimeMarks marks;
  double play_moment; /* where playing is, between moments */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplTimeScrubber, ipl_time_scrubber, IPL_TYPE_SCRUBBER)

/* The shown trajectory; valid until the results change. */
static const IplTrajectory *
get_trajectory (IplTimeScrubber *self, guint *moment)
{
  IplView view;

  if (self->session == NULL || !ipl_session_get_view (self->session, &view)
      || view.trajectory == NULL || view.trajectory->S == 0)
    return NULL;
  *moment = view.moment;
  return view.trajectory;
}

/* The last moment is the end, wherever that comes to be. */
static void
show_moment (IplTimeScrubber *self, double moment)
{
  guint now;
  const IplTrajectory *trajectory = get_trajectory (self, &now);
  guint S = trajectory != NULL ? trajectory->S : 0;

  if (S > 0)
    ipl_session_show_time (self->session,
                           moment >= S - 1 ? -1.0 : trajectory->time[(guint)fmax (moment, 0.0)]);
}

static void
ipl_time_scrubber_step (IplScrubber *scrubber, int direction)
{
  IplTimeScrubber *self = IPL_TIME_SCRUBBER (scrubber);
  guint moment;

  if (get_trajectory (self, &moment) != NULL)
    show_moment (self, ipl_time_marks_next (&self->marks, moment, direction));
}

static void
ipl_time_scrubber_nudge (IplScrubber *scrubber, int direction)
{
  IplTimeScrubber *self = IPL_TIME_SCRUBBER (scrubber);
  guint moment;

  if (get_trajectory (self, &moment) != NULL)
    show_moment (self, (double)moment + direction);
}

static void
ipl_time_scrubber_go (IplScrubber *self, double value)
{
  show_moment (IPL_TIME_SCRUBBER (self), round (value));
}

static char *
ipl_time_scrubber_to_text (IplScrubber *self)
{
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (IPL_TIME_SCRUBBER (self), &moment);

  if (trajectory == NULL)
    return g_strdup ("");
  return g_strdup_printf (ipl_clock_words[trajectory->clock].is_whole ? "%.10g" : "%.5g",
                          trajectory->time[moment]);
}

/* The nearest moment that was recorded is shown. */
static gboolean
ipl_time_scrubber_parse (IplScrubber *self, const char *text, GError **error)
{
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (IPL_TIME_SCRUBBER (self), &moment);
  double time = -1.0;

  if (trajectory == NULL)
    return TRUE;
  if (g_ascii_strcasecmp (text, "end") != 0
      && (!ipl_number_parse_real (text, &time) || !(time >= trajectory->time[0])
          || !(time <= trajectory->time[trajectory->S - 1])))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "“%s” is no time of this run: give a number from %.10g to %.10g, or “end”.",
                     text, trajectory->time[0], trajectory->time[trajectory->S - 1]);
  ipl_session_show_time (self->session, time);
  return TRUE;
}

static void
on_follow (IplTimeScrubber *self)
{
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);

  if (self->updating || trajectory == NULL)
    return;
  ipl_scrubber_set_playing ((IplScrubber *)self, FALSE);
  ipl_session_show_time (
      self->session, gtk_toggle_button_get_active (self->follow) ? -1.0 : trajectory->time[moment]);
}

static void
update (IplTimeScrubber *self)
{
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);
  g_autofree char *spoken = NULL;

  if (trajectory == NULL)
    return;

  const IplClockWords *words = &ipl_clock_words[trajectory->clock];
  double now = trajectory->time[moment], last = trajectory->time[trajectory->S - 1];

  self->updating = TRUE;
  gtk_adjustment_set_upper (self->adjustment, MAX (trajectory->S - 1, 1));
  gtk_toggle_button_set_active (self->follow,
                                ipl_session_get_parameters (self->session)->shown_time < 0.0);
  self->updating = FALSE;
  gtk_label_set_markup_with_mnemonic (self->label, words->mnemonic);
  spoken = words->is_whole ? g_strdup_printf ("%s %.10g of %.10g", words->spoken, now, last)
                           : g_strdup_printf ("%s %.5g of %.5g", words->spoken, now, last);
  ipl_scrubber_show (self, moment, spoken);
}

static void
on_results (IplTimeScrubber *self)
{
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);

  if (trajectory == NULL)
    {
      ipl_scrubber_set_playing ((IplScrubber *)self, FALSE);
      return;
    }
  if (ipl_time_marks_update (&self->marks, trajectory))
    {
      gtk_scale_clear_marks (self->scale);
      for (guint i = 0; i < self->marks.n; i++)
        gtk_scale_add_mark (self->scale, self->marks.moments[i], GTK_POS_BOTTOM,
                            self->marks.labels[i]);
    }
  update (self);
}

static gboolean
ipl_time_scrubber_begin (IplScrubber *scrubber)
{
  IplTimeScrubber *self = IPL_TIME_SCRUBBER (scrubber);
  guint moment = 0;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);

  if (trajectory == NULL)
    return FALSE;
  self->play_moment = moment + 1 < trajectory->S ? moment : 0.0;
  return TRUE;
}

/* A running computation may move the end away while it plays. */
static gboolean
ipl_time_scrubber_play (IplScrubber *scrubber, double share)
{
  IplTimeScrubber *self = IPL_TIME_SCRUBBER (scrubber);
  guint moment = 0;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);
  double S = trajectory != NULL ? trajectory->S : 0;

  self->play_moment += S * share;
  if (self->play_moment >= S - 1)
    return FALSE;
  if ((guint)self->play_moment != moment)
    show_moment (self, floor (self->play_moment));
  return TRUE;
}

static void
ipl_time_scrubber_finish (IplScrubber *self)
{
  show_moment (IPL_TIME_SCRUBBER (self), INFINITY);
}

static void
attach (IplTimeScrubber *self)
{
  ipl_session_follow (self->session, "results-changed job-changed::train", G_CALLBACK (on_results),
                      self);
}

static void
ipl_time_scrubber_finalize (GObject *object)
{
  ipl_time_marks_clear (&IPL_TIME_SCRUBBER (object)->marks);
  G_OBJECT_CLASS (ipl_time_scrubber_parent_class)->finalize (object);
}

#define CHILD(name) IPL_CHILD (IplTimeScrubber, name)
static const IplTemplateChild children[] = { CHILD (label), CHILD (follow), { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (on_follow), { NULL } };

static void
ipl_time_scrubber_class_init (IplTimeScrubberClass *klass)
{
  IplScrubberClass *scrubber_class = (IplScrubberClass *)klass;

  G_OBJECT_CLASS (klass)->finalize = ipl_time_scrubber_finalize;
  scrubber_class->step = ipl_time_scrubber_step;
  scrubber_class->nudge = ipl_time_scrubber_nudge;
  scrubber_class->go = ipl_time_scrubber_go;
  scrubber_class->parse = ipl_time_scrubber_parse;
  scrubber_class->begin = ipl_time_scrubber_begin;
  scrubber_class->play = ipl_time_scrubber_play;
  scrubber_class->finish = ipl_time_scrubber_finish;
  scrubber_class->to_text = ipl_time_scrubber_to_text;
  ipl_session_widget_class_set_up (klass, "scrubber", G_CALLBACK (attach), G_CALLBACK (update));
  ipl_scrubber_class_set_template (klass, "time-scrubber", children, callbacks);
}

static void
ipl_time_scrubber_init (IplTimeScrubber *self)
{
  ipl_scrubber_init_template ((IplScrubber *)self);
}
