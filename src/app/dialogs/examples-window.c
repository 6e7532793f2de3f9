/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Window with pages of examples: six with a picture, all of them, and the figures of the papers. A
 * click or Return opens an example in the main window. */
#include "app/dialogs/examples-window.h"

#include "app/base/widget-helpers.h"
#include "app/help/context-help.h"
#include "figures/help/example-figures.h"

/* Widths of the pictures of an example and of a figure, in pixels. */
#define EXAMPLE_WIDTH 252
#define FIGURE_WIDTH 222
/* Widths of the text below the pictures, in characters. */
#define EXAMPLE_CHARS 30
#define FIGURE_CHARS 22

/* Key of the detailed action that a card activates. */
#define ACTION "ipl-action"

static void
on_activated (GtkFlowBox *group, GtkWidget *card, GtkWindow *self)
{
  ipl_widget_activate (GTK_WIDGET (gtk_window_get_transient_for (self)),
                       g_object_get_data (G_OBJECT (card), ACTION));
  gtk_window_close (self);
}

/* Moves the focus to the first card of a group. */
static gboolean
focus_group (GtkWidget *group)
{
  /* GTK remembers the last card of a group, and would move on from there. */
  gtk_widget_set_focus_child (group, NULL);
  return gtk_widget_child_focus (group, GTK_DIR_TAB_FORWARD);
}

/* Up and Down move from the edge of a group to the group above or below. */
static gboolean
on_edge (GtkWidget *group, GtkDirectionType direction)
{
  gboolean down = direction == GTK_DIR_DOWN;
  GtkWidget *next = group;

  if (!down && direction != GTK_DIR_UP)
    return FALSE;
  do
    next = down ? gtk_widget_get_next_sibling (next) : gtk_widget_get_prev_sibling (next);
  while (next != NULL && !GTK_IS_FLOW_BOX (next));
  return next != NULL && focus_group (next);
}

/* Adds a group of cards to a page.
 * @heading: (nullable): text above the group */
static GtkFlowBox *
add_group (GtkWindow *self, GtkBox *page, const char *heading, guint per_line)
{
  GtkWidget *group = gtk_flow_box_new ();

  if (heading != NULL)
    gtk_box_append (page, ipl_label_new (heading, "example-group"));
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (group), GTK_SELECTION_NONE);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (group), TRUE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (group), per_line);
  ipl_widget_set_name (group, heading != NULL ? heading : "Examples");
  g_signal_connect (group, "child-activated", G_CALLBACK (on_activated), self);
  g_signal_connect (group, "keynav-failed", G_CALLBACK (on_edge), NULL);
  gtk_box_append (page, group);
  return GTK_FLOW_BOX (group);
}

/* Returns: (nullable): picture from a file, @width pixels wide; NULL without a readable file */
static GtkWidget *
make_picture (const char *file, int width, const char *title)
{
  g_autoptr (GdkTexture) texture = file != NULL ? gdk_texture_new_from_filename (file, NULL) : NULL;
  g_autoptr (GdkPaintable) scaled = NULL;
  GtkSnapshot *snapshot;
  GtkWidget *picture;
  int height;

  if (texture == NULL)
    return NULL;
  height = width * gdk_texture_get_height (texture) / gdk_texture_get_width (texture);
  snapshot = gtk_snapshot_new ();
  gdk_paintable_snapshot (GDK_PAINTABLE (texture), snapshot, width, height);
  scaled = gtk_snapshot_free_to_paintable (snapshot,
                                           &GRAPHENE_SIZE_INIT ((float)width, (float)height));
  picture = gtk_picture_new_for_paintable (scaled);
  gtk_picture_set_can_shrink (GTK_PICTURE (picture), FALSE);
  gtk_picture_set_alternative_text (GTK_PICTURE (picture), title);
  gtk_widget_set_halign (picture, GTK_ALIGN_START);
  gtk_widget_add_css_class (picture, "example-picture");
  return picture;
}

static GtkWidget *
make_text (const char *text, const char *css_class, int most_chars)
{
  GtkWidget *label = ipl_label_new (text, css_class);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), most_chars);
  return label;
}

/* Adds an example or a figure as a card.
 * @action: detailed name, copied
 * @picture: (nullable) */
static void
add_card (GtkFlowBox *group, const char *action, GtkWidget *picture, const char *title,
          const char *text, int most_chars)
{
  GtkWidget *card = gtk_flow_box_child_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  g_autofree char *name = g_strdup_printf ("%s: %s", title, text);

  if (picture != NULL)
    gtk_box_append (GTK_BOX (box), picture);
  gtk_box_append (GTK_BOX (box), make_text (title, "heading", most_chars));
  gtk_box_append (GTK_BOX (box), make_text (text, "dim-label", most_chars));
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (card), box);
  g_object_set_data_full (G_OBJECT (card), ACTION, g_strdup (action), g_free);
  ipl_widget_set_name (card, name);
  gtk_flow_box_append (group, card);
}

