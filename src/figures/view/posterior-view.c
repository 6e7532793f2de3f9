/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Queries of the sampled posterior for panels. */

#include "figures/view/posterior-view.h"

#include <math.h>

#include "core/posterior/posterior-summary.h"
#include "figures/view/outputs.h"

/* Returns the samples at exactly this setting, or NULL. */
const IplPosteriorSummary *
ipl_view_posterior_at (const IplView *self, const IplSetting *setting)
{
  const IplPosteriorSummary *summary;

  if (ipl_quantity_posterior_belongs (self->posterior, self->the_case)
      && ipl_setting_equal (&self->posterior->setting, setting))
    return self->posterior;
  summary = ipl_posterior_list_find (self->posteriors, setting);
  return ipl_quantity_posterior_belongs (summary, self->the_case) ? summary : NULL;
}

static int
compare_widths (gconstpointer a, gconstpointer b)
{
  const IplPosteriorSummary *p = *(const IplPosteriorSummary *const *)a;
  const IplPosteriorSummary *q = *(const IplPosteriorSummary *const *)b;
  guint Np = ipl_setting_largest_width (&p->setting), Nq = ipl_setting_largest_width (&q->setting);
  return Np != Nq ? (Np < Nq ? -1 : 1) : 0;
}

/* TRUE if the samples are at the current temperature and variances, or at a row of the sweep. */
static gboolean
is_at_hand (const IplView *view, const IplPosteriorSummary *summary)
{
  if (view->current == NULL || ipl_setting_same_prior (&summary->setting, &view->current->setting))
    return TRUE;
  for (guint i = 0; view->best_temperature && view->sweep != NULL && i < view->sweep->n_rows; i++)
    if (view->sweep->rows[i] != NULL
        && ipl_setting_equal (&view->sweep->rows[i]->setting, &summary->setting))
      return TRUE;
  return FALSE;
}

static void
add_posterior (GPtrArray *list, const IplView *view, const IplPosteriorSummary *summary)
{
  if (ipl_quantity_posterior_belongs (summary, view->the_case) && is_at_hand (view, summary)
      && ipl_posterior_list_find (list, &summary->setting) == NULL)
    g_ptr_array_add (list, (gpointer)summary);
}

/* Returns: (transfer container): samples at the current temperature and variances, one for each
 * width, by increasing width */
GPtrArray *
ipl_view_posteriors (const IplView *self)
{
  GPtrArray *list = g_ptr_array_new ();
  add_posterior (list, self, self->posterior);
  for (guint i = 0; i < IPL_QUANTITY_COUNT (self->posteriors); i++)
    add_posterior (list, self, g_ptr_array_index (self->posteriors, i));
  g_ptr_array_sort (list, compare_widths);
  return list;
}

/* Returns: (transfer container) (nullable): [n_rows] samples at each row of the sweep, NULL for
 * none; NULL if no row has samples */
const IplPosteriorSummary **
ipl_view_posteriors_of_rows (const IplView *self)
{
  guint n = self->sweep != NULL ? self->sweep->n_rows : 0;
  g_autofree const IplPosteriorSummary **rows = g_new0 (const IplPosteriorSummary *, n + 1);
  gboolean any = FALSE;

  for (guint i = 0; i < n; i++)
    {
      if (self->sweep->rows[i] != NULL)
        rows[i] = ipl_view_posterior_at (self, &self->sweep->rows[i]->setting);
      any = any || rows[i] != NULL;
    }
  return any ? g_steal_pointer (&rows) : NULL;
}

/* Returns the setting shown, or NULL. */
const IplSetting *
ipl_view_setting (const IplView *self)
{
  return self->current != NULL     ? &self->current->setting
         : self->posterior != NULL ? &self->posterior->setting
                                   : NULL;
}

/* Returns the sentence for a panel without samples, with a suggestion in @more; NULL if there
 * are samples. */
const char *
ipl_view_posterior_empty (const IplView *self, const char **more)
{
  gboolean gp = self->current != NULL && self->current->setting.gp;

  if (self->posterior != NULL)
    return NULL;
  *more = gp ? "choose a finite width" : "press Sample";
  return gp ? "In the GP limit <i>U</i> does not fluctuate" : "Not sampled yet";
}

/* Returns the samples of U_pq shown: of the output set by the user, or traced over all. */
IplPosteriorEntry
ipl_view_posterior_entry (const IplView *self, gsize p, gsize q)
{
  IplOutputsView outputs = ipl_outputs_view (self);

  return ipl_posterior_summary_get_entry (self->posterior, outputs.first, outputs.last, p, q);
}

/* Returns: (transfer full): [n_chains x n_draws] draws of U_pq */
double *
ipl_view_posterior_draws (const IplView *self, gsize p, gsize q)
{
  IplOutputsView outputs = ipl_outputs_view (self);

  return ipl_posterior_summary_entry_draws (self->posterior, outputs.first, outputs.last, p, q);
}

/* Returns U_{p,q} of the chosen entry in Pango markup, with short path names. */
char *
ipl_view_entry_markup (const IplView *self)
{
  g_autofree char *p = ipl_view_name_markup (ipl_view_path_short_name (self, (gsize)self->pair_p));
  g_autofree char *q = ipl_view_name_markup (ipl_view_path_short_name (self, (gsize)self->pair_q));
  IplOutputsView outputs = ipl_outputs_view (self);

  if (!ipl_view_has_outputs (self))
    return g_strdup_printf ("<i>U</i><sub>%s,%s</sub>", p, q);
  if (outputs.first != outputs.last)
    return g_strdup_printf ("tr <i>U</i><sub>%s,%s</sub>", p, q);
  g_autofree char *name = ipl_view_name_markup (ipl_view_output_name (self, outputs.first));
  return g_strdup_printf ("<i>U</i><sub>%s,%s</sub> of %s", p, q, name);
}

/* Returns U_{p,q} of the chosen entry as plain text. */
char *
ipl_view_entry_text (const IplView *self)
{
  const char *p = ipl_view_path_name (self, (gsize)self->pair_p);
  const char *q = ipl_view_path_name (self, (gsize)self->pair_q);
  g_autofree char *outputs = ipl_view_outputs_text (self);
  GString *text = g_string_new (NULL);

  if (self->pair_p == self->pair_q)
    g_string_printf (text, "U of path %s", p);
  else
    g_string_printf (text, "U of the pair %s–%s", p, q);
  if (outputs != NULL)
    g_string_append_printf (text, ", %s", outputs);
  return g_string_free (text, FALSE);
}

/* Removes samples that do not fit the case and the current setting of the view. */
void
ipl_view_posterior_usable (IplView *self)
{
  int Pi = (int)MIN (self->the_case->Pi, G_MAXINT);
  if (self->current != NULL)
    self->posterior = ipl_view_posterior_at (self, &self->current->setting);
  if (self->pair_p < 0 || self->pair_p >= Pi)
    self->pair_p = 0;
  if (self->pair_q < 0 || self->pair_q >= Pi)
    self->pair_q = 0;
  if (self->display.heatmap >= IPL_N_HEATMAPS)
    self->display.heatmap = IPL_HEATMAP_THEORY;
}
