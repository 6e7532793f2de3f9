/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared views, and their restriction to one case. The table of quantities restricts its fields. */

#include <string.h>

#include "figures/view/trained-network-view.h"
#include "figures/view/posterior-view.h"

/* A view with its own references. */
typedef struct
{
  IplView view;
  gatomicrefcount refs;
} Shared;

#define OF_HEADS (IPL_NEEDS_GALLERY | IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING)

/* A plain value of a view. */
typedef struct
{
  gsize offset, size;
  guint needs; /* needs of the panels that show it; 0 for all panels */
} Value;

#define VALUE(field) offsetof (IplView, field), sizeof (((IplView *)NULL)->field)

static const Value values[] = {
  { VALUE (moment) },
  { VALUE (timeless) },
  { VALUE (frames) },
  { VALUE (has_pinned) },
  { VALUE (best_temperature) },
  { VALUE (order), OF_HEADS },
  { VALUE (pruned), OF_HEADS },
  { VALUE (shown_layer), OF_HEADS },
  { VALUE (shown_head), OF_HEADS },
  { VALUE (shown_example), OF_HEADS },
  { VALUE (shown_token), OF_HEADS },
  { VALUE (pair_p), IPL_NEEDS_SAMPLES },
  { VALUE (pair_q), IPL_NEEDS_SAMPLES },
  { VALUE (first_tile), IPL_NEEDS_KERNELS },
};

/* Returns: (transfer full): a copy with its own references, without @frames */
IplView *
ipl_view_share (const IplView *self)
{
  Shared *shared = g_new0 (Shared, 1);
  IplView *view = &shared->view;

  g_atomic_ref_count_init (&shared->refs);
  *view = *self;
  view->frames = NULL;
  view->name = g_strdup (self->name);
  if (self->the_case != NULL)
    ipl_case_info_ref (self->the_case);
  if (self->figure_style != NULL)
    ipl_figure_style_ref (self->figure_style);
  ipl_quantities_copy (&view->quantities, &self->quantities);
  view->ghosts = g_memdup2 (self->ghosts, self->n_ghosts * sizeof *self->ghosts);
  for (guint i = 0; i < self->n_ghosts; i++)
    ipl_view_ref ((IplView *)self->ghosts[i]);
  return view;
}

/* @self: a view from ipl_view_share(); the same for the function below */
IplView *
ipl_view_ref (IplView *self)
{
  g_atomic_ref_count_inc (&((Shared *)self)->refs);
  return self;
}

void
ipl_view_unref (IplView *self)
{
  Shared *shared = (Shared *)self;

  if (!g_atomic_ref_count_dec (&shared->refs))
    return;
  g_free ((char *)self->name);
  if (self->the_case != NULL)
    ipl_case_info_unref ((IplCaseInfo *)self->the_case);
  g_clear_pointer (&self->figure_style, ipl_figure_style_unref);
  ipl_quantities_clear (&self->quantities);
  for (guint i = 0; i < self->n_ghosts; i++)
    ipl_view_unref ((IplView *)self->ghosts[i]);
  g_free ((gpointer)self->ghosts);
  g_free (shared);
}

/* @needs: #IplNeeds of the panel; other quantities may differ
 * Returns: TRUE if both show the same, by identity of the objects */
gboolean
ipl_view_same (const IplView *a, const IplView *b, guint needs)
{
  if (a == b)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if ((values[i].needs == 0 || (values[i].needs & needs) != 0)
        && memcmp ((const char *)a + values[i].offset, (const char *)b + values[i].offset,
                   values[i].size)
               != 0)
      return FALSE;
  return a->name == b->name && a->the_case == b->the_case && a->figure_style == b->figure_style
         && (!a->has_pinned || ipl_target_equal (&a->pinned, &b->pinned))
         && ipl_display_equal (&a->display, &b->display)
         && ipl_quantities_same (&a->quantities, &b->quantities, needs);
}

/* Resets the selections within a case, if the view has no case. */
static void
leave_cases (IplView *self)
{
  IplView of_case = *self;

  *self = (IplView){ .name = of_case.name,
                     .n_ghosts = of_case.n_ghosts,
                     .ghosts = of_case.ghosts,
                     .moment = of_case.moment,
                     .display = of_case.display,
                     .has_pinned = of_case.has_pinned,
                     .pinned = of_case.pinned,
                     .quantities = of_case.quantities,
                     .figure_style = of_case.figure_style,
                     .pruned = -1,
                     .shown_layer = -1,
                     .shown_head = -1,
                     .shown_token = -1 };
}

/* Returns the view without quantities of another case. While a new case is being solved, a
 * window may still hold numbers of the old one. */
IplView
ipl_view_usable (const IplView *self)
{
  IplView usable = *self;

  ipl_quantities_hold_to (&usable.quantities, usable.the_case);
  if (usable.the_case == NULL)
    {
      leave_cases (&usable);
      return usable;
    }
  ipl_view_posterior_usable (&usable);
  ipl_view_network_usable (&usable);
  return usable;
}
