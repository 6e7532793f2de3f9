/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/lent.h"

/* A loan: of one array there may be several, each with its own end. */
typedef struct
{
  GDestroyNotify release; /* (nullable) */
  gpointer owner;
} Loan;

static GMutex mutex;
static GHashTable *loans; /* (nullable): of the first number to a GSList of Loan */

/* @release: (nullable): called with @owner when they are let go */
void
ipl_lent_add (const double *values, GDestroyNotify release, gpointer owner)
{
  Loan *loan = g_new (Loan, 1);

  *loan = (Loan){ release, owner };
  g_mutex_lock (&mutex);
  if (loans == NULL)
    loans = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (loans, (gpointer)values,
                       g_slist_prepend (g_hash_table_lookup (loans, values), loan));
  g_mutex_unlock (&mutex);
}

gboolean
ipl_lent_is (const double *values)
{
  gboolean is;

  g_mutex_lock (&mutex);
  is = loans != NULL && g_hash_table_contains (loans, values);
  g_mutex_unlock (&mutex);
  return is;
}

/* One loan of these numbers less; NULL where they are not lent. */
static Loan *
end_loan (const double *values)
{
  GSList *list;
  Loan *loan = NULL;

  g_mutex_lock (&mutex);
  list = loans != NULL ? g_hash_table_lookup (loans, values) : NULL;
  if (list != NULL)
    {
      loan = list->data;
      list = g_slist_delete_link (list, list);
      if (list != NULL)
        g_hash_table_insert (loans, (gpointer)values, list);
      else
        g_hash_table_remove (loans, values);
      if (g_hash_table_size (loans) == 0)
        g_clear_pointer (&loans, g_hash_table_unref);
    }
  g_mutex_unlock (&mutex);
  return loan;
}

/* Lets go of numbers that are lent; frees others. @values: (nullable) */
void
ipl_lent_free (double *values)
{
  g_autofree Loan *loan = values != NULL ? end_loan (values) : NULL;

  if (loan == NULL)
    g_free (values);
  else if (loan->release != NULL)
    loan->release (loan->owner);
}

/* Returns: (transfer full): numbers that may be changed, a copy where these are lent */
double *
ipl_lent_own (double *values, gsize n)
{
  double *copy;

  if (values == NULL || !ipl_lent_is (values))
    return values;
  copy = g_memdup2 (values, n * sizeof *values);
  ipl_lent_free (values);
  return copy;
}
