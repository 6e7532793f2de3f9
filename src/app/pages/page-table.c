/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of a window, one line each. */
#include "app/pages/page-table.h"

static const IplPage *const built_in[] = {
  &ipl_page_theory,        &ipl_page_kernels,   &ipl_page_posterior,   &ipl_page_weights,
  &ipl_page_task,          &ipl_page_training,  &ipl_page_heads,       &ipl_page_joint,
  &ipl_page_learned_paths, &ipl_page_salience,  &ipl_page_stable_rank, &ipl_page_head_course,
  &ipl_page_latent_tree,   &ipl_page_hierarchy, &ipl_page_text,
};

/* With what has been registered behind them; NULL-terminated. */
static GPtrArray *
get_table (void)
{
  static GPtrArray *table;

  if (table == NULL)
    {
      table = g_ptr_array_new ();
      for (guint i = 0; i < G_N_ELEMENTS (built_in); i++)
        g_ptr_array_add (table, (gpointer)built_in[i]);
      g_ptr_array_add (table, NULL);
    }
  return table;
}

/* @n: (out): how many
 * Returns: all pages, in the order of their buttons; valid until the next ipl_page_register() */
const IplPage *const *
ipl_pages (guint *n)
{
  GPtrArray *table = get_table ();

  if (n != NULL)
    *n = table->len - 1;
  return (const IplPage *const *)table->pdata;
}

/* Returns: (nullable): the page, or NULL where none has this id */
const IplPage *
ipl_page_find (const char *id)
{
  for (const IplPage *const *page = ipl_pages (NULL); *page != NULL; page++)
    if (g_strcmp0 (id, (*page)->id) == 0)
      return *page;
  return NULL;
}

/* Adds a page of a program's own behind the others. To be called before there are windows.
 * @page: a page that stays for as long as the program runs */
void
ipl_page_register (const IplPage *page)
{
  GPtrArray *table = get_table ();

  g_return_if_fail (page->id != NULL && ipl_page_find (page->id) == NULL);
  g_ptr_array_insert (table, (gint)table->len - 1, (gpointer)page);
}
