/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/help/tour.h"
#include "app/base/widgets.h"

/* Until the sizes of a page that was turned to are known. */
#define FRAMES 4

G_DEFINE_FINAL_TYPE (IplTour, ipl_tour, G_TYPE_OBJECT)

static const IplTourStep *
get_step (IplTour *self, guint i)
{
  return &g_array_index (self->steps, IplTourStep, i);
}

/* One that goes elsewhere itself can. */
static gboolean
can_show (const IplTourStep *step)
{
  return step->begin != NULL || gtk_widget_get_mapped (step->widget);
}

static void
let_go (IplTour *self)
{
  if (self->unmap_id != 0)
    g_signal_handler_disconnect (get_step (self, self->at)->widget, self->unmap_id);
  self->unmap_id = 0;
}

/* Beside it, where it is small or as high as the window; below it, where it is a panel: what is
 * spoken of stays in sight. */
static void
point_at (IplTour *self, GtkWidget *widget)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->window));
  GtkPositionType position = GTK_POS_BOTTOM;
  GdkRectangle place;
  graphene_rect_t bounds;

  if (!gtk_widget_compute_bounds (widget, GTK_WIDGET (self->window), &bounds))
    return;
  place = (GdkRectangle){ (int)bounds.origin.x, (int)bounds.origin.y, (int)bounds.size.width,
                          (int)bounds.size.height };
  if (place.height > 0.6 * height)
    {
      position = GTK_POS_RIGHT;
      place.y += place.height / 3;
      place.height = 1;
    }
  else if (place.y > height / 2)
    {
      /* Above its right end: what stands above its left one changes with it. */
      position = GTK_POS_TOP;
      place.x += place.width - 1;
      place.width = 1;
    }
  gtk_popover_set_position (GTK_POPOVER (self->popover), position);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &place);
}

/* A page that has just been turned to has its sizes some frames later. */
static gboolean
point_again (GtkWidget *popover, GdkFrameClock *clock, gpointer data)
{
  IplTour *self = data;

  if (self->window == NULL)
    return G_SOURCE_REMOVE;
  point_at (self, get_step (self, self->at)->widget);
  return ++self->frames < FRAMES ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
show_step (IplTour *self)
{
  const IplTourStep *step = get_step (self, self->at);
  gboolean last = self->at + 1 == self->steps->len;
  g_autofree char *count = g_strdup_printf ("%u of %u", self->at + 1, self->steps->len);
  g_autofree char *seen = step->begin != NULL ? step->begin (self->window, step->data) : NULL;

  gtk_label_set_markup (GTK_LABEL (self->title), step->title);
  gtk_label_set_label (GTK_LABEL (self->text), seen != NULL ? seen : step->text);
  gtk_widget_set_sensitive (self->back, self->at > 0);
  gtk_widget_set_visible (self->back, self->steps->len > 1);
  gtk_widget_set_visible (self->skip, self->steps->len > 1);
  gtk_label_set_label (GTK_LABEL (self->count), self->steps->len > 1 ? count : "");
  gtk_button_set_label (GTK_BUTTON (self->next), last ? "_Done" : "_Next");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (GTK_LABEL (self->title)),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  gtk_label_get_text (GTK_LABEL (self->text)), -1);
  point_at (self, step->widget);
  self->frames = 0;
  gtk_widget_add_tick_callback (self->popover, point_again, g_object_ref (self), g_object_unref);
  self->unmap_id = g_signal_connect_object (step->widget, "unmap", G_CALLBACK (ipl_tour_end), self,
                                            G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  gtk_widget_grab_focus (self->next);
}

/* Goes to another step, past those whose widget is not to be seen; the tour is over behind the last
 * one.
 * Returns: whether there is such a step */
gboolean
ipl_tour_go (IplTour *self, int by)
{
  int to = (int)self->at + by;

  if (self->window == NULL)
    return FALSE;
  while (to >= 0 && to < (int)self->steps->len && !can_show (get_step (self, (guint)to)))
    to += by < 0 ? -1 : 1;
  if (to >= (int)self->steps->len)
    ipl_tour_end (self);
  if (to < 0 || self->window == NULL)
    return FALSE;
  let_go (self);
  self->at = (guint)to;
  show_step (self);
  return TRUE;
}

static void
on_next (IplTour *self)
{
  ipl_tour_go (self, 1);
}

static void
on_back (IplTour *self)
{
  ipl_tour_go (self, -1);
}

/* TRUE for those that are commands of the window rather than of what has the keyboard. */
static gboolean
is_for_window (guint keyval, GdkModifierType state)
{
  return (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0
         || (keyval >= GDK_KEY_F1 && keyval <= GDK_KEY_F35);
}

static gboolean
on_key (IplTour *self, guint keyval, guint keycode, GdkModifierType state,
        GtkEventControllerKey *keys)
{
  /* GTK 4.8 keeps the keys of a popover from its window. */
  if (is_for_window (keyval, state))
    return gtk_event_controller_key_forward (keys, GTK_WIDGET (self->window));
  if (keyval == GDK_KEY_Escape)
    ipl_tour_end (self);
  else if (keyval == GDK_KEY_Page_Down)
    ipl_tour_go (self, 1);
  else if (keyval == GDK_KEY_Page_Up)
    ipl_tour_go (self, -1);
  else
    return FALSE;
  return TRUE;
}

/* Takes the bubble away and gives the keyboard back. There may be nothing to end. */
void
ipl_tour_end (IplTour *self)
{
  GtkWindow *window = self->window;
  g_autoptr (GtkWidget) before = g_steal_pointer (&self->before);

  if (window == NULL)
    return;
  let_go (self);
  self->window = NULL;
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  if (before != NULL && gtk_widget_get_mapped (before))
    gtk_widget_grab_focus (before);
  g_signal_emit_by_name (self, "over");
}

static GtkWidget *
make_button (IplTour *self, const char *label, GCallback callback)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  g_signal_connect_object (button, "clicked", callback, self, G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
make_label (const char *css)
{
  GtkWidget *label = ipl_label_new (NULL, css);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  gtk_label_set_width_chars (GTK_LABEL (label), 40);
  return label;
}

static void
make_popover (IplTour *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->popover = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  self->title = make_label ("heading");
  self->text = make_label (NULL);
  self->count = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->count, "dim-label");
  gtk_widget_set_hexpand (self->count, TRUE);
  self->back = make_button (self, "_Back", G_CALLBACK (on_back));
  self->next = make_button (self, "_Next", G_CALLBACK (on_next));
  gtk_widget_add_css_class (self->next, "suggested-action");
  self->skip = make_button (self, "_Skip", G_CALLBACK (ipl_tour_end));
  gtk_box_append (GTK_BOX (buttons), self->skip);
  gtk_box_append (GTK_BOX (buttons), self->count);
  gtk_box_append (GTK_BOX (buttons), self->back);
  gtk_box_append (GTK_BOX (buttons), self->next);
  gtk_box_append (GTK_BOX (box), self->title);
  gtk_box_append (GTK_BOX (box), self->text);
  gtk_box_append (GTK_BOX (box), buttons);
  gtk_widget_add_css_class (box, "tour");
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->popover, keys);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self->window));
}

