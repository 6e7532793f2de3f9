/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app/base/widget-helpers.h"
#include "app/dialogs/export-parts.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "figures/animation/film.h"
#include "figures/animation/figure-film.h"
#include "figures/pages/provenance.h"

/* Options of an animation over widths: first and last width and number of frames; progress while it
 * is written, and a Stop button. */
struct _IplAnimationRows
{
  GtkBox parent_instance;
  GtkWidget *grid;
  GtkSpinButton *from;
  GtkSpinButton *to;
  GtkSpinButton *frames;
  GtkSpinButton *fps;
  GtkWidget *progress_box;
  GtkProgressBar *progress;
  IplJobs *jobs;    /* (nullable): NULL before the first animation */
  gboolean writing; /* TRUE until the end is reported */
};

G_DEFINE_FINAL_TYPE (IplAnimationRows, ipl_animation_rows, GTK_TYPE_BOX)

static void
show_writing (IplAnimationRows *self, gboolean writing)
{
  self->writing = writing;
  gtk_widget_set_sensitive (self->grid, !writing);
  gtk_widget_set_visible (self->progress_box, writing);
}

/* Arguments of the signal "ended". */
typedef struct
{
  IplAnimationRows *rows;
  char *path;
  char *message;
} End;

static void
end_free (gpointer data)
{
  End *self = data;

  g_object_unref (self->rows);
  g_free (self->path);
  g_free (self->message);
  g_free (self);
}

static gboolean
emit_ended (gpointer data)
{
  const End *self = data;

  g_signal_emit_by_name (self->rows, "ended", self->path, self->message);
  return G_SOURCE_REMOVE;
}

/* Reports the end once, with the result, or without one after a stop. The report is an idle
 * callback, since a handler may close the dialog and thereby free the jobs that call this
 * function. */
static void
on_update (const IplJobStatus *status, gpointer data, gpointer user_data)
{
  IplAnimationRows *self = user_data;
  const IplFileResult *result = data;
  End *end;

  if (status->fraction >= 0)
    gtk_progress_bar_set_fraction (self->progress, MIN (status->fraction, 1));
  gtk_progress_bar_set_text (self->progress, status->sentence);
  if (!self->writing || (result == NULL && status->running))
    return;
  show_writing (self, FALSE);
  end = g_new0 (End, 1);
  end->rows = g_object_ref (self);
  if (result != NULL)
    {
      end->path = g_strdup (result->paths[0]);
      end->message = g_strdup (result->error != NULL ? result->error->message : result->doubt);
    }
  g_idle_add_full (G_PRIORITY_DEFAULT, emit_ended, end, end_free);
}

/* Offers the range of the sweep, from the largest width to the smallest. */
void
ipl_animation_rows_set_widths (IplAnimationRows *self, const IplParameters *parameters)
{
  guint least = G_MAXUINT, most = 0;

  for (guint i = 0; i < parameters->n_widths; i++)
    {
      IplSetting setting = ipl_parameters_get_setting (parameters, i);

      if (setting.gp)
        continue;
      least = MIN (least, ipl_setting_largest_width (&setting));
      most = MAX (most, ipl_setting_largest_width (&setting));
    }
  if (most == 0)
    return;
  gtk_spin_button_set_value (self->from, most);
  gtk_spin_button_set_value (self->to, least);
}

/* Returns: FALSE if there can be no animation now */
gboolean
ipl_animation_rows_check (IplSession *session, const IplPanel *panel, GError **error)
{
  const IplSolveResult *result = ipl_session_get_solve_result (session);

  if (!ipl_width_film_can_show (panel, error) || !ipl_ffmpeg_check (error))
    return FALSE;
  if (result == NULL || result->kernel == NULL || result->sweep == NULL || result->current == NULL
      || result->few_tests > 0)
    return ipl_fail (error, IPL_ERROR_MISSING, "The theory is still being solved; wait for it.");
  return TRUE;
}

/* Returns: the shown setting, scaled to width N with its proportions */
static IplSetting
make_setting (const IplParameters *parameters, const IplSolution *current, double N)
{
  IplSetting setting = current->setting;

  memcpy (setting.N, parameters->current.N, sizeof setting.N);
  setting.gp = FALSE;
  ipl_setting_scale_widths (&setting, N);
  return setting;
}

/* Writes the animation in the background. Emits "ended" with the file, with a sentence about the
 * failure, or after a stop with neither.
 * @session: session for which ipl_animation_rows_check() is TRUE */
void
ipl_animation_rows_start (IplAnimationRows *self, IplSession *session, const IplPanel *panel,
                          const IplStyle *style, const IplPaper *page,
                          const IplAnimationFormat *format, const char *path)
{
  const IplParameters *parameters = ipl_session_get_parameters (session);
  const IplSolveResult *result = ipl_session_get_solve_result (session);
  g_autoptr (IplProvenance) provenance = NULL;
  IplFigureFilm *request;
  IplFigureFile settings;
  IplView view;

  if (!ipl_session_get_view (session, &view))
    return;
  request = g_new0 (IplFigureFilm, 1);
  request->panel = panel;
  ipl_export_settings_load (&settings);
  ipl_export_view (session, &settings, &view);
  request->shown = ipl_view_share (&view);
  request->kernel = ipl_kernel_ref (result->kernel);
  request->from
      = make_setting (parameters, result->current, gtk_spin_button_get_value (self->from));
  request->to = make_setting (parameters, result->current, gtk_spin_button_get_value (self->to));
  if (result->best_temperature)
    {
      request->n_temperatures = parameters->n_temperatures;
      request->temperatures
          = g_memdup2 (parameters->temperatures, parameters->n_temperatures * sizeof (double));
    }
  request->n_frames = (guint)gtk_spin_button_get_value_as_int (self->frames);
  request->fps = MIN (gtk_spin_button_get_value (self->fps), format->fastest);
  request->hold = 1;
  request->style = *style;
  request->page = *page;
  request->format = format;
  request->path = g_strdup (path);
  provenance = ipl_provenance_new (parameters, "", settings.anonymous);
  request->comment = ipl_provenance_text (provenance);
  request->threads = ipl_parallel_default_threads ();
  if (self->jobs == NULL)
    self->jobs = ipl_jobs_new (NULL, &ipl_run_figure_film, on_update, self);
  gtk_progress_bar_set_fraction (self->progress, 0);
  show_writing (self, TRUE);
  ipl_jobs_submit (self->jobs, request);
}

/* Cancels the animation; no file is left. */
void
ipl_animation_rows_stop (IplAnimationRows *self)
{
  if (self->jobs != NULL)
    ipl_jobs_cancel (self->jobs);
}

static void
ipl_animation_rows_dispose (GObject *object)
{
  IplAnimationRows *self = IPL_ANIMATION_ROWS (object);

  g_clear_pointer (&self->jobs, ipl_jobs_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), IPL_TYPE_ANIMATION_ROWS);
  G_OBJECT_CLASS (ipl_animation_rows_parent_class)->dispose (object);
}

#define CHILD(name) IPL_CHILD (IplAnimationRows, name)
static const IplTemplateChild children[]
    = { CHILD (grid), CHILD (from),         CHILD (to),       CHILD (frames),
        CHILD (fps),  CHILD (progress_box), CHILD (progress), { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (ipl_animation_rows_stop), { NULL } };

static void
ipl_animation_rows_class_init (IplAnimationRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_animation_rows_dispose;
  ipl_signal_add (klass, "ended", 2);
  ipl_template_set (klass, "animation-rows", children, callbacks);
}

static void
ipl_animation_rows_init (IplAnimationRows *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
