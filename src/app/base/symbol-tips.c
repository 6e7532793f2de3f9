/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbols in labels say what they are when the pointer rests on them. */
#include "app/base/symbol-tips.h"

#define PLACE "ipl-symbol-place"

static IplSymbolPlace
get_place (GtkWidget *label)
{
  GtkRoot *window = gtk_widget_get_root (label);
  guint place
      = window != NULL ? GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (window), PLACE)) : 0;

  return place != 0 ? place : IPL_SYMBOL_PATHS;
}

/* A shortened label says all of itself before that. */
static gboolean
on_query (GtkLabel *label, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  const char *text = gtk_label_get_text (label);
  g_autofree char *told = ipl_symbols_tell_plain (text, get_place (GTK_WIDGET (label)));
  gboolean cut = pango_layout_is_ellipsized (gtk_label_get_layout (label));
  g_autofree char *all = NULL;

  if (told == NULL && !cut)
    return FALSE;
  all = g_strconcat (cut ? text : "", cut && told != NULL ? "\n\n" : "", told, NULL);
  gtk_tooltip_set_text (tooltip, all);
  return TRUE;
}

/* Says which meaning of a letter the labels of a window have. */
void
ipl_symbol_tips_set_place (GtkWidget *window, IplSymbolPlace place)
{
  g_object_set_data (G_OBJECT (window), PLACE, GUINT_TO_POINTER (place));
}

/* From now on the labels say what the symbols in them mean, whatever they will show, and all of
 * themselves where they are cut. Those in widgets with a tooltip of their own are left as they are.
 * @widget: a label, or a widget with labels in it */
void
ipl_symbol_tips_add (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    {
      gtk_widget_set_has_tooltip (widget, TRUE);
      g_signal_connect (widget, "query-tooltip", G_CALLBACK (on_query), NULL);
      return;
    }
  if (gtk_widget_get_has_tooltip (widget))
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ipl_symbol_tips_add (child);
}
