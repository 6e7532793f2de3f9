/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/panel-view.h"

#include "app/base/widget-helpers.h"
#include "app/base/document-widget.h"
#include "app/base/window-command.h"
#include "app/help/help-window.h"
#include "app/panels/figure-area.h"
#include "core/posterior/posterior-summary.h"

/* A panel of the window: a figure under a heading, with its commands. */
struct _IplPanelView
{
  GtkWidget parent_instance;
  GtkWidget *box;
  GtkLabel *title;
  GtkMenuButton *test_button;
  GtkLabel *test_label;
  GtkMenuButton *output_button;
  GtkLabel *output_label;
  GtkWidget *pager;
  GtkWidget *restore_button; /* shown while it is enlarged */
  GtkMenuButton *menu_button;
  GtkWidget *note_box;
  GtkWidget *note_icon;
  GtkLabel *note;
  IplFigureArea *area;
  GMenuModel *panel_menu;
  GMenu *choices_menu;      /* menu section with the drawing choices */
  GtkPopover *context_menu; /* (nullable): made when it is first opened */
  IplCaseInfo *listed;      /* case whose test sets the menu lists */
  IplCaseInfo *outputs_of;  /* (nullable): case whose outputs the menu lists */
};

G_DEFINE_FINAL_TYPE (IplPanelView, ipl_panel_view, GTK_TYPE_WIDGET)

static void
show_menu (IplPanelView *self, double x, double y)
{
  GdkRectangle at = { (int)x, (int)y, 1, 1 };

  if (self->context_menu == NULL)
    {
      self->context_menu = GTK_POPOVER (gtk_popover_menu_new_from_model (self->panel_menu));
      gtk_popover_set_has_arrow (self->context_menu, FALSE);
      gtk_widget_set_halign (GTK_WIDGET (self->context_menu), GTK_ALIGN_START);
      gtk_widget_set_parent (GTK_WIDGET (self->context_menu), GTK_WIDGET (self));
    }
  gtk_popover_set_pointing_to (self->context_menu, &at);
  gtk_popover_popup (self->context_menu);
}

static void
on_right_click (GtkGestureClick *gesture, int n_press, double x, double y, IplPanelView *self)
{
  show_menu (self, x, y);
}

static void
show_menu_by_key (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  show_menu (IPL_PANEL_VIEW (widget), gtk_widget_get_width (widget) / 2.0,
             gtk_widget_get_height (widget) / 2.0);
}

/* Commands of every panel, in the order of its menu. */
static const IplPanelCommand commands[] = {
  { "win.panel-enlarge", "f", "Enlarge or restore", "_Enlarge or Restore" },
  { "win.panel-numbers", "<Control>t", "Show numbers", "Show _Numbers" },
  { "win.panel-copy", "<Control>c", "Copy as picture", "_Copy as Picture", TRUE },
  { "win.copy-command", NULL, "Copy as command", "Copy as Comman_d" },
  { "win.export", NULL, "Export this panel", "E_xport…" },
  { "win.help", NULL, "What is this?", "_What Is This?", TRUE },
};

/* Keys of the focused panel, which "" names. */
static const IplWidgetAction keys[] = {
  { "win.panel-enlarge('')", NULL, "f", "Enlarge or restore" },
  { "win.panel-numbers('')", NULL, "<Control>t", "Show numbers" },
  { "win.panel-copy('')", NULL, "<Control>c", "Copy as picture" },
  { "panel.menu", show_menu_by_key, "<Shift>F10 Menu", "Panel menu" },
};

/* Returns: [n] commands of a panel */
const IplPanelCommand *
ipl_panel_view_get_commands (guint *n)
{
  *n = G_N_ELEMENTS (commands);
  return commands;
}

/* Returns: (transfer full): the action of the command on the panel of this id */
char *
ipl_panel_command_get_action (const IplPanelCommand *command, const char *panel)
{
  gboolean is_help = g_str_equal (command->action, "win.help");

  return g_strconcat (command->action, "::", is_help ? ipl_help_get_page_of_panel (panel) : panel,
                      NULL);
}