static void
ipl_tour_dispose (GObject *object)
{
  ipl_tour_end (IPL_TOUR (object));
  G_OBJECT_CLASS (ipl_tour_parent_class)->dispose (object);
}

static void
ipl_tour_finalize (GObject *object)
{
  g_array_unref (IPL_TOUR (object)->steps);
  G_OBJECT_CLASS (ipl_tour_parent_class)->finalize (object);
}

static void
ipl_tour_class_init (IplTourClass *klass)
{
  ipl_signal_add (klass, "over", 0);
  G_OBJECT_CLASS (klass)->dispose = ipl_tour_dispose;
  G_OBJECT_CLASS (klass)->finalize = ipl_tour_finalize;
}

static void
clear_step (gpointer data)
{
  g_object_unref (((IplTourStep *)data)->widget);
}

static void
ipl_tour_init (IplTour *self)
{
  self->steps = g_array_new (FALSE, TRUE, sizeof (IplTourStep));
  g_array_set_clear_func (self->steps, clear_step);
}

/* @window: the window it goes through; the tour must be ended before that
 * @steps: its steps, whose texts stay where they are
 * Returns: (transfer full): a tour that shows its first step; it is over at once where none of its
 *   widgets is to be seen */
IplTour *
ipl_tour_new (GtkWindow *window, const IplTourStep *steps, guint n)
{
  IplTour *self = g_object_new (IPL_TYPE_TOUR, NULL);

  self->window = window;
  for (guint i = 0; i < n; i++)
    {
      IplTourStep step = steps[i];

      g_object_ref (step.widget);
      g_array_append_val (self->steps, step);
    }
  g_set_object (&self->before, gtk_window_get_focus (window));
  make_popover (self);
  while (self->at < n && !can_show (get_step (self, self->at)))
    self->at++;
  if (self->at < n)
    show_step (self);
  else
    ipl_tour_end (self);
  return self;
}
