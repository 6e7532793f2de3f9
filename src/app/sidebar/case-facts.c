/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/rows.h"

#include "app/base/widget-helpers.h"

/* Facts about an imported case, which replace the parameters of a generated one. */
struct _IplCaseFacts
{
  IplDocumentWidget;
  GtkGrid *grid;
  GtkWidget *warnings_row;
  GtkLabel *warnings;
  GtkLabel *notes;
  IplCase *shown;
};

G_DEFINE_FINAL_TYPE (IplCaseFacts, ipl_case_facts, IPL_TYPE_DOCUMENT_WIDGET)

static void
add_fact (IplCaseFacts *self, int *row, const char *name, char *value)
{
  g_autofree char *owned = value;
  GtkWidget *key = ipl_label_new (name, "dim-label");
  GtkWidget *text = gtk_label_new (owned);

  gtk_label_set_xalign (GTK_LABEL (text), 1.0f);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_RELATION_LABELLED_BY, key,
                                  NULL, -1);
  gtk_grid_attach (self->grid, key, 0, *row, 1, 1);
  gtk_grid_attach (self->grid, text, 1, *row, 1, 1);
  (*row)++;
}

/* Shows one sentence per line; hides the row without sentences. */
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
  int row = 0;

  if (!ipl_document_get_view (self->document, &view))
    return;
  the_case = ipl_case_info_get_case (view.the_case);
  if (the_case == self->shown)
    return;
  g_clear_pointer (&self->shown, ipl_case_unref);
  ipl_widget_clear (self->grid);
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
  add_fact (self, &row, "Labels", ipl_labels_describe (&the_case->labels));
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

static void
attach (IplCaseFacts *self)
{
  ipl_document_follow (self->document, "results-changed", G_CALLBACK (on_results), self);
}

static void
ipl_case_facts_dispose (GObject *object)
{
  IplCaseFacts *self = IPL_CASE_FACTS (object);

  g_clear_pointer (&self->shown, ipl_case_unref);
  G_OBJECT_CLASS (ipl_case_facts_parent_class)->dispose (object);
}

#define CHILD(name) IPL_CHILD (IplCaseFacts, name)
static const IplTemplateChild children[]
    = { CHILD (grid), CHILD (warnings_row), CHILD (warnings), CHILD (notes), { NULL } };

static void
ipl_case_facts_class_init (IplCaseFactsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_case_facts_dispose;
  ipl_document_widget_class_set_up (klass, "casefacts", G_CALLBACK (attach),
                                    G_CALLBACK (on_results));
  ipl_template_set (klass, "case-facts", children, NULL);
}

static void
ipl_case_facts_init (IplCaseFacts *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
