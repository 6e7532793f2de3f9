/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Views that are shared: one table says of every part of a view how it is referenced, compared and
 * held to its case. */

#include <string.h>

#include "figures/view/network-view.h"
#include "figures/view/posterior-view.h"
#include "figures/view/usable-view.h"

/* A view with references of its own. */
typedef struct
{
  IplView view;
  gatomicrefcount refs;
} Shared;

/* A pointer of a view: to one thing, or an array of pointers to things, or of things. */
typedef struct
{
  gsize offset;
  gsize n_offset; /* where an array has its number, else 0 */
  gsize size;     /* of a thing in an array of things, else 0 */
  gpointer (*ref) (gpointer value);
  void (*unref) (gpointer value);
  gboolean (*belongs) (gconstpointer value, const IplCaseInfo *the_case); /* (nullable): always */
} Part;

static gpointer
copy_text (gpointer text)
{
  return g_strdup (text);
}

static gpointer
share_compared (gpointer view)
{
  IplView alone = *(const IplView *)view;

  alone.compared = NULL;
  return ipl_view_share (&alone);
}

static gpointer
own_awaited (gpointer value)
{
  IplAwaited *awaited = value;

  awaited->why = g_strdup (awaited->why);
  return awaited;
}

static void
disown_awaited (gpointer value)
{
  g_free (((IplAwaited *)value)->why);
}

static gboolean
solution_belongs (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplSolution *solution = value;

  return solution->U != NULL && solution->the_case != NULL
         && (solution->the_case == the_case || solution->the_case->Pi == the_case->Pi);
}

static gboolean
sweep_belongs (gconstpointer value, const IplCaseInfo *the_case)
{
  const IplSweep *sweep = value;

  return sweep->the_case == the_case
         || (sweep->the_case != NULL && sweep->the_case->Pi == the_case->Pi);
}

#define OF_HEADS (IPL_NEEDS_GALLERY | IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING)
#define AT(field) .offset = offsetof (IplView, field)
#define ARRAY(field) AT (field), .n_offset = offsetof (IplView, n_##field)
#define REFS(type)                                                                                 \
  .ref = (gpointer (*) (gpointer))type##_ref, .unref = (void (*) (gpointer))type##_unref
#define TEXT .ref = copy_text, .unref = g_free

static const Part parts[] = {
  { AT (name), TEXT },
  { AT (compared), .ref = share_compared, .unref = (void (*) (gpointer))ipl_view_unref },
  { ARRAY (ghosts), REFS (ipl_view) },
  { AT (the_case), REFS (ipl_case_info) },
  { AT (own), REFS (ipl_experiment_result) },
  { AT (trajectory), REFS (ipl_trajectory) },
  { AT (sweep), REFS (ipl_sweep), .belongs = sweep_belongs },
  { AT (current), REFS (ipl_solution), .belongs = solution_belongs },
  { AT (colored), REFS (ipl_solution), .belongs = solution_belongs },
  { AT (gp), REFS (ipl_solution), .belongs = solution_belongs },
  { ARRAY (posteriors), REFS (ipl_posterior_summary) },
  { AT (posterior), REFS (ipl_posterior_summary) },
  { ARRAY (awaited), .size = sizeof (IplAwaited), .ref = own_awaited, .unref = disown_awaited },
  { ARRAY (stored), REFS (ipl_posterior_summary) },
  { AT (figure_style), REFS (ipl_figure_style) },
};

/* A plain value of a view. */
typedef struct
{
  gsize offset, size;
  guint needs; /* of the panels that show it; 0: of all */
} Value;

#define VALUE(field) offsetof (IplView, field), sizeof (((IplView *)NULL)->field)

static const Value values[] = {
  { VALUE (moment) },
  { VALUE (timeless) },
  { VALUE (frames) },
  { VALUE (stored_seeds) },
  { VALUE (keeps) },
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
  { VALUE (eigenvector), IPL_NEEDS_KERNELS },
};