static void
add_example (GtkFlowBox *group, const IplExample *example, GtkWidget *picture)
{
  g_autofree char *action = g_strconcat ("win.open-example::", example->id, NULL);

  add_card (group, action, picture, example->title, example->about, EXAMPLE_CHARS);
}

/* Adds the figures of a paper; for IPL_FAMILY_NONE, the six examples with a picture. */
static void
add_figures (GtkFlowBox *group, IplExampleFamily paper)
{
  guint n;
  const IplExampleFigure *figures = ipl_example_figures (&n);

  for (guint i = 0; i < n; i++)
    {
      const IplExampleFigure *figure = &figures[i];
      g_autofree char *title = ipl_example_figure_title (figure);
      g_autofree char *file = ipl_example_figure_picture (figure);
      g_autofree char *name = ipl_example_figure_name (figure);
      g_autofree char *action = g_strconcat ("win.open-figure::", name, NULL);

      if (figure->paper != paper)
        continue;
      if (figure->number == NULL)
        add_example (group, ipl_example_find (figure->example),
                     make_picture (file, EXAMPLE_WIDTH, title));
      else
        add_card (group, action, make_picture (file, FIGURE_WIDTH, title), title,
                  ipl_example_figure_needs_files (figure)
                      ? "Opens your checkpoints"
                      : ipl_example_find (figure->example)->title,
                  FIGURE_CHARS);
    }
}

static void
add_all (GtkWindow *self, GtkBox *page)
{
  guint n;
  const IplExample *examples = ipl_examples (&n);
  GtkFlowBox *group = NULL;

  for (guint i = 0; i < n; i++)
    {
      if (i == 0 || examples[i].family != examples[i - 1].family)
        group = add_group (self, page, ipl_example_family_title (examples[i].family), 3);
      add_example (group, &examples[i], NULL);
    }
}

/* Shows a page, with a card of its first group focused. */
static void
show_nth (GtkNotebook *pages, int n)
{
  GtkWidget *at = gtk_notebook_get_nth_page (pages, n);

  gtk_notebook_set_current_page (pages, n);
  while (!GTK_IS_FLOW_BOX (at))
    at = GTK_IS_LABEL (at) ? gtk_widget_get_next_sibling (at) : gtk_widget_get_first_child (at);
  focus_group (at);
}

/* Ctrl+Page Up and Ctrl+Page Down turn the pages, before the cards see these keys. Keys are ignored
 * until the page has a size: GTK 4.8 divides by the number of cards in a line. */
static gboolean
on_key (GtkNotebook *pages, guint keyval, guint keycode, GdkModifierType state)
{
  int shown = gtk_notebook_get_current_page (pages);
  int turn = keyval == GDK_KEY_Page_Down ? 1 : keyval == GDK_KEY_Page_Up ? -1 : 0;

  if (turn == 0 || (state & GDK_CONTROL_MASK) == 0)
    return gtk_widget_get_width (gtk_notebook_get_nth_page (pages, shown)) == 0;
  if (shown + turn >= 0 && shown + turn < gtk_notebook_get_n_pages (pages))
    show_nth (pages, shown + turn);
  return TRUE;
}

/* @parent: window with the actions that open examples */
GtkWindow *
ipl_examples_window_new (GtkWindow *parent)
{
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_resource ("/org/interplay/Interplay/ui/examples-window.ui");
  GtkWindow *self = GTK_WINDOW (gtk_builder_get_object (builder, "window"));
  GtkBox *papers = GTK_BOX (gtk_builder_get_object (builder, "papers"));
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_window_set_transient_for (self, parent);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), gtk_window_get_child (self));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  ipl_help_mark (GTK_WIDGET (self), "papers");
  ipl_window_close_on_escape (self);
  add_figures (add_group (self, GTK_BOX (gtk_builder_get_object (builder, "first")), NULL, 3),
               IPL_FAMILY_NONE);
  add_all (self, GTK_BOX (gtk_builder_get_object (builder, "all")));
  for (guint paper = IPL_FAMILY_PATHS; paper <= IPL_FAMILY_DYNAMICS; paper++)
    add_figures (add_group (self, papers, ipl_example_family_title (paper), 4), paper);
  return self;
}

/* Shows a page, with its first card focused.
 * @page: "first", "all" or "papers" */
void
ipl_examples_window_show (GtkWindow *self, const char *page)
{
  GtkNotebook *pages = GTK_NOTEBOOK (gtk_window_get_child (self));

  gtk_window_present (self);
  for (int i = 0; i < gtk_notebook_get_n_pages (pages); i++)
    if (g_str_equal (gtk_widget_get_name (gtk_notebook_get_nth_page (pages, i)), page))
      show_nth (pages, i);
}
