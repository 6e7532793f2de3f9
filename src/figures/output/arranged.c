/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A figure of several panels as the user arranged it: a panel like any other, so that what it
 * needs, says and draws follows from the panels that it is made of. */

#include "figures/output/arranged.h"

#include "figures/panels/panel-table.h"

/* A composite with room for its own parts and rows. */
typedef struct
{
  IplPanel panel;
  IplPanelPart parts[IPL_PANEL_MAX_PARTS];
  IplPanelRow rows[IPL_STYLE_MAX_ROW];
} Arranged;

/* A key of an arrangement of a composite; (transfer full). */
static char *
name_of (const IplPanelStyle *style)
{
  GString *name = g_string_new (style->id);

  for (guint r = 0; r < style->n_rows; r++)
    {
      g_string_append_printf (name, "/%.17g", style->rows[r].height);
      for (guint p = 0; p < style->rows[r].n; p++)
        g_string_append_printf (name, ",%s %.17g", style->rows[r].panels[p],
                                style->rows[r].widths[p]);
    }
  return g_string_free (name, FALSE);
}

/* Heights over width as the panels would have them: the highest of a row, each at its share. */
static void
set_heights (Arranged *self, const IplPanel *panel)
{
  guint part = 0;

  self->panel.height_wide = self->panel.height_narrow = 0;
  for (guint r = 0; r < self->panel.n_rows; r++)
    {
      double widths = 0, wide = 0, narrow = 0;

      for (guint p = 0; p < self->rows[r].n; p++)
        widths += self->parts[part + p].share;
      for (guint p = 0; p < self->rows[r].n; p++, part++)
        {
          const IplPanel *one = self->parts[part].panel;
          double share = self->parts[part].share / widths;

          wide = MAX (wide, share * (self->rows[r].n > 1 ? one->height_narrow : one->height_wide));
          narrow = MAX (narrow, share * one->height_narrow);
        }
      self->panel.height_wide += wide;
      self->panel.height_narrow += narrow;
    }
  self->panel.growth = panel->growth;
}

static Arranged *
arrange (const IplPanel *panel, const IplPanelStyle *style)
{
  Arranged *self = g_new0 (Arranged, 1);

  self->panel = *panel;
  self->panel.needs = 0;
  self->panel.n_parts = 0;
  self->panel.parts = self->parts;
  self->panel.rows = self->rows;
  self->panel.stacks = FALSE;
  for (guint r = 0; r < style->n_rows; r++)
    {
      IplPanelRow *row = &self->rows[self->panel.n_rows];

      row->share = style->rows[r].height;
      for (guint p = 0; p < style->rows[r].n; p++)
        {
          const IplPanel *part = ipl_panel_find (style->rows[r].panels[p]);

          if (part == NULL || self->panel.n_parts == IPL_PANEL_MAX_PARTS)
            continue;
          self->parts[self->panel.n_parts++]
              = (IplPanelPart){ .panel = part, .share = style->rows[r].widths[p] };
          self->panel.needs |= part->needs;
          row->n++;
        }
      self->panel.n_rows += row->n > 0;
    }
  set_heights (self, panel);
  return self;
}

/* Returns: the composite as the user arranged it, which stays for as long as the program runs;
 *   @panel where nobody did */
const IplPanel *
ipl_panel_arranged (const IplPanel *panel, const IplFigureStyle *style)
{
  static GMutex mutex;
  static GHashTable *made;
  const IplPanelStyle *chosen = ipl_figure_style_get_panel (style, panel->id);
  g_autofree char *name = NULL;
  Arranged *self;

  if (chosen == NULL || chosen->n_rows == 0 || !ipl_panel_is_composite (panel))
    return panel;
  name = name_of (chosen);
  g_mutex_lock (&mutex);
  if (made == NULL)
    made = g_hash_table_new (g_str_hash, g_str_equal);
  self = g_hash_table_lookup (made, name);
  if (self == NULL)
    {
      self = arrange (panel, chosen);
      g_hash_table_insert (made, g_steal_pointer (&name), self);
    }
  g_mutex_unlock (&mutex);
  return self->panel.n_parts > 0 ? &self->panel : panel;
}
