/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The table of quantities. */

#include "shown/quantity.h"

#include <string.h>

#include "core/base/error.h"

static const IplQuantity *table[IPL_MOST_QUANTITIES]
    = { &ipl_quantity_kernels, &ipl_quantity_card,     &ipl_quantity_gallery, &ipl_quantity_heads,
        &ipl_quantity_pruning, &ipl_quantity_training, &ipl_quantity_seeds,   &ipl_quantity_map };
static guint n_table = 8;

/* @n: (out): how many there are
 * Returns: [n] all of them; a quantity keeps its place */
const IplQuantity *const *
ipl_quantities (guint *n)
{
  *n = n_table;
  return table;
}

/* Appends a quantity of a program's own. To be called before threads and windows start.
 * @quantity: stays for as long as the program runs; its id and its bit are its own */
void
ipl_quantity_register (const IplQuantity *quantity)
{
  g_return_if_fail (n_table < IPL_MOST_QUANTITIES && quantity->needs >= IPL_NEEDS_REGISTERED);
  for (guint i = 0; i < n_table; i++)
    g_return_if_fail (strcmp (table[i]->id, quantity->id) != 0
                      && (table[i]->needs & quantity->needs) == 0);
  table[n_table++] = quantity;
}

static guint
place_of (const IplQuantity *quantity)
{
  for (guint i = 0; i < n_table; i++)
    if (table[i] == quantity)
      return i;
  g_return_val_if_reached (0);
}

/* Returns: (nullable): what has been made */
gconstpointer
ipl_quantities_get (const IplQuantities *self, const IplQuantity *quantity)
{
  return self->value[place_of (quantity)];
}

/* Returns: (nullable): why it could not be made */
const char *
ipl_quantities_get_why (const IplQuantities *self, const IplQuantity *quantity)
{
  return self->why[place_of (quantity)];
}

/* @value: (transfer full) (nullable): what has been made
 * @why: (nullable): why it could not be */
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

/* The same in a view that borrows what it shows, and is never cleared. */
void
ipl_quantities_lend (IplQuantities *self, const IplQuantity *quantity, gconstpointer value,
                     const char *why)
{
  guint i = place_of (quantity);

  self->value[i] = (gpointer)value;
  self->why[i] = (char *)why;
}

/* @self: (out): the same as @from with references of its own */
void
ipl_quantities_copy (IplQuantities *self, const IplQuantities *from)
{
  for (guint i = 0; i < IPL_MOST_QUANTITIES; i++)
    {
      self->value[i] = from->value[i] != NULL ? table[i]->ref (from->value[i]) : NULL;
      self->why[i] = g_strdup (from->why[i]);
    }
}

void
ipl_quantities_clear (IplQuantities *self)
{
  for (guint i = 0; i < IPL_MOST_QUANTITIES; i++)
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
  for (guint i = 0; i < n_table; i++)
    if (self->cache[i] != NULL)
      table[i]->cache_free (self->cache[i]);
}

static gboolean
make (IplQuantities *self, guint needs, const IplQuantityInput *input, IplQuantityCaches *caches,
      GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < n_table; i++)
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

/* Makes what is needed and not there, nor known not to be made.
 * @needs: what is needed, #IplNeeds
 * Returns: whether all of it could be made, and has the sequences asked for */
gboolean
ipl_quantities_make (IplQuantities *self, guint needs, const IplQuantityInput *input,
                     GCancellable *cancellable, GError **error)
{
  g_auto (IplQuantityCaches) caches = { { NULL } };

  return make (self, needs, input, &caches, cancellable, error);
}

/* @depends: #IplQuantityDepends; 0 for all
 * Returns: the needs of the quantities that are made by themselves, and depend on that */
guint
ipl_quantities_get_needs (guint depends)
{
  guint needs = 0;

  for (guint i = 0; i < n_table; i++)
    if (table[i]->make != NULL && (depends == 0 || (table[i]->depends & depends) != 0))
      needs |= table[i]->needs;
  return needs;
}

/* The same at another width: what depends on the solution is made anew.
 * @self: (out): what is shown there
 * @shown: what is shown elsewhere
 * @caches: those of other widths of the same case */
gboolean
ipl_quantities_follow (IplQuantities *self, const IplQuantities *shown, guint needs,
                       const IplQuantityInput *input, IplQuantityCaches *caches,
                       GCancellable *cancellable, GError **error)
{
  ipl_quantities_copy (self, shown);
  for (guint i = 0; i < n_table; i++)
    if ((table[i]->depends & IPL_DEPENDS_CURRENT) != 0)
      ipl_quantities_set (self, table[i], NULL, NULL);
  return make (self, needs & ipl_quantities_get_needs (IPL_DEPENDS_CURRENT), input, caches,
               cancellable, error);
}

/* Returns: how many sequences there are to choose from, of the first that shows any; else 0 */
gsize
ipl_quantities_count_examples (const IplQuantities *self)
{
  for (guint i = 0; i < n_table; i++)
    if (self->value[i] != NULL && table[i]->count_examples != NULL)
      return table[i]->count_examples (self->value[i]);
  return 0;
}

/* @needs: of the panel that shows them, #IplNeeds: what other panels alone show may differ
 * Returns: whether both hold the same values, not only equal ones */
gboolean
ipl_quantities_same (const IplQuantities *a, const IplQuantities *b, guint needs)
{
  for (guint i = 0; i < n_table; i++)
    {
      gpointer p = a->value[i], q = b->value[i];

      if (((table[i]->needs | table[i]->shown_by) & needs) != 0
          && (g_strcmp0 (a->why[i], b->why[i]) != 0
              || (p != q
                  && (p == NULL || q == NULL || table[i]->same == NULL || !table[i]->same (p, q)))))
        return FALSE;
    }
  return TRUE;
}

/* Takes out of borrowed quantities those that are not of such a case. */
void
ipl_quantities_hold_to (IplQuantities *self, const IplCaseInfo *the_case)
{
  for (guint i = 0; i < n_table; i++)
    if (self->value[i] != NULL && table[i]->belongs != NULL
        && !table[i]->belongs (self->value[i], the_case))
      self->value[i] = NULL;
}