/* Adds the keys of a panel. */
void
ipl_panel_view_add_shortcuts (GPtrArray *shortcuts)
{
  ipl_figure_area_add_shortcuts (shortcuts);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_auto (GStrv) each = g_strsplit (keys[i].keys, " ", -1);

      ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_IN_PANEL, keys[i].title, NULL, each[0]);
    }
}

static void
ipl_panel_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  IplPanelView *self = IPL_PANEL_VIEW (widget);

  gtk_widget_size_allocate (self->box, &(GtkAllocation){ 0, 0, width, height }, baseline);
  if (self->context_menu != NULL)
    gtk_popover_present (self->context_menu);
}

static void
ipl_panel_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (IPL_PANEL_VIEW (widget)->box, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
ipl_panel_view_dispose (GObject *object)
{
  IplPanelView *self = IPL_PANEL_VIEW (object);

  if (self->context_menu != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->context_menu));
  self->context_menu = NULL;
  g_clear_pointer (&self->listed, ipl_case_info_unref);
  g_clear_pointer (&self->outputs_of, ipl_case_info_unref);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (ipl_panel_view_parent_class)->dispose (object);
}

#define CHILD(name) IPL_CHILD (IplPanelView, name)
static const IplTemplateChild children[]
    = { CHILD (box),           CHILD (title),        CHILD (test_button),  CHILD (test_label),
        CHILD (output_button), CHILD (output_label), CHILD (pager),        CHILD (restore_button),
        CHILD (menu_button),   CHILD (note_box),     CHILD (note_icon),    CHILD (note),
        CHILD (area),          CHILD (panel_menu),   CHILD (choices_menu), { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (on_right_click), { NULL } };

static void
ipl_panel_view_class_init (IplPanelViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_panel_view_dispose;
  widget_class->size_allocate = ipl_panel_view_size_allocate;
  widget_class->measure = ipl_panel_view_measure;
  gtk_widget_class_set_css_name (widget_class, "panel");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  g_type_ensure (IPL_TYPE_FIGURE_AREA);
  ipl_template_set (klass, "panel-view", children, callbacks);
  ipl_widget_class_add_actions (klass, G_N_ELEMENTS (keys), keys);
}

static void
ipl_panel_view_init (IplPanelView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_figure_area_add_input (self->area);
  ipl_symbol_tips_add (GTK_WIDGET (self->title));
  ipl_menu_button_set_menu (self->menu_button, self->panel_menu);
}

/* Fills the menu with the options of a choice. */
static void
offer_choice (IplPanelView *self, const IplChoice *choice)
{
  g_autoptr (GMenuModel) menu = ipl_choice_menu_new (choice);

  g_menu_append_submenu (self->choices_menu, choice->menu, menu);
}

/* Fills the menu with the commands, in sections. */
static void
offer_commands (IplPanelView *self, const IplPanel *panel)
{
  GMenu *section = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *action = ipl_panel_command_get_action (&commands[i], panel->id);

      if (section == NULL || commands[i].begins_section)
        {
          g_autoptr (GMenu) next = g_menu_new ();

          g_menu_append_section (G_MENU (self->panel_menu), NULL, G_MENU_MODEL (next));
          section = next;
        }
      g_menu_append (section, commands[i].label, action);
    }
}

/* Gives the buttons of each panel distinct accessible names. */
static void
name_buttons (IplPanelView *self, const char *title)
{
  const struct
  {
    GtkWidget *button;
    const char *name;
  } buttons[] = {
    { GTK_WIDGET (self->menu_button), "Menu of" },
    { GTK_WIDGET (self->test_button), "Test set of" },
    { GTK_WIDGET (self->output_button), "Outputs of" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s %s", buttons[i].name, title);

      ipl_widget_set_name (buttons[i].button, name);
    }
}

static void
set_title (IplPanelView *self, const char *title)
{
  gtk_label_set_label (self->title, title);
  ipl_widget_set_name (self, title);
  name_buttons (self, title);
}

void
ipl_panel_view_set_panel (IplPanelView *self, const IplPanel *panel)
{
  ipl_figure_area_set_panel (self->area, panel);
  set_title (self, panel->title);
  if (panel->choice != NULL)
    offer_choice (self, panel->choice);
  if (panel->choice == &ipl_choice_heatmap)
    offer_choice (self, &ipl_choice_heatmap_scale);
  offer_commands (self, panel);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->restore_button), "s", panel->id);
}

