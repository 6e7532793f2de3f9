/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Examples, and the figures of the papers, as what can be found. */
#include "app/find/finder.h"

#include "figures/help/example-figures.h"

void
ipl_find_items_add_examples (GPtrArray *items, const char *kind)
{
  guint n;
  const IplExample *examples = ipl_examples (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *action = g_strconcat ("win.open-example::", examples[i].id, NULL);
      IplFindItem *item = ipl_find_items_add (
          items, kind, examples[i].title, ipl_example_family_title (examples[i].family), action);

      item->help = g_strdup ("overview");
      item->also = examples[i].id;
    }
}

void
ipl_find_items_add_figures (GPtrArray *items, const char *kind)
{
  guint n;
  const IplExampleFigure *figures = ipl_example_figures (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *title = ipl_example_figure_title (&figures[i]);
      g_autofree char *name = ipl_example_figure_name (&figures[i]);
      g_autofree char *action = g_strconcat ("win.open-figure::", name, NULL);

      if (figures[i].number != NULL)
        ipl_find_items_add (items, kind, title, ipl_example_family_title (figures[i].paper), action)
            ->help
            = g_strdup ("papers");
    }
}
