/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/rows.h"

#include "app/base/widget-helpers.h"
#include "app/help/context-help.h"
#include "core/experiments/markov-chain-experiment.h"
#include <string.h>

static const IplHeadKind kinds[]
    = { IPL_HEAD_GOOD, IPL_HEAD_UNIFORM, IPL_HEAD_RANDOM, IPL_HEAD_BLANK };

/* Editor for the heads of a generated task: their kinds by layer, with buttons that add and remove
 * heads and layers. */
struct _IplHeadsEditor
{
  IplDocumentWidget;
  GtkBox *layers;
  GtkButton *add_layer;
  GtkButton *remove_layer;
  /* Values that the widgets show. */
  guint n_layers;
  guint n_heads[IPL_CHAIN_MAX_LAYERS];
  GtkDropDown *kinds[IPL_CHAIN_MAX_LAYERS][IPL_CHAIN_MAX_HEADS];
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplHeadsEditor, ipl_heads_editor, IPL_TYPE_DOCUMENT_WIDGET)

static guint
position_of (GtkWidget *widget, const char *key)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), key));
}

static void
set_position (gpointer widget, guint layer, guint head)
{
  g_object_set_data (widget, "layer", GUINT_TO_POINTER (layer));
  g_object_set_data (widget, "head", GUINT_TO_POINTER (head));
}

static void
on_kind (IplHeadsEditor *self, GParamSpec *pspec, GtkDropDown *drop_down)
{
  IplParameters parameters = *ipl_document_get_parameters (self->document);
  IplMarkovChain *chain = ipl_parameters_edit_markov_chain (&parameters);
  guint layer = position_of (GTK_WIDGET (drop_down), "layer");
  guint head = position_of (GTK_WIDGET (drop_down), "head");
  guint selected = gtk_drop_down_get_selected (drop_down);

  if (self->updating || selected >= G_N_ELEMENTS (kinds))
    return;
  chain->heads[layer][head] = kinds[selected];
  ipl_document_change (self->document, &parameters, NULL);
}

static void
on_add_head (IplHeadsEditor *self, GtkButton *button)
{
  IplParameters parameters = *ipl_document_get_parameters (self->document);
  IplMarkovChain *chain = ipl_parameters_edit_markov_chain (&parameters);
  guint layer = position_of (GTK_WIDGET (button), "layer");
  guint *n = &chain->n_heads[layer];

  if (*n == IPL_CHAIN_MAX_HEADS)
    return;
  chain->heads[layer][(*n)++] = IPL_HEAD_RANDOM;
  ipl_document_change (self->document, &parameters, NULL);
}

static void
on_remove_head (IplHeadsEditor *self, GtkButton *button)
{
  IplParameters parameters = *ipl_document_get_parameters (self->document);
  IplMarkovChain *chain = ipl_parameters_edit_markov_chain (&parameters);
  guint layer = position_of (GTK_WIDGET (button), "layer");
  guint head = position_of (GTK_WIDGET (button), "head");
  guint *n = &chain->n_heads[layer];
  guint *heads = chain->heads[layer];

  if (*n <= 1)
    return;
  for (guint h = head; h + 1 < *n; h++)
    heads[h] = heads[h + 1];
  heads[--*n] = IPL_HEAD_GOOD; /* unused slots are zero, so that documents can be compared */
  ipl_document_change (self->document, &parameters, NULL);
}

static void
on_add_layer (IplHeadsEditor *self)
{
  IplParameters parameters = *ipl_document_get_parameters (self->document);
  IplMarkovChain *chain = ipl_parameters_edit_markov_chain (&parameters);
  guint *n = &chain->n_layers;

  if (*n == IPL_CHAIN_MAX_LAYERS)
    return;
  chain->n_heads[*n] = 1;
  chain->heads[*n][0] = IPL_HEAD_UNIFORM;
  (*n)++;
  ipl_document_change (self->document, &parameters, NULL);
}

static void
on_remove_layer (IplHeadsEditor *self)
{
  IplParameters parameters = *ipl_document_get_parameters (self->document);
  IplMarkovChain *chain = ipl_parameters_edit_markov_chain (&parameters);
  guint *n = &chain->n_layers;

  if (*n <= 1)
    return;
  (*n)--;
  chain->n_heads[*n] = 0;
  memset (chain->heads[*n], 0, sizeof chain->heads[*n]);
  ipl_document_change (self->document, &parameters, NULL);
}

/* Enables a button, or disables it with the reason as tooltip. */
static void
allow (GtkWidget *button, gboolean allowed, const char *tip, const char *why_not)
{
  gtk_widget_set_sensitive (button, allowed);
  ipl_widget_set_tooltip (button, allowed ? tip : why_not);
  ipl_widget_set_description (button, allowed ? tip : why_not);
}