/* Updates the heading, which depends on the task for a regression. */
static void
update_title (IplPanelView *self, IplDocument *document, const IplPanel *panel)
{
  IplView view;
  const char *title
      = ipl_document_get_view (document, &view) ? ipl_panel_heading (panel, &view) : panel->title;

  if (g_strcmp0 (gtk_label_get_label (self->title), title) != 0)
    set_title (self, title);
}

static const char *
test_name (IplDocument *document, const IplCaseInfo *the_case, guint test)
{
  if (test > 0)
    return the_case->test_sets[test].name;
  return ipl_document_is_trainable (document) ? "Held-out alphabets" : "Own test set";
}

/* Lists the test sets, if there are several. */
static void
update_tests (IplPanelView *self, IplDocument *document, const IplPanel *panel)
{
  gboolean concerned = (panel->controls & IPL_CONTROL_TEST_SET) != 0;
  guint test = ipl_document_get_test (document);
  const IplCaseInfo *the_case;
  IplView view;

  gtk_widget_set_visible (self->pager, (panel->controls & IPL_CONTROL_EXAMPLES) != 0
                                           && ipl_document_has_examples (document));
  if (!concerned || !ipl_document_get_view (document, &view) || view.the_case == NULL
      || view.the_case->n_tests < 2 || test >= view.the_case->n_tests)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->test_button), FALSE);
      return;
    }
  the_case = view.the_case;
  gtk_label_set_label (self->test_label, test_name (document, the_case, test));
  gtk_widget_set_visible (GTK_WIDGET (self->test_button), TRUE);
  if (the_case == self->listed)
    return;
  g_clear_pointer (&self->listed, ipl_case_info_unref);
  self->listed = ipl_case_info_ref (the_case);

  g_autoptr (GMenu) menu = g_menu_new ();
  for (guint i = 0; i < the_case->n_tests; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (test_name (document, the_case, i), NULL);

      g_menu_item_set_action_and_target (item, "win.test-set", "i", (gint32)i);
      g_menu_append_item (menu, item);
    }
  ipl_menu_button_set_menu (self->test_button, G_MENU_MODEL (menu));
}

static void
update (IplPanelView *self)
{
  IplDocument *document = self->area->document;
  const IplPanel *panel = self->area->panel;
  const IplPosteriorSummary *failing = NULL;
  g_autofree char *text = NULL;
  IplView view;

  if (document == NULL)
    return;
  update_title (self, document, panel);
  update_tests (self, document, panel);
  ipl_output_menu_update (self->output_button, self->output_label, document, panel,
                          &self->outputs_of);
  /* Few draws are expected while sampling, so the doubt is not shown. */
  if (panel->doubtful != NULL && !ipl_document_is_sampling (document)
      && ipl_document_get_view (document, &view) && ipl_panel_fits (panel, &view))
    failing = panel->doubtful (&view);
  if (failing != NULL)
    {
      g_autofree char *widths = ipl_setting_widths_text (&failing->setting);

      text = g_strdup_printf ("Samples at N = %s: %s", widths, failing->message);
    }
  gtk_label_set_label (self->note, text != NULL ? text : "");
  ipl_widget_set_tooltip (self->note_box, text);
  gtk_widget_set_visible (self->note_icon, text != NULL);
  gtk_widget_set_visible (self->note_box, text != NULL);
  gtk_widget_set_hexpand (GTK_WIDGET (self->title), text == NULL);
}

void
ipl_panel_view_set_session (IplPanelView *self, IplDocument *document)
{
  ipl_figure_area_set_session (self->area, document);
  ipl_document_follow (document,
                       "results-changed figure-style-changed parameters-changed job-changed::solve "
                       "job-changed::heads",
                       G_CALLBACK (update), self);
  update (self);
}

void
ipl_panel_view_set_enlarged (IplPanelView *self, gboolean enlarged)
{
  self->area->enlarged = enlarged;
  gtk_widget_set_visible (self->restore_button, enlarged);
}

IplFigureArea *
ipl_panel_view_get_area (IplPanelView *self)
{
  return self->area;
}
