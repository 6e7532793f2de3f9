/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/scrubber.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/trajectory.h"

#define IPL_TIME_MARKS_MAX 16

/* Marked moments of a trajectory. Zero-initialised. */
typedef struct
{
  guint n; /* number of marks */
  /* [n] increasing: recorded moments at round times, at both ends and at the minimum of the entropy
   * of attention */
  guint moments[IPL_TIME_MARKS_MAX];
  /* [n] labels of the marks; NULL for a mark without space for a label */
  char *labels[IPL_TIME_MARKS_MAX];
  /*< private >*/
  guint S;
  double first, last;
  int dip;
} IplTimeMarks;

/* Greatest number of round times between the ends. */
#define MOST_ROUND 8
/* Share of the axis that a letter of a label takes in the narrowest window, and least gap between
 * two labels. */
#define LETTER_ROOM 0.04
#define LABEL_GAP 0.02
/* Largest distance of a round time from its recorded moment, as a share of the step: 26 moments of
 * 2000 steps have all marks. */
#define MARK_SHIFT 0.1
/* Least depth of a minimum of the entropy below both ends, as a share of its range. */
#define DIP_DEPTH 0.02

/* Removes all marks. */
static void
ipl_time_marks_clear (IplTimeMarks *self)
{
  for (guint i = 0; i < self->n; i++)
    g_free (self->labels[i]);
  *self = (IplTimeMarks){ .n = 0 };
}

/* Returns: moment of the minimum of the entropy of attention (of the lowest layer) if it rises
 *   again after it; else -1 */
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

/* Returns: the smallest of 1, 2, 5, 10, .. that gives at most MOST_ROUND steps in a range */
static double
round_step (double range)
{
  double step = pow (10.0, floor (log10 (range / MOST_ROUND)));

  for (guint i = 0; range / step > MOST_ROUND; i++)
    step *= i % 3 == 1 ? 2.5 : 2.0;
  return step;
}

/* Returns: least distance between the moments of two labels, as a share of the axis */
static double
room_between (const char *one, const char *other)
{
  return LABEL_GAP + 0.5 * LETTER_ROOM * (double)(strlen (one) + strlen (other));
}

/* Adds a mark. Marks are added in any order; the first one at a moment stays.
 * @label: (transfer full) */
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
      /* A round time without a recorded moment gets no mark. */
      guint moment = ipl_trajectory_find_moment (trajectory, fmax (time, 0.0));

      if (fabs (trajectory->time[moment] - time) < MARK_SHIFT * step)
        add (self, moment, g_strdup_printf ("%.6g", time));
    }
}

/* @trajectory: shown trajectory, with at least one moment
 * Returns: TRUE if the marks have changed */
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

/* Returns: nearest marked moment beyond @moment, or @moment */
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

/* A scrubber over the moments of a trajectory, with equal distances: intervals with many recorded
 * moments take more of the axis. Offers an entry for the time, playing to the end, and following
 * the end of a running computation. */
struct _IplTimeScrubber
{
  IplScrubber;
  GtkLabel *label;
  GtkToggleButton *follow;
  IplTimeMarks marks;
  double play_moment; /* fractional moment while playing */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplTimeScrubber, ipl_time_scrubber, IPL_TYPE_SCRUBBER)

/* Returns: shown trajectory; valid until the results change */
static const IplTrajectory *
get_trajectory (IplTimeScrubber *self, guint *moment)
{
  IplView view;

  if (self->document == NULL || !ipl_document_get_view (self->document, &view)
      || view.trajectory == NULL || view.trajectory->S == 0)
    return NULL;
  *moment = view.moment;
  return view.trajectory;
}

/* The last moment represents the end, which moves while the computation runs. */
static void
show_moment (IplTimeScrubber *self, double moment)
{
  guint now;
  const IplTrajectory *trajectory = get_trajectory (self, &now);
  guint S = trajectory != NULL ? trajectory->S : 0;

  if (S > 0)
    ipl_document_show_time (self->document,
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
  return g_strdup_printf (ipl_clock_words[trajectory->clock].is_integer ? "%.10g" : "%.5g",
                          trajectory->time[moment]);
}

/* Shows the recorded moment that is nearest to the typed time. */
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
                     "“%s” is not a time of this run: give a number from %.10g to %.10g, or “end”.",
                     text, trajectory->time[0], trajectory->time[trajectory->S - 1]);
  ipl_document_show_time (self->document, time);
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
  ipl_document_show_time (self->document, gtk_toggle_button_get_active (self->follow)
                                              ? -1.0
                                              : trajectory->time[moment]);
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
                                ipl_document_get_parameters (self->document)->shown_time < 0.0);
  self->updating = FALSE;
  gtk_label_set_markup_with_mnemonic (self->label, words->mnemonic);
  spoken = words->is_integer ? g_strdup_printf ("%s %.10g of %.10g", words->spoken, now, last)
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

/* A running computation may move the end while the scrubber plays. */
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
  ipl_document_follow (self->document, "results-changed job-changed::train",
                       G_CALLBACK (on_results), self);
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
  ipl_document_widget_class_set_up (klass, "scrubber", G_CALLBACK (attach), G_CALLBACK (update));
  ipl_scrubber_class_set_template (klass, "time-scrubber", children, callbacks);
}

static void
ipl_time_scrubber_init (IplTimeScrubber *self)
{
  ipl_scrubber_init_template ((IplScrubber *)self);
}