static gpointer *
pointer_at (const IplView *self, const Part *part)
{
  return (gpointer *)(gpointer)((char *)(gpointer)self + part->offset);
}

static guint
count_at (const IplView *self, const Part *part)
{
  return part->n_offset > 0 ? *(const guint *)(gconstpointer)((const char *)self + part->n_offset)
                            : 0;
}

/* The k-th thing of an array; NULL for a gap. */
static gpointer
thing_at (gpointer array, const Part *part, guint k)
{
  return part->size > 0 ? (char *)array + k * part->size : ((gpointer *)array)[k];
}

/* Returns: (transfer full): the same with references of its own; its @frames are left out */
IplView *
ipl_view_share (const IplView *self)
{
  Shared *shared = g_new0 (Shared, 1);

  g_atomic_ref_count_init (&shared->refs);
  shared->view = *self;
  shared->view.frames = NULL;
  ipl_quantities_copy (&shared->view.made, &self->made);
  for (const Part *part = parts; part < parts + G_N_ELEMENTS (parts); part++)
    {
      gpointer *at = pointer_at (&shared->view, part);
      guint n = count_at (self, part);

      if (part->n_offset > 0)
        *at = g_memdup2 (*at, n * (part->size > 0 ? part->size : sizeof (gpointer)));
      else if (*at != NULL)
        *at = part->ref (*at);
      for (guint k = 0; k < n; k++)
        if (thing_at (*at, part, k) != NULL)
          part->ref (thing_at (*at, part, k));
    }
  return &shared->view;
}

/* @self: a shared view, here as below */
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
  for (const Part *part = parts; part < parts + G_N_ELEMENTS (parts); part++)
    {
      gpointer *at = pointer_at (self, part);
      guint n = count_at (self, part);

      for (guint k = 0; k < n; k++)
        if (thing_at (*at, part, k) != NULL)
          part->unref (thing_at (*at, part, k));
      if (part->n_offset > 0)
        g_free (*at);
      else
        g_clear_pointer (at, part->unref);
    }
  ipl_quantities_clear (&self->made);
  g_free (shared);
}

/* @needs: of the panel that shows them, #IplNeeds: what other panels alone show may differ
 * Returns: whether they show the same, by the identity of what they point at */
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
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (count_at (a, &parts[i]) != count_at (b, &parts[i])
        || *pointer_at (a, &parts[i]) != *pointer_at (b, &parts[i]))
      return FALSE;
  return (!a->keeps || ipl_target_equal (&a->kept, &b->kept))
         && ipl_display_equal (&a->display, &b->display)
         && ipl_quantities_same (&a->made, &b->made, needs);
}

/* Where nothing of a case is shown, nothing of one is left in it. */
static void
leave_cases (IplView *self)
{
  IplView of_case = *self;

  *self = (IplView){ .name = of_case.name,
                     .compared = of_case.compared,
                     .n_ghosts = of_case.n_ghosts,
                     .ghosts = of_case.ghosts,
                     .own = of_case.own,
                     .trajectory = of_case.trajectory,
                     .moment = of_case.moment,
                     .display = of_case.display,
                     .keeps = of_case.keeps,
                     .kept = of_case.kept,
                     .figure_style = of_case.figure_style,
                     .pruned = -1,
                     .shown_layer = -1,
                     .shown_head = -1,
                     .shown_token = -1 };
}

/* The view without what does not fit its case: while a new case is being solved, a window may still
 * hold the old one's numbers. */
IplView
ipl_view_usable (const IplView *self)
{
  IplView usable = *self;

  if (usable.the_case == NULL)
    {
      leave_cases (&usable);
      return usable;
    }
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      gpointer *at = pointer_at (&usable, &parts[i]);

      if (*at != NULL && parts[i].belongs != NULL && !parts[i].belongs (*at, usable.the_case))
        *at = NULL;
    }
  ipl_quantities_hold_to (&usable.made, usable.the_case);
  ipl_view_posterior_usable (&usable);
  ipl_view_network_usable (&usable);
  return usable;
}
