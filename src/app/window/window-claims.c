/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements of the papers, checked on the open case. The window moves to the figure of a
 * statement, and a bubble gives the numbers that support it; a message reports a statement that
 * does not hold. */
#include "app/window/window-private.h"

#include "app/base/widget-helpers.h"
#include "core/parameters/parameters.h"
#include "document/claims.h"

/* Number of frames until a new page has its final size. */
#define FRAMES 4

/* Removes the bubble and its selection. */
static void
end_claim (IplWindow *self)
{
  GtkWidget *bubble = g_steal_pointer (&self->claim);
  IplSelection *selection;

  if (bubble == NULL)
    return;
  g_signal_handler_disconnect (self->claimed, self->claimed_id);
  g_clear_object (&self->claimed);
  gtk_widget_unparent (bubble);
  if (self->document == NULL)
    return;
  selection = ipl_document_get_selection (self->document);
  if (ipl_target_equal (&self->claim_selection, ipl_selection_get_selected (selection)))
    ipl_selection_clear (selection);
}

/* Places the bubble below its panel, or above a panel in the lower half of the window, so that the
 * panel stays visible. */
static void
point_at (IplWindow *self)
{
  graphene_rect_t bounds;
  gboolean below;

  if (!gtk_widget_compute_bounds (self->claimed, GTK_WIDGET (self), &bounds))
    return;
  below = bounds.origin.y <= gtk_widget_get_height (GTK_WIDGET (self)) / 2.0F;
  gtk_popover_set_position (GTK_POPOVER (self->claim), below ? GTK_POS_BOTTOM : GTK_POS_TOP);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->claim),
                               &(GdkRectangle){ (int)bounds.origin.x, (int)bounds.origin.y,
                                                (int)bounds.size.width, (int)bounds.size.height });
}

/* @frames: (inout): number of frames so far */
static gboolean
point_again (GtkWidget *bubble, GdkFrameClock *clock, gpointer frames)
{
  IplWindow *self = (IplWindow *)gtk_widget_get_root (bubble);

  if (self->claim == bubble)
    point_at (self);
  return ++*(guint *)frames < FRAMES ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
add_label (GtkWidget *box, const char *text, const char *css)
{
  GtkWidget *label = ipl_label_new (text, css);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  gtk_label_set_width_chars (GTK_LABEL (label), 40);
  gtk_box_append (GTK_BOX (box), label);
}

/* Shows the bubble without moving the focus: any other action ends the claim. */
static void
show_bubble (IplWindow *self, GtkWidget *panel, const char *title, const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *done = gtk_button_new_with_mnemonic ("_Done");

  self->claim = gtk_popover_new ();
  self->claimed = g_object_ref (panel);
  self->claimed_id
      = g_signal_connect_object (panel, "unmap", G_CALLBACK (end_claim), self, G_CONNECT_SWAPPED);
  add_label (box, title, "heading");
  add_label (box, text, NULL);
  gtk_widget_set_halign (done, GTK_ALIGN_END);
  g_signal_connect_object (done, "clicked", G_CALLBACK (end_claim), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), done);
  gtk_widget_add_css_class (box, "claim");
  gtk_popover_set_autohide (GTK_POPOVER (self->claim), FALSE);
  gtk_popover_set_child (GTK_POPOVER (self->claim), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->claim), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_set_parent (self->claim, GTK_WIDGET (self));
  point_at (self);
  gtk_widget_add_tick_callback (self->claim, point_again, g_new0 (guint, 1), g_free);
  gtk_popover_popup (GTK_POPOVER (self->claim));
}

/* Moves to the view of the claim. */
static void
show_claim (IplWindow *self, const IplClaim *claim, const IplClaimView *shown, const char *text)
{
  IplParameters parameters = *ipl_document_get_parameters (self->document);

  self->is_showing_claim = TRUE;
  ipl_window_show_page (self, shown->page);
  ipl_panel_grid_set_enlarged (ipl_window_get_grid (self), NULL);
  parameters.display.accuracy_lines = shown->lines;
  parameters.display.map_quantity = shown->quantity;
  if (shown->time >= 0)
    parameters.shown_time = shown->time;
  ipl_document_change (self->document, &parameters, NULL);
  if (shown->gp || shown->width > 0)
    ipl_document_change_width (self->document, shown->width, shown->gp);
  ipl_selection_select (ipl_document_get_selection (self->document), &shown->target);
  self->claim_selection = shown->target;
  show_bubble (self, GTK_WIDGET (ipl_window_get_area (self, ipl_panel_find (shown->panel))),
               claim->title, text);
  self->is_showing_claim = FALSE;
}

static void
on_touched (IplWindow *self)
{
  if (!self->is_showing_claim)
    end_claim (self);
}

/* Ends the claim if the selection changes. Hovering does not end it. */
static void
on_selection (IplWindow *self)
{
  if (!ipl_target_equal (&self->claim_selection,
                         ipl_selection_get_selected (ipl_document_get_selection (self->document))))
    on_touched (self);
}

/* @id: id of a claim */
static void
on_claim (IplWindow *self, const char *id)
{
  guint n;
  const IplClaim *claims = ipl_claims (&n);
  IplView view;

  if (self->presentation != NULL || !ipl_document_get_view (self->document, &view))
    return;
  for (guint i = 0; i < n; i++)
    if (g_str_equal (claims[i].id, id))
      {
        g_autofree char *text = NULL, *message = NULL;
        IplClaimView shown;
        gboolean holds = ipl_claim_look (&claims[i], &view, &shown, &text);

        end_claim (self);
        if (holds && ipl_window_offers_page (self, shown.page))
          {
            show_claim (self, &claims[i], &shown, text);
            return;
          }
        message = g_strdup_printf ("%s? %s", claims[i].title, text);
        ipl_window_show_message (self, message, FALSE);
      }
}

/* Fills the menu with the claims about the open case; without a @view, with those about cases of
 * one output. */
static void
list_claims (IplWindow *self, const IplView *view)
{
  guint n;
  const IplClaim *claims = ipl_claims (&n);

  g_menu_remove_all (self->claims_menu);
  for (guint i = 0; i < n; i++)
    if (view != NULL ? ipl_claim_is_shown (&claims[i], view) : !claims[i].of_outputs)
      ipl_window_insert_item (self->claims_menu, -1, claims[i].title, 0, "win.claim", claims[i].id);
}

static void
on_results (IplWindow *self)
{
  guint n, n_shown = 0;
  const IplClaim *claims = ipl_claims (&n);
  IplView view;

  if (!ipl_document_get_view (self->document, &view))
    return;
  for (guint i = 0; i < n; i++)
    n_shown += ipl_claim_is_shown (&claims[i], &view);
  if ((guint)g_menu_model_get_n_items (G_MENU_MODEL (self->claims_menu)) != n_shown)
    list_claims (self, &view);
}

static void
set_up (IplWindow *self)
{
  list_claims (self, NULL);
  g_signal_connect_object (self->document, "results-changed", G_CALLBACK (on_results), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "parameters-changed", G_CALLBACK (on_touched), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ipl_document_get_selection (self->document), "changed",
                           G_CALLBACK (on_selection), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "unrealize", G_CALLBACK (end_claim), NULL);
}

static const IplCommand commands[]
    = { { "claim", G_CALLBACK (on_claim), .parameter_type = "s", .help = "overview" } };

const IplWindowPart ipl_window_claims_part
    = { .commands = commands, .n_commands = G_N_ELEMENTS (commands), .set_up = set_up };
