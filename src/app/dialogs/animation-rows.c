/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app/base/widget-helpers.h"
#include "app/dialogs/export-parts.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "figures/animation/film.h"
#include "figures/animation/figure-film.h"

/* Options of an animation over widths: first and last width and number of frames; progress while it
 * is written, and a Stop button, which emits "stopped". */
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
};

G_DEFINE_FINAL_TYPE (IplAnimationRows, ipl_animation_rows, GTK_TYPE_BOX)

/* Shows the progress while a file is written. */
void
ipl_animation_rows_show (IplAnimationRows *self, const IplJobStatus *status)
{
  gtk_widget_set_sensitive (self->grid, !status->running);
  gtk_widget_set_visible (self->progress_box, status->running);
  gtk_progress_bar_set_fraction (self->progress, CLAMP (status->fraction, 0, 1));
  gtk_progress_bar_set_text (self->progress, status->sentence);
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
ipl_animation_rows_check (IplDocument *document, const IplPanel *panel, GError **error)
{
  const IplSolveResult *result = ipl_document_get_solve_result (document);

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

/* Sets the frames of an animation.
 * @document: session for which ipl_animation_rows_check() is TRUE */
void
ipl_animation_rows_set_request (IplAnimationRows *self, IplDocument *document,
                                IplFigureRequest *request)
{
  const IplParameters *parameters = ipl_document_get_parameters (document);
  const IplSolveResult *result = ipl_document_get_solve_result (document);
  const IplAnimationFormat *format = ipl_animation_format_of (request->path);

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
  request->threads = ipl_parallel_default_threads ();
}

static void
on_stop (IplAnimationRows *self)
{
  g_signal_emit_by_name (self, "stopped");
}

static void
ipl_animation_rows_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), IPL_TYPE_ANIMATION_ROWS);
  G_OBJECT_CLASS (ipl_animation_rows_parent_class)->dispose (object);
}

#define CHILD(name) IPL_CHILD (IplAnimationRows, name)
static const IplTemplateChild children[]
    = { CHILD (grid), CHILD (from),         CHILD (to),       CHILD (frames),
        CHILD (fps),  CHILD (progress_box), CHILD (progress), { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (on_stop), { NULL } };

static void
ipl_animation_rows_class_init (IplAnimationRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_animation_rows_dispose;
  ipl_signal_add (klass, "stopped", 0);
  ipl_template_set (klass, "animation-rows", children, callbacks);
}

static void
ipl_animation_rows_init (IplAnimationRows *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
