/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The table of quantities. */

#include "shown/quantity.h"

#include <string.h>

#include "core/base/error.h"

#define ENTRY(Type, name) &ipl_quantity_##name,
#define PLACE(Type, name) PLACE_OF_##name,

enum
{
  IPL_QUANTITIES (PLACE) N_QUANTITIES
};

static const IplQuantity *const table[] = { IPL_QUANTITIES (ENTRY) };

/* @n: (out): how many there are
 * Returns: [n] all of them; a quantity keeps its place */
const IplQuantity *const *
ipl_quantities (guint *n)
{
  *n = N_QUANTITIES;
  return table;
}

static guint
place_of (const IplQuantity *quantity)
{
  for (guint i = 0; i < N_QUANTITIES; i++)
    if (table[i] == quantity)
      return i;
  g_return_val_if_reached (0);
}

/* Returns: (nullable): why it could not be made */
const char *
ipl_quantities_get_why (const IplQuantities *self, const IplQuantity *quantity)
{
  return self->why[place_of (quantity)];
}

/* @value: (transfer full) (nullable): the value
 * @why: (nullable): reason why it cannot be computed */
void
ipl_quantities_set (IplQuantities *self, const IplQuantity *quantity, gpointer value,
                    const char *why)
{
  guint i = place_of (quantity);

  g_clear_pointer (&self->value[i], quantity->unref);
  self->value[i] = value;
  g_free (self->why[i]);
  self->why[i] = g_strdup (why);
}

/* Sets it to another reference of @value, which may be NULL. */
void
ipl_quantities_share (IplQuantities *self, const IplQuantity *quantity, gconstpointer value)
{
  ipl_quantities_set (self, quantity, value != NULL ? quantity->ref ((gpointer)value) : NULL, NULL);
}

/* @self: (out): a copy of @from with its own references */
void
ipl_quantities_copy (IplQuantities *self, const IplQuantities *from)
{
  for (guint i = 0; i < N_QUANTITIES; i++)
    {
      self->value[i] = from->value[i] != NULL ? table[i]->ref (from->value[i]) : NULL;
      self->why[i] = g_strdup (from->why[i]);
    }
}

void
ipl_quantities_clear (IplQuantities *self)
{
  for (guint i = 0; i < N_QUANTITIES; i++)
    {
      if (self->value[i] != NULL)
        table[i]->unref (self->value[i]);
      g_free (self->why[i]);
    }
  memset (self, 0, sizeof *self);
}

/* @quantities: (transfer full): allocated IplQuantities */
void
ipl_quantities_free (gpointer quantities)
{
  ipl_quantities_clear (quantities);
  g_free (quantities);
}

void
ipl_quantity_caches_clear (IplQuantityCaches *self)
{
  for (guint i = 0; i < N_QUANTITIES; i++)
    if (self->cache[i] != NULL)
      table[i]->cache_free (self->cache[i]);
}

static gboolean
make (IplQuantities *self, guint needs, const IplQuantityInput *input, IplQuantityCaches *caches,
      GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < N_QUANTITIES; i++)
    {
      const IplQuantity *quantity = table[i];
      gsize n;

      if ((needs & quantity->needs) == 0 || quantity->make == NULL || self->value[i] != NULL
          || self->why[i] != NULL)
        continue;
      self->value[i] = quantity->make (input, &caches->cache[i], cancellable, error);
      if (self->value[i] == NULL)
        return FALSE;
      n = quantity->count_examples != NULL ? quantity->count_examples (self->value[i]) : G_MAXSIZE;
      if (input->first < n)
        continue;
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "--example %" G_GSIZE_FORMAT " is not there: %s has %" G_GSIZE_FORMAT
                       " test sequences of each label.",
                       input->first + 1, input->the_case->name, n);
    }
  return TRUE;
}

/* Computes needed quantities that are missing and not known to fail.
 * @needs: needed quantities, #IplNeeds
 * Returns: TRUE if all exist, with the requested sequences */
gboolean
ipl_quantities_make (IplQuantities *self, guint needs, const IplQuantityInput *input,
                     GCancellable *cancellable, GError **error)
{
  g_auto (IplQuantityCaches) caches = { { NULL } };

  return make (self, needs, input, &caches, cancellable, error);
}

/* @depends: #IplQuantityDepends; 0 for all
 * Returns: the needs of the quantities without their own job that depend on it */
guint
ipl_quantities_get_needs (guint depends)
{
  guint needs = 0;

  for (guint i = 0; i < N_QUANTITIES; i++)
    if (table[i]->make != NULL && (depends == 0 || (table[i]->depends & depends) != 0))
      needs |= table[i]->needs;
  return needs;
}

/* Recomputes the quantities that depend on the current solution, after it was replaced.
 * @self: (out): quantities of the new view
 * @shown: quantities of the old view, with the new solution
 * @caches: those of other widths of the same case */
gboolean
ipl_quantities_follow (IplQuantities *self, const IplQuantities *shown, guint needs,
                       const IplQuantityInput *input, IplQuantityCaches *caches,
                       GCancellable *cancellable, GError **error)
{
  ipl_quantities_copy (self, shown);
  for (guint i = 0; i < N_QUANTITIES; i++)
    if (table[i]->make != NULL && (table[i]->depends & IPL_DEPENDS_CURRENT) != 0)
      ipl_quantities_set (self, table[i], NULL, NULL);
  return make (self, needs & ipl_quantities_get_needs (IPL_DEPENDS_CURRENT), input, caches,
               cancellable, error);
}

/* Returns: number of available sequences, of the first quantity that shows any; else 0 */
gsize
ipl_quantities_count_examples (const IplQuantities *self)
{
  for (guint i = 0; i < N_QUANTITIES; i++)
    if (self->value[i] != NULL && table[i]->count_examples != NULL)
      return table[i]->count_examples (self->value[i]);
  return 0;
}

/* @needs: of the panel that shows them, #IplNeeds; quantities of other panels may differ
 * Returns: TRUE if both have identical values, or equal ones by IplQuantity.same */
gboolean
ipl_quantities_same (const IplQuantities *a, const IplQuantities *b, guint needs)
{
  for (guint i = 0; i < N_QUANTITIES; i++)
    {
      gpointer p = a->value[i], q = b->value[i];
      guint shown_by = table[i]->needs | table[i]->shown_by;

      if ((shown_by == 0 || (shown_by & needs) != 0)
          && (g_strcmp0 (a->why[i], b->why[i]) != 0
              || (p != q
                  && (p == NULL || q == NULL || table[i]->same == NULL || !table[i]->same (p, q)))))
        return FALSE;
    }
  return TRUE;
}

/* Removes borrowed quantities that belong to another case.
 * @the_case: (nullable): NULL for none */
void
ipl_quantities_hold_to (IplQuantities *self, const IplCaseInfo *the_case)
{
  for (guint i = 0; i < N_QUANTITIES; i++)
    if (self->value[i] != NULL
        && (the_case == NULL
                ? !table[i]->without_case
                : table[i]->belongs != NULL && !table[i]->belongs (self->value[i], the_case)))
      self->value[i] = NULL;
}
