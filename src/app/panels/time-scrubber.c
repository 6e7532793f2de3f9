/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/time-scrubber.h"

#include "app/base/session-widget.h"

#include <math.h>

#include "app/panels/time-marks.h"
#include "core/base/number-text.h"

/* The moments of a trajectory under the panels, each with as much room as the others: where much
 * happened, many were recorded. Drag it, type a time, let it play from here to the end, or follow
 * the end while it is being computed. */
struct _IplTimeScrubber
{
  IplScrubber parent_instance;
  GtkLabel *label;
  GtkToggleButton *follow;
  IplTimeMarks marks;
  double play_moment; /* where playing is, between moments */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplTimeScrubber, ipl_time_scrubber, IPL_TYPE_SCRUBBER)

static IplSession *
get_session (IplTimeScrubber *self)
{
  return ipl_scrubber_get_session (IPL_SCRUBBER (self));
}

/* What is shown, where that has a time; valid until the results change. */
static const IplTrajectory *
get_trajectory (IplTimeScrubber *self, guint *moment)
{
  IplSession *session = get_session (self);
  IplView view;

  if (session == NULL || !ipl_session_get_view (session, &view) || view.trajectory == NULL
      || view.trajectory->S == 0)
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
    ipl_session_show_time (get_session (self),
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

static gboolean
on_change_value (IplTimeScrubber *self, GtkScrollType scroll, double value)
{
  guint moment;

  if (get_trajectory (self, &moment) == NULL)
    return TRUE;
  ipl_scrubber_set_playing (IPL_SCRUBBER (self), FALSE);
  switch (scroll)
    {
    case GTK_SCROLL_STEP_LEFT:
    case GTK_SCROLL_STEP_BACKWARD:
    case GTK_SCROLL_STEP_DOWN:
      show_moment (self, moment - 1.0);
      break;
    case GTK_SCROLL_STEP_RIGHT:
    case GTK_SCROLL_STEP_FORWARD:
    case GTK_SCROLL_STEP_UP:
      show_moment (self, moment + 1.0);
      break;
    case GTK_SCROLL_PAGE_LEFT:
    case GTK_SCROLL_PAGE_BACKWARD:
    case GTK_SCROLL_PAGE_DOWN:
      ipl_scrubber_step (IPL_SCRUBBER (self), -1);
      break;
    case GTK_SCROLL_PAGE_RIGHT:
    case GTK_SCROLL_PAGE_FORWARD:
    case GTK_SCROLL_PAGE_UP:
      ipl_scrubber_step (IPL_SCRUBBER (self), 1);
      break;
    default:
      show_moment (self, round (value));
      break;
    }
  return TRUE;
}

static char *
time_text (const IplTrajectory *trajectory, guint moment)
{
  return g_strdup_printf (trajectory->in_steps ? "%.10g" : "%.5g", trajectory->time[moment]);
}

static void
ipl_time_scrubber_show_entry (IplScrubber *self)
{
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (IPL_TIME_SCRUBBER (self), &moment);
  g_autofree char *text = trajectory != NULL ? time_text (trajectory, moment) : g_strdup ("");

  ipl_scrubber_set_text (self, text);
}

/* The nearest moment that was recorded is shown. */
static void
on_entry_activate (IplTimeScrubber *self, GtkEditable *entry)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (entry));
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);
  double time = -1.0;

  if (trajectory == NULL)
    return;
  g_strstrip (text);
  if (g_ascii_strcasecmp (text, "end") != 0
      && (!ipl_number_parse_real (text, &time) || !(time >= trajectory->time[0])
          || !(time <= trajectory->time[trajectory->S - 1])))
    {
      g_autofree char *message = g_strdup_printf (
          "“%s” is no time of this run: give a number from %.10g to %.10g, or “end”.", text,
          trajectory->time[0], trajectory->time[trajectory->S - 1]);

      ipl_scrubber_refuse (IPL_SCRUBBER (self), message);
      return;
    }
  ipl_scrubber_set_playing (IPL_SCRUBBER (self), FALSE);
  ipl_session_show_time (get_session (self), time);
  ipl_time_scrubber_show_entry (IPL_SCRUBBER (self));
}

static void
on_follow (IplTimeScrubber *self)
{
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);

  if (self->updating || trajectory == NULL)
    return;
  ipl_scrubber_set_playing (IPL_SCRUBBER (self), FALSE);
  ipl_session_show_time (get_session (self), gtk_toggle_button_get_active (self->follow)
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
  self->updating = TRUE;
  gtk_adjustment_set_upper (ipl_scrubber_get_adjustment (IPL_SCRUBBER (self)),
                            MAX (trajectory->S - 1, 1));
  gtk_toggle_button_set_active (self->follow,
                                ipl_session_get_parameters (get_session (self))->shown_time < 0.0);
  self->updating = FALSE;
  gtk_label_set_markup_with_mnemonic (self->label, trajectory->in_steps ? "S_tep" : "<i>_t</i>");
  spoken = g_strdup_printf (trajectory->in_steps ? "step %.10g of %.10g" : "time %.5g of %.5g",
                            trajectory->time[moment], trajectory->time[trajectory->S - 1]);
  ipl_scrubber_show (IPL_SCRUBBER (self), moment, spoken);
}

static void
on_results (IplTimeScrubber *self)
{
  GtkScale *scale = GTK_SCALE (ipl_scrubber_get_scale (IPL_SCRUBBER (self)));
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);

  if (trajectory == NULL)
    {
      ipl_scrubber_set_playing (IPL_SCRUBBER (self), FALSE);
      return;
    }
  if (ipl_time_marks_update (&self->marks, trajectory))
    {
      gtk_scale_clear_marks (scale);
      for (guint i = 0; i < self->marks.n; i++)
        gtk_scale_add_mark (scale, self->marks.moments[i], GTK_POS_BOTTOM, self->marks.labels[i]);
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

/* What is being computed may move the end away while it plays. */
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
ipl_time_scrubber_attach (IplScrubber *self, IplSession *session)
{
  ipl_session_follow (session, "parameters-changed", G_CALLBACK (update), self);
  ipl_session_follow (session, "results-changed job-changed::train", G_CALLBACK (on_results), self);
}

GtkWidget *
ipl_time_scrubber_get_follow (IplTimeScrubber *self)
{
  return GTK_WIDGET (self->follow);
}

static void
ipl_time_scrubber_finalize (GObject *object)
{
  ipl_time_marks_clear (&IPL_TIME_SCRUBBER (object)->marks);
  G_OBJECT_CLASS (ipl_time_scrubber_parent_class)->finalize (object);
}

static void
ipl_time_scrubber_class_init (IplTimeScrubberClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  IplScrubberClass *scrubber_class = IPL_SCRUBBER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ipl_time_scrubber_finalize;
  scrubber_class->attach = ipl_time_scrubber_attach;
  scrubber_class->step = ipl_time_scrubber_step;
  scrubber_class->begin = ipl_time_scrubber_begin;
  scrubber_class->play = ipl_time_scrubber_play;
  scrubber_class->finish = ipl_time_scrubber_finish;
  scrubber_class->show_entry = ipl_time_scrubber_show_entry;
  ipl_scrubber_class_set_template (scrubber_class, "/org/interplay/Interplay/ui/time-scrubber.ui");
  gtk_widget_class_bind_template_child (widget_class, IplTimeScrubber, label);
  gtk_widget_class_bind_template_child (widget_class, IplTimeScrubber, follow);
  gtk_widget_class_bind_template_callback (widget_class, on_change_value);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_follow);
}

static void
ipl_time_scrubber_init (IplTimeScrubber *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
