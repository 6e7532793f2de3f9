/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The papers' statements as views of what is open, one by one or as a tour: each goes to where it
 * is seen, and says by the numbers that it is so, or is not. */
#include "app/window/window-private.h"

#include "core/parameters/parameters.h"
#include "session/claims.h"

/* Goes to where the claim is seen.
 * Returns: (transfer full): what the numbers say of it now */
static char *
show_claim (gpointer window, gconstpointer claim)
{
  IplWindow *self = window;
  const IplClaim *told = claim;
  IplParameters parameters = *ipl_session_get_parameters (self->session);
  gboolean has_view;
  IplClaimView shown;
  IplView view;
  char *text;

  has_view = ipl_session_get_view (self->session, &view);
  ipl_claim_look (told, &view, &shown, &text);
  if (!has_view)
    return text;
  self->is_telling = TRUE;
  ipl_window_show_page (self, shown.page);
  ipl_panel_grid_set_enlarged (ipl_window_get_grid (self), NULL);
  parameters.display.accuracy_lines = shown.lines;
  parameters.display.map_quantity = shown.quantity;
  if (shown.time >= 0)
    parameters.shown_time = shown.time;
  ipl_session_change (self->session, &parameters, NULL);
  if (shown.gp || shown.width > 0)
    ipl_session_change_width (self->session, shown.width, shown.gp);
  ipl_selection_select (ipl_session_get_selection (self->session), &shown.target);
  self->told = shown.target;
  self->is_telling = FALSE;
  return text;
}

static void
add_step (IplWindow *self, GArray *steps, const IplClaim *claim, const IplClaimView *shown)
{
  IplTourStep step = { GTK_WIDGET (ipl_window_get_area (self, ipl_panel_find (shown->panel))),
                       claim->title, NULL, show_claim, claim };

  g_array_append_val (steps, step);
}

/* Its selection ends with it. */
static void
on_over (IplWindow *self)
{
  IplSelection *selection;

  if (self->session == NULL)
    return;
  selection = ipl_session_get_selection (self->session);
  if (ipl_target_equal (&self->told, ipl_selection_get_selected (selection)))
    ipl_selection_clear (selection);
}

/* @steps: of IplTourStep; in the place of a tour there is */
void
ipl_window_begin_tour (IplWindow *self, GArray *steps)
{
  if (self->tour != NULL)
    ipl_tour_end (self->tour);
  g_clear_object (&self->tour);
  self->tour = ipl_tour_new (GTK_WINDOW (self), (const IplTourStep *)steps->data, steps->len);
  g_signal_connect_object (self->tour, "over", G_CALLBACK (on_over), self, G_CONNECT_SWAPPED);
}

/* One alone leaves when anything is touched; of several, Next goes on. */
static void
on_touched (IplWindow *self)
{
  if (self->tour != NULL && self->tour->steps->len == 1 && !self->is_telling)
    ipl_tour_end (self->tour);
}

/* Hovering touches nothing. */
static void
on_selection (IplWindow *self)
{
  if (!ipl_target_equal (&self->told,
                         ipl_selection_get_selected (ipl_session_get_selection (self->session))))
    on_touched (self);
}

/* @id: of a claim */
static void
on_claim (IplWindow *self, const char *id)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (IplTourStep));
  guint n;
  const IplClaim *claims = ipl_claims (&n);
  g_autofree char *text = NULL;
  IplClaimView shown;
  IplView view;

  if (self->stage != NULL || !ipl_session_get_view (self->session, &view))
    return;
  for (guint i = 0; i < n; i++)
    if (g_str_equal (claims[i].id, id))
      {
        gboolean holds = ipl_claim_look (&claims[i], &view, &shown, &text);

        if (!holds || !ipl_window_offers_page (self, shown.page))
          {
            g_autofree char *said = g_strdup_printf ("%s? %s", claims[i].title, text);

            ipl_window_tell (self, said, FALSE);
            return;
          }
        ipl_window_show_page (self, shown.page);
        add_step (self, steps, &claims[i], &shown);
      }
  if (steps->len > 0)
    ipl_window_begin_tour (self, steps);
}

/* Appends a step for each claim that the numbers support. */
void
ipl_window_add_claims (IplWindow *self, GArray *steps)
{
  guint n;
  const IplClaim *claims = ipl_claims (&n);
  IplClaimView shown;
  IplView view;

  for (guint i = 0; i < n && ipl_session_get_view (self->session, &view); i++)
    {
      g_autofree char *text = NULL;

      if (ipl_claim_look (&claims[i], &view, &shown, &text)
          && ipl_window_offers_page (self, shown.page))
        add_step (self, steps, &claims[i], &shown);
    }
}

/* Fills the menu with the claims about the open case; without a @view, with those about one output.
 */
static void
list_claims (IplWindow *self, const IplView *view)
{
  guint n;
  const IplClaim *claims = ipl_claims (&n);

  g_menu_remove_all (self->claims_menu);
  for (guint i = 0; i < n; i++)
    if (view != NULL ? ipl_claim_is_told (&claims[i], view) : !claims[i].of_outputs)
      ipl_window_insert_item (self->claims_menu, -1, claims[i].title, 0, "win.claim", claims[i].id);
}

static void
on_results (IplWindow *self)
{
  guint n, n_told = 0;
  const IplClaim *claims = ipl_claims (&n);
  IplView view;

  if (!ipl_session_get_view (self->session, &view))
    return;
  for (guint i = 0; i < n; i++)
    n_told += ipl_claim_is_told (&claims[i], &view);
  if ((guint)g_menu_model_get_n_items (G_MENU_MODEL (self->claims_menu)) != n_told)
    list_claims (self, &view);
}

static void
set_up (IplWindow *self)
{
  list_claims (self, NULL);
  g_signal_connect_object (self->session, "results-changed", G_CALLBACK (on_results), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "parameters-changed", G_CALLBACK (on_touched), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ipl_session_get_selection (self->session), "changed",
                           G_CALLBACK (on_selection), self, G_CONNECT_SWAPPED);
}

static const IplCommand commands[]
    = { { "claim", G_CALLBACK (on_claim), .parameter_type = "s", .help = "overview" } };

const IplWindowPart ipl_window_claims_part
    = { .commands = commands, .n_commands = G_N_ELEMENTS (commands), .set_up = set_up };
