/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The panels of the trained network in words and as tables: its task, attention and training. */

#include "figures/view/panel-support.h"

#include <math.h>

void
ipl_describe_task (GString *text, const IplView *view)
{
  const IplTaskGallery *gallery = view->gallery;
  g_string_append (text, "Test sequences as images: two labelled shots, a query, and the answers.");
  if (!gallery)
    {
      g_string_append (text, " There are none yet.");
      return;
    }
  guint known[2] = { 0 }, right[2] = { 0 };
  for (guint i = 0; i < gallery->n; i++)
    {
      int y = gallery->examples[i].sequence.y;
      double answers[2] = { ipl_view_trained_answer (view, i), ipl_view_theory_answer (view, i) };
      for (int a = 0; a < 2; a++)
        {
          known[a] += isfinite (answers[a]);
          right[a] += isfinite (answers[a]) && ipl_answer_is_right (answers[a], y);
        }
    }
  g_string_append_printf (text, " %u sequence%s.", gallery->n, gallery->n == 1 ? "" : "s");
  if (known[0])
    g_string_append_printf (text, " The trained network is right on %u of %u.", right[0], known[0]);
  if (known[1])
    g_string_append_printf (text, " The theory is right on %u of %u.", right[1], known[1]);
}

void
ipl_table_task (GString *text, const IplView *view)
{
  const IplTaskGallery *gallery = view->gallery;
  g_string_append (text, "sequence\tfirst shot\tits label\tsecond shot\tits label\tlabel of the "
                         "query\ttrained network\ttheory\n");
  for (guint i = 0; gallery && i < gallery->n; i++)
    {
      const IplTaskExample *example = &gallery->examples[i];
      g_string_append_printf (text, "%u", i + 1);
      for (int s = 0; s < 2; s++)
        g_string_append_printf (text, "\t%s\t%d",
                                example->class_names[s] ? example->class_names[s] : "",
                                example->sequence.labels[s] ? 1 : -1);
      g_string_append_printf (text, "\t%d\t", example->sequence.y);
      ipl_table_number (text, ipl_view_trained_answer (view, i));
      g_string_append_c (text, '\t');
      ipl_table_number (text, ipl_view_theory_answer (view, i));
      g_string_append_c (text, '\n');
    }
}

void
ipl_describe_attention (GString *text, const IplView *view)
{
  static const char *const images[] = { "first shot", "second shot", "query" };
  g_string_append (text, "Where a head looks: its attention over the patches of a sequence.");
  if (!view->gallery)
    {
      g_string_append (text, " There are no sequences yet.");
      return;
    }
  g_string_append_printf (text, " Head %d of layer %d, sequence %d, ", view->shown_head + 1,
                          view->shown_layer + 1, view->shown_example + 1);
  if (view->shown_token >= 0)
    g_string_append_printf (text, "seen from patch %d of the %s.",
                            view->shown_token % IPL_ONE_SHOT_PATCHES + 1,
                            images[view->shown_token / IPL_ONE_SHOT_PATCHES]);
  else
    g_string_append (text, "mean over the query's patches.");
  g_autofree double *weights = ipl_view_attention (view, view->shown_layer, view->shown_head);
  for (int i = 0; i < 3; i++)
    {
      double sum = 0;
      for (int s = 0; s < IPL_ONE_SHOT_PATCHES; s++)
        sum += weights[i * IPL_ONE_SHOT_PATCHES + s];
      g_autofree char *share = ipl_number_fixed (100 * sum, 0);
      g_string_append_printf (text, "%s %s %% on the %s", i ? "," : " It is", share, images[i]);
    }
  g_string_append_c (text, '.');
}

/* What every head looks at, patch by patch. */
void
ipl_table_attention (GString *text, const IplView *view)
{
  static const char *const images[] = { "shot 1", "shot 2", "query" };
  const IplCase *the_case = view->the_case;
  g_string_append (text, "layer\thead");
  for (int s = 0; s < IPL_ONE_SHOT_T; s++)
    g_string_append_printf (text, "\t%s patch %d", images[s / IPL_ONE_SHOT_PATCHES],
                            s % IPL_ONE_SHOT_PATCHES + 1);
  g_string_append_c (text, '\n');
  for (guint l = 0; view->gallery && l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      {
        g_autofree double *weights = ipl_view_attention (view, l, h);
        g_string_append_printf (text, "%u\t%u", l + 1, h + 1);
        for (int s = 0; s < IPL_ONE_SHOT_T; s++)
          {
            g_string_append_c (text, '\t');
            ipl_table_number (text, weights[s]);
          }
        g_string_append_c (text, '\n');
      }
}

void
ipl_describe_training (GString *text, const IplView *view)
{
  const IplLearningCurve *training = view->training;
  g_string_append (text, "Training by gradient descent: loss and accuracy against steps and time.");
  if (!training || training->n_points == 0)
    {
      g_string_append (text, training ? " It has just begun." : " Not trained yet.");
      return;
    }
  const IplTrainerPoint *last = &training->points[training->n_points - 1];
  g_autofree char *seconds = ipl_seconds_text (last->seconds);
  g_autofree char *loss = ipl_number_text (last->loss, 3);
  g_string_append_printf (text, " After %" G_GUINT64_FORMAT " steps and %s the loss is %s",
                          last->step, seconds, loss);
  if (isfinite (last->accuracy_train))
    {
      g_autofree char *value = ipl_number_fixed (last->accuracy_train, 3);
      g_string_append_printf (text, ", the training accuracy %s", value);
    }
  for (gsize i = training->n_points; i-- > 0;)
    if (isfinite (training->points[i].accuracy_holdout))
      {
        g_autofree char *value = ipl_number_fixed (training->points[i].accuracy_holdout, 3);
        g_autofree char *se = ipl_number_fixed (training->points[i].standard_error, 3);
        g_string_append_printf (text, ", the held-out accuracy %s ± %s", value, se);
        break;
      }
  g_string_append_c (text, '.');
  if (training->running && training->seconds_left > 0)
    {
      g_autofree char *left = ipl_seconds_text (training->seconds_left);
      g_string_append_printf (text, " About %s are left.", left);
    }
}

void
ipl_table_training (GString *text, const IplView *view)
{
  const IplLearningCurve *training = view->training;
  g_string_append (text, "step\tseconds\tloss\ttraining accuracy\theld-out accuracy\tstandard "
                         "error\n");
  for (gsize i = 0; training && i < training->n_points; i++)
    {
      const IplTrainerPoint *p = &training->points[i];
      const double values[]
          = { p->seconds, p->loss, p->accuracy_train, p->accuracy_holdout, p->standard_error };
      g_string_append_printf (text, "%" G_GUINT64_FORMAT, p->step);
      for (guint k = 0; k < G_N_ELEMENTS (values); k++)
        {
          g_string_append_c (text, '\t');
          ipl_table_number (text, values[k]);
        }
      g_string_append_c (text, '\n');
    }
}
