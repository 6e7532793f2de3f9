/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of the posterior: four panels on the draws of an entry of U, and the diagnostics. */
#include "app/base/document-widget.h"
#include "app/base/widget-helpers.h"

#include <math.h>

#include "app/pages/table-row.h"
#include "core/posterior/posterior-summary.h"
#include "figures/view/outputs.h"
#include "figures/view/posterior-view.h"
#include "figures/view/shown-paths.h"
#include "app/pages/page-table.h"

#define IPL_TYPE_DIAGNOSTICS_TABLE (ipl_diagnostics_table_get_type ())
G_DECLARE_FINAL_TYPE (IplDiagnosticsTable, ipl_diagnostics_table, IPL, DIAGNOSTICS_TABLE,
                      IplDocumentWidget)

/* Diagnostics of the samples at the current width: each entry of U, each chain, and a verdict. The
 * selected row is the selected pair of all panels. */
struct _IplDiagnosticsTable
{
  IplDocumentWidget;
  GtkStack *stack;
  GtkImage *warning;
  GtkLabel *verdict;
  GtkColumnView *entries;
  GtkColumnView *chains;
  GListStore *entry_rows;
  GListStore *chain_rows;
  GtkSingleSelection *selected;
  IplPosteriorSummary *shown;
  IplSolution *theory;    /* theory for comparison */
  IplShownPaths paths;    /* paths whose entries are listed */
  IplOutputsView outputs; /* outputs that are listed */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplDiagnosticsTable, ipl_diagnostics_table, IPL_TYPE_DOCUMENT_WIDGET)

static const IplTableColumn entry_columns[] = {
  { "E[U]", 4 }, { "MCSE", 2 },  { "Theory", 4 },   { "sd", 3 },       { "5 %", 3 },
  { "95 %", 3 }, { "R-hat", 4 }, { "bulk ESS", 0 }, { "tail ESS", 0 },
};

static const IplTableColumn chain_columns[] = {
  { "Step size", 3 },   { "Acceptance", 3 },     { "Tree depth", 3 },
  { "Divergences", 0 }, { "At depth limit", 0 }, { "E-BFMI", 3 },
};

static void
fill_entries (IplDiagnosticsTable *self, const IplView *view)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (gsize i = 0; i < self->paths.n; i++)
    for (gsize k = i; k < self->paths.n; k++)
      {
        gsize p = self->paths.path[i], q = self->paths.path[k];
        const IplPosteriorEntry entry = ipl_view_posterior_entry (view, p, q);
        const double values[]
            = { entry.mean, entry.mcse,         ipl_view_u (view, view->current, p, q),
                entry.sd,   entry.quantiles[0], entry.quantiles[4],
                entry.rhat, entry.ess_bulk,     entry.ess_tail };
        g_autofree char *name = p == q ? g_strdup (ipl_view_path_name (view, p))
                                       : g_strdup_printf ("%s – %s", ipl_view_path_name (view, p),
                                                          ipl_view_path_name (view, q));

        g_ptr_array_add (rows, ipl_table_row_new (name, rows->len, (int)p, (int)q,
                                                  G_N_ELEMENTS (entry_columns), values));
      }
  ipl_table_show_rows (self->entry_rows, rows, self->entries);
}

static void
fill_chains (IplDiagnosticsTable *self, const IplPosteriorSummary *posterior)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint c = 0; c < posterior->n_chains; c++)
    {
      const IplSamplerChainReport *chain = &posterior->chains[c];
      const double values[] = { chain->step_size,   chain->acceptance, chain->mean_depth,
                                chain->divergences, chain->saturated,  chain->e_bfmi };
      g_autofree char *name = g_strdup_printf ("Chain %u", c + 1);

      g_ptr_array_add (rows,
                       ipl_table_row_new (name, c, -1, -1, G_N_ELEMENTS (chain_columns), values));
    }
  ipl_table_show_rows (self->chain_rows, rows, self->chains);
}

static void
select_pair (IplDiagnosticsTable *self)
{
  GListModel *model = G_LIST_MODEL (self->selected);
  IplView view;

  if (!ipl_document_get_view (self->document, &view))
    return;
  self->updating = TRUE;
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (IplTableRow) row = g_list_model_get_item (model, i);

      if ((row->p == view.pair_p && row->q == view.pair_q)
          || (row->p == view.pair_q && row->q == view.pair_p))
        gtk_single_selection_set_selected (self->selected, i);
    }
  self->updating = FALSE;
}

static void
on_row_selected (IplDiagnosticsTable *self)
{
  IplTableRow *row = gtk_single_selection_get_selected_item (self->selected);
  IplTarget target;

  if (self->updating || self->document == NULL || row == NULL)
    return;
  target = ipl_target_pair (row->p, row->q);
  ipl_selection_select (ipl_document_get_selection (self->document), &target);
}

