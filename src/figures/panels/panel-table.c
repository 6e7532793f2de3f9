/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All panels and composites. */

#include "figures/panels/panel-table.h"

#define ENTRY(name) &ipl_panel_##name,
static const IplPanel *const built_in[] = { IPL_PANEL_TABLE (ENTRY) };

/* The table with what has been registered behind it. */
static GPtrArray *
get_table (void)
{
  static GPtrArray *table;
  if (g_once_init_enter (&table))
    {
      GPtrArray *made = g_ptr_array_new ();
      for (guint i = 0; i < G_N_ELEMENTS (built_in); i++)
        g_ptr_array_add (made, (gpointer)built_in[i]);
      g_ptr_array_add (made, NULL);
      g_once_init_leave (&table, made);
    }
  return table;
}

/* @n: (out): how many
 * Returns: all panels and composites, in the order in which they are listed; valid until the next
 *   ipl_panel_register() */
const IplPanel *const *
ipl_panels (guint *n)
{
  GPtrArray *table = get_table ();
  if (n != NULL)
    *n = table->len - 1;
  return (const IplPanel *const *)table->pdata;
}

/* Returns: (nullable): the panel, or NULL where none has this id */
const IplPanel *
ipl_panel_find (const char *id)
{
  g_return_val_if_fail (id, NULL);
  for (const IplPanel *const *panel = ipl_panels (NULL); *panel; panel++)
    if (g_str_equal (id, (*panel)->id))
      return *panel;
  return NULL;
}

/* Appends a panel of a program's own to the table. To be called before threads and windows start.
 * @panel: a panel that stays for as long as the program runs */
void
ipl_panel_register (const IplPanel *panel)
{
  g_return_if_fail (panel && panel->id && !ipl_panel_find (panel->id));
  GPtrArray *table = get_table ();
  g_ptr_array_insert (table, table->len - 1, (gpointer)panel);
}