static GtkWidget *
head_widget (IplHeadsEditor *self, guint layer, guint head, gboolean removable)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  const char *names[G_N_ELEMENTS (kinds) + 1] = { NULL };
  g_autofree char *label = g_strdup_printf ("Layer %u, head %u", layer + 1, head + 1);
  GtkWidget *drop_down, *remove;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    names[k] = ipl_head_kind_name (kinds[k]);
  drop_down = gtk_drop_down_new_from_strings (names);
  gtk_widget_set_hexpand (drop_down, TRUE);
  ipl_widget_set_tooltip (drop_down, label);
  ipl_widget_set_name (drop_down, label);
  set_position (drop_down, layer, head);
  g_signal_connect_swapped (drop_down, "notify::selected", G_CALLBACK (on_kind), self);
  self->kinds[layer][head] = GTK_DROP_DOWN (drop_down);
  gtk_widget_add_css_class (box, "linked");
  gtk_box_append (GTK_BOX (box), drop_down);
  if (removable)
    {
      g_autofree char *tip = g_strdup_printf ("Remove head %u of layer %u", head + 1, layer + 1);
      remove = ipl_icon_button_new ("window-close-symbolic", tip);
      gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
      set_position (remove, layer, head);
      g_signal_connect_swapped (remove, "clicked", G_CALLBACK (on_remove_head), self);
      gtk_box_append (GTK_BOX (box), remove);
    }
  return box;
}

static GtkWidget *
layer_widget (IplHeadsEditor *self, const IplMarkovChain *chain, guint layer)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *grid = gtk_grid_new ();
  g_autofree char *title = g_strdup_printf ("Layer %u", layer + 1);
  g_autofree char *tip = g_strdup_printf ("Add a head to layer %u", layer + 1);
  GtkWidget *label = ipl_label_new (title, NULL);
  GtkWidget *add = ipl_icon_button_new ("list-add-symbolic", tip);

  gtk_widget_set_valign (add, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (add, "flat");
  allow (add, chain->n_heads[layer] < IPL_CHAIN_MAX_HEADS, tip,
         "A layer of a chain has at most " G_STRINGIFY (IPL_CHAIN_MAX_HEADS) " heads");
  set_position (add, layer, 0);
  g_signal_connect_swapped (add, "clicked", G_CALLBACK (on_add_head), self);
  gtk_box_append (GTK_BOX (header), label);
  gtk_box_append (GTK_BOX (header), add);
  gtk_box_append (GTK_BOX (box), header);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  gtk_grid_set_column_homogeneous (GTK_GRID (grid), TRUE);
  for (guint h = 0; h < chain->n_heads[layer]; h++)
    gtk_grid_attach (GTK_GRID (grid), head_widget (self, layer, h, chain->n_heads[layer] > 1),
                     (int)(h % 2), (int)(h / 2), 1, 1);
  gtk_box_append (GTK_BOX (box), grid);
  return box;
}

static void
rebuild (IplHeadsEditor *self, const IplMarkovChain *chain)
{
  gboolean had_focus = gtk_widget_get_focus_child (GTK_WIDGET (self->layers)) != NULL;

  ipl_widget_clear (self->layers);
  memset (self->kinds, 0, sizeof self->kinds);
  self->n_layers = chain->n_layers;
  for (guint l = 0; l < chain->n_layers; l++)
    {
      self->n_heads[l] = chain->n_heads[l];
      gtk_box_append (self->layers, layer_widget (self, chain, l));
    }
  if (had_focus)
    gtk_widget_child_focus (GTK_WIDGET (self->layers), GTK_DIR_TAB_FORWARD);
  allow (GTK_WIDGET (self->add_layer), chain->n_layers < IPL_CHAIN_MAX_LAYERS,
         "Add an attention layer before the readout",
         "A chain has at most " G_STRINGIFY (IPL_CHAIN_MAX_LAYERS) " layers: a case with more can "
                                                                   "be opened from a file");
  allow (GTK_WIDGET (self->remove_layer), chain->n_layers > 1, "Remove the last attention layer",
         "A network has at least one attention layer");
}

static void
on_parameters (IplHeadsEditor *self)
{
  const IplMarkovChain *chain
      = ipl_parameters_get_markov_chain (ipl_document_get_parameters (self->document));
  gboolean same = chain != NULL && chain->n_layers == self->n_layers;

  if (chain == NULL)
    return;
  for (guint l = 0; same && l < chain->n_layers; l++)
    same = chain->n_heads[l] == self->n_heads[l];
  self->updating = TRUE;
  if (!same)
    rebuild (self, chain);
  for (guint l = 0; l < chain->n_layers; l++)
    for (guint h = 0; h < chain->n_heads[l]; h++)
      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        if (kinds[k] == chain->heads[l][h])
          gtk_drop_down_set_selected (self->kinds[l][h], k);
  self->updating = FALSE;
}

#define CHILD(name) IPL_CHILD (IplHeadsEditor, name)
static const IplTemplateChild children[]
    = { CHILD (layers), CHILD (add_layer), CHILD (remove_layer), { NULL } };
static const IplTemplateCallback callbacks[]
    = { IPL_CALLBACK (on_add_layer), IPL_CALLBACK (on_remove_layer), { NULL } };

static void
ipl_heads_editor_class_init (IplHeadsEditorClass *klass)
{
  ipl_document_widget_class_set_up (klass, "headseditor", NULL, G_CALLBACK (on_parameters));
  ipl_template_set (klass, "heads-editor", children, callbacks);
}

static void
ipl_heads_editor_init (IplHeadsEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_help_mark (GTK_WIDGET (self), "task-card");
}