/* Returns: (transfer full): "32 400": digits in groups of three, with a no-break space */
static char *
count_text (guint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  GString *text = g_string_new (NULL);
  gsize n = strlen (digits);

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%s%c", i > 0 && (n - i) % 3 == 0 ? "\u202f" : "", digits[i]);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): summary of the sampling. The verdict comes first, since a narrow window
 *   cuts the end. */
static char *
verdict_of (const IplPosteriorSummary *posterior, const IplShownPaths *shown, gboolean sampling)
{
  g_autofree char *listed = ipl_shown_paths_heading (shown, " Entries listed");

  g_autofree char *widths = ipl_setting_widths_text (&posterior->setting);
  g_autofree char *draws = count_text ((guint64)posterior->n_chains * posterior->n_draws);
  g_autofree char *gradients = count_text (posterior->gradients);
  const char *judgement = posterior->fine              ? "All diagnostics are fine. "
                          : sampling                   ? ""
                          : posterior->message != NULL ? posterior->message
                                                       : "The diagnostics fail.";

  return g_strdup_printf ("%s%sN = %s: %s draws in %u %s%s, %s gradients, %.1f s.%s%s", judgement,
                          posterior->fine || sampling ? "" : " ", widths, draws,
                          posterior->n_chains, posterior->n_chains == 1 ? "chain" : "chains",
                          sampling ? " so far" : "", gradients, posterior->seconds,
                          ipl_shown_paths_are_all (shown) ? "" : listed,
                          ipl_shown_paths_are_all (shown) ? "" : ".");
}

static char *
nothing_of (IplDocument *document, const IplView *view)
{
  const IplSetting *setting = view->current != NULL ? &view->current->setting : NULL;
  g_autofree char *widths = setting != NULL ? ipl_setting_widths_text (setting) : NULL;

  if (setting == NULL)
    return g_strdup ("");
  if (setting->gp)
    return g_strdup ("In the GP limit U does not fluctuate: choose a finite width.");
  if (ipl_document_is_sampling (document))
    return g_strdup_printf ("N = %s: sampling has begun.", widths);
  return g_strdup_printf ("N = %s: not sampled yet. Press Sample (Ctrl+Return).", widths);
}

static void
update (IplDiagnosticsTable *self)
{
  IplView view;
  g_autofree char *verdict = NULL;
  const IplPosteriorSummary *posterior;
  g_auto (IplShownPaths) shown = { 0 };
  IplOutputsView outputs = { 0 };

  if (!ipl_document_get_view (self->document, &view))
    return;
  posterior = view.posterior;
  if (view.the_case != NULL)
    {
      ipl_shown_paths_init (&shown, &view);
      outputs = ipl_outputs_view (&view);
    }
  verdict = posterior != NULL
                ? verdict_of (posterior, &shown, ipl_document_is_sampling (self->document))
                : nothing_of (self->document, &view);
  gtk_label_set_label (self->verdict, verdict);
  ipl_widget_set_tooltip (self->verdict, verdict);
  gtk_widget_set_visible (GTK_WIDGET (self->warning),
                          posterior != NULL && !posterior->fine
                              && !ipl_document_is_sampling (self->document));
  if (posterior == self->shown && view.current == self->theory
      && ipl_shown_paths_equal (&shown, &self->paths) && outputs.first == self->outputs.first
      && outputs.last == self->outputs.last)
    return;

  g_clear_pointer (&self->shown, ipl_posterior_summary_unref);
  g_clear_pointer (&self->theory, ipl_solution_unref);
  if (view.current != NULL)
    self->theory = ipl_solution_ref ((IplSolution *)view.current);
  self->updating = TRUE;
  ipl_shown_paths_clear (&self->paths);
  self->paths = shown;
  self->outputs = outputs;
  shown = (IplShownPaths){ 0 };
  if (posterior != NULL)
    {
      self->shown = ipl_posterior_summary_ref ((IplPosteriorSummary *)posterior);
      fill_entries (self, &view);
      fill_chains (self, posterior);
    }
  else
    {
      g_list_store_remove_all (self->entry_rows);
      g_list_store_remove_all (self->chain_rows);
    }
  self->updating = FALSE;
  select_pair (self);
}

/* Lists the selected head even if it is none of the strongest. */
static void
on_selection (IplDiagnosticsTable *self)
{
  update (self);
  select_pair (self);
}

static void
attach (IplDiagnosticsTable *self)
{
  ipl_document_follow (self->document, "results-changed parameters-changed job-changed::solve",
                       G_CALLBACK (update), self);
  g_signal_connect_object (ipl_document_get_selection (self->document), "changed",
                           G_CALLBACK (on_selection), self, G_CONNECT_SWAPPED);
}

static void
ipl_diagnostics_table_dispose (GObject *object)
{
  IplDiagnosticsTable *self = IPL_DIAGNOSTICS_TABLE (object);

  self->updating = TRUE;
  g_clear_object (&self->entry_rows);
  g_clear_object (&self->chain_rows);
  g_clear_object (&self->selected);
  g_clear_pointer (&self->shown, ipl_posterior_summary_unref);
  g_clear_pointer (&self->theory, ipl_solution_unref);
  ipl_shown_paths_clear (&self->paths);
  G_OBJECT_CLASS (ipl_diagnostics_table_parent_class)->dispose (object);
}

#define CHILD(name) IPL_CHILD (IplDiagnosticsTable, name)
static const IplTemplateChild children[] = { CHILD (stack),   CHILD (warning), CHILD (verdict),
                                             CHILD (entries), CHILD (chains),  { NULL } };

static void
ipl_diagnostics_table_class_init (IplDiagnosticsTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_diagnostics_table_dispose;
  ipl_document_widget_class_set_up (klass, "diagnostics", G_CALLBACK (attach), G_CALLBACK (update));
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  ipl_template_set (klass, "diagnostics-table", children, NULL);
}

/* Returns: (transfer full): rows in the order of the column whose heading was clicked */
static GListModel *
sorted (GListStore *rows, GtkColumnView *view)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (view);

  return G_LIST_MODEL (
      gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (rows)), g_object_ref (sorter)));
}

