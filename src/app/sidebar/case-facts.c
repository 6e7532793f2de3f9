/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/case-facts.h"

/**
 * IplCaseFacts:
 *
 * What an imported case says of itself, in the place of the parameters a generated one has.
 */
struct _IplCaseFacts
{
  GtkWidget parent_instance;
  GtkGrid *grid;
  GtkWidget *warnings_row;
  GtkLabel *warnings;
  GtkLabel *notes;
  IplSession *session;
  IplCase *shown;
};

G_DEFINE_FINAL_TYPE (IplCaseFacts, ipl_case_facts, GTK_TYPE_WIDGET)

static void
add_fact (IplCaseFacts *self, int *row, const char *name, char *value)
{
  g_autofree char *owned = value;
  GtkWidget *key = gtk_label_new (name);
  GtkWidget *text = gtk_label_new (owned);

  gtk_label_set_xalign (GTK_LABEL (key), 0.0f);
  gtk_label_set_xalign (GTK_LABEL (text), 1.0f);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (key, "dim-label");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_RELATION_LABELLED_BY, key,
                                  NULL, -1);
  gtk_grid_attach (self->grid, key, 0, *row, 1, 1);
  gtk_grid_attach (self->grid, text, 1, *row, 1, 1);
  (*row)++;
}

/* A sentence a line, and nothing where there is none. */
static void
show_sentences (GtkLabel *label, GtkWidget *row, const GPtrArray *sentences)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < sentences->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", (const char *)sentences->pdata[i]);
  gtk_label_set_label (label, text->str);
  gtk_widget_set_visible (row, text->len > 0);
}

static void
on_results (IplCaseFacts *self)
{
  static const char *levels[] = { "path features", "attention as given", "attention weights" };
  static const char *readouts[] = { "mean over tokens", "last token", "first token" };
  g_autoptr (GString) heads = g_string_new (NULL);
  g_autoptr (GString) tests = g_string_new (NULL);
  IplCase *the_case;
  IplView view;
  GtkWidget *child;
  int row = 0;

  if (!ipl_session_get_view (self->session, &view))
    return;
  the_case = ipl_case_info_get_case (view.the_case);
  if (the_case == self->shown)
    return;
  g_clear_pointer (&self->shown, ipl_case_unref);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);
  if (the_case == NULL)
    return;
  self->shown = ipl_case_ref (the_case);

  for (guint l = 0; l < the_case->L; l++)
    {
      guint n = ipl_case_attention_heads (the_case, l);

      g_string_append (heads, l > 0 ? " × " : "");
      if (n == the_case->H[l])
        g_string_append_printf (heads, "%u", n);
      else
        g_string_append_printf (heads, "(%u + id)", n);
    }
  for (guint i = 0; i < the_case->n_tests; i++)
    g_string_append_printf (tests, "%s%" G_GSIZE_FORMAT "%s%s", i > 0 ? ", " : "",
                            the_case->tests[i].count, i > 0 ? " " : "",
                            i > 0 ? the_case->tests[i].name : "");
  add_fact (self, &row, "Given as", g_strdup (levels[the_case->level]));
  add_fact (self, &row, "Labels",
            g_strdup (the_case->regression ? "real numbers (regression)" : "two classes"));
  add_fact (self, &row, "Training examples P",
            g_strdup_printf ("%" G_GSIZE_FORMAT, the_case->train.count));
  add_fact (self, &row, "Test examples", g_strdup (tests->str));
  if (the_case->T > 0)
    add_fact (self, &row, "Tokens T", g_strdup_printf ("%" G_GSIZE_FORMAT, the_case->T));
  add_fact (self, &row, "Token width N₀", g_strdup_printf ("%" G_GSIZE_FORMAT, the_case->N0));
  add_fact (self, &row, "Layers", g_strdup_printf ("%u", the_case->L));
  add_fact (self, &row, "Heads, paths",
            g_strdup_printf ("%s, %" G_GSIZE_FORMAT, heads->str, the_case->Pi));
  add_fact (self, &row, "Readout", g_strdup (readouts[the_case->readout]));

  show_sentences (self->warnings, self->warnings_row, the_case->warnings);
  show_sentences (self->notes, GTK_WIDGET (self->notes), the_case->notes);
}

void
ipl_case_facts_set_session (IplCaseFacts *self, IplSession *session)
{
  g_return_if_fail (self->session == NULL);
  self->session = g_object_ref (session);
  g_signal_connect_object (session, "results-changed", G_CALLBACK (on_results), self,
                           G_CONNECT_SWAPPED);
  on_results (self);
}

static void
ipl_case_facts_dispose (GObject *object)
{
  IplCaseFacts *self = IPL_CASE_FACTS (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_pointer (&self->shown, ipl_case_unref);
  G_OBJECT_CLASS (ipl_case_facts_parent_class)->dispose (object);
}

static void
ipl_case_facts_class_init (IplCaseFactsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_case_facts_dispose;
  gtk_widget_class_set_css_name (widget_class, "casefacts");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/interplay/Interplay/ui/case-facts.ui");
  gtk_widget_class_bind_template_child (widget_class, IplCaseFacts, grid);
  gtk_widget_class_bind_template_child (widget_class, IplCaseFacts, warnings_row);
  gtk_widget_class_bind_template_child (widget_class, IplCaseFacts, warnings);
  gtk_widget_class_bind_template_child (widget_class, IplCaseFacts, notes);
}

static void
ipl_case_facts_init (IplCaseFacts *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