static void
ipl_diagnostics_table_init (IplDiagnosticsTable *self)
{
  g_autoptr (GtkNoSelection) plain = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_table_add_columns (self->entries, "Pair", G_N_ELEMENTS (entry_columns), entry_columns);
  ipl_table_add_columns (self->chains, "Chain", G_N_ELEMENTS (chain_columns), chain_columns);
  self->entry_rows = g_list_store_new (IPL_TYPE_TABLE_ROW);
  self->chain_rows = g_list_store_new (IPL_TYPE_TABLE_ROW);
  self->selected = gtk_single_selection_new (sorted (self->entry_rows, self->entries));
  gtk_single_selection_set_autoselect (self->selected, FALSE);
  gtk_column_view_set_model (self->entries, GTK_SELECTION_MODEL (self->selected));
  plain = gtk_no_selection_new (sorted (self->chain_rows, self->chains));
  gtk_column_view_set_model (self->chains, GTK_SELECTION_MODEL (plain));
  ipl_symbol_tips_add (gtk_widget_get_first_child (GTK_WIDGET (self->entries)));
  ipl_symbol_tips_add (gtk_widget_get_first_child (GTK_WIDGET (self->chains)));
  g_signal_connect_object (self->selected, "notify::selected", G_CALLBACK (on_row_selected), self,
                           G_CONNECT_SWAPPED);
}

/* An enlarged panel hides the diagnostics. */
static void
on_enlarged (GtkWidget *table, IplPanelGrid *grid)
{
  gtk_widget_set_visible (table, ipl_panel_grid_get_enlarged (grid) == NULL);
}

/* Makes the page: four panels on the draws of an entry of U, over the diagnostics. */
static GtkWidget *
create (IplPanelGrid *grid, IplDocument *document)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *table = g_object_new (IPL_TYPE_DIAGNOSTICS_TABLE, NULL);

  gtk_widget_set_vexpand (GTK_WIDGET (grid), TRUE);
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (grid));
  gtk_box_append (GTK_BOX (page), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (page), table);
  g_signal_connect_object (grid, "enlarged", G_CALLBACK (on_enlarged), table, G_CONNECT_SWAPPED);
  ipl_document_widget_set_session (table, document);
  return page;
}

/* TRUE once the first draws begin. */
static gboolean
is_sampled (IplDocument *document, const IplView *view)
{
  const IplSolveResult *result = ipl_document_get_solve_result (document);

  return view != NULL && view->the_case != NULL
         && (ipl_document_is_sampling (document)
             || (result != NULL && IPL_QUANTITY_COUNT (result->posteriors) > 0));
}

const IplPage ipl_page_posterior = {
  .id = "posterior",
  .title = "Posterior",
  .mnemonic = 'P',
  .tooltip = "Trace, ranks, marginal, calibration and diagnostics of the samples",
  .composite = "posterior",
  .places = { { "trace", "<Control>5" },
              { "ranks", "<Control>6" },
              { "marginal", "<Control>7" },
              { "calibration", "<Control>8" } },
  .create = create,
  .applies = is_sampled,
};
