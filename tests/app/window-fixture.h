/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test.h"
#include "app/dialogs/export-dialog.h"
#include "app/shell/application.h"
#include "app/window/window-private.h"
#include "figures/view/display-choice.h"

/* Sanitizers slow everything down by a factor that has nothing to do with the program. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOWER 10
#else
#define SLOWER 1
#endif

typedef gboolean (*Condition) (IplWindow *window);

extern IplApplication *application;
extern char *folder; /* for the files of the test */

/* A test in the window, from the paper's example, solved, with nothing selected; one that goes on
 * from where the test before ended. */
#define WINDOW_TEST(name, path) TEST_WITH (name, path, run_window_test, IplWindow *window)
#define NEXT_TEST(name, path) TEST_WITH (name, path, run_next_test, IplWindow *window)
void run_window_test (gconstpointer test);
void run_next_test (gconstpointer test);

/* Only where time itself is what the test is about; else settle() or wait_until(). */
void spin (guint milliseconds);

/* Until nothing is left to do at once, and what was changed is laid out and painted in every
 * window. */
void settle (void);

/* Runs the main loop until the condition holds; fails with its words after a minute, or more on a
 * busy machine. */
#define wait_until(condition)                                                                      \
  for (gint64 wait_end = wait_limit (); !(condition);)                                             \
  wait_step (wait_end, #condition)
gint64 wait_limit (void);
void wait_step (gint64 end, const char *what);
void wait_for (IplWindow *window, Condition condition, const char *what);

gboolean is_solved (IplWindow *window);
gboolean is_idle (IplWindow *window);
/* Of what happens in time. */
gboolean is_complete (IplWindow *window);
gboolean is_writing (IplWindow *window);
gboolean has_message (IplWindow *window);
/* Asserts that the message has the name of a file, a value or a limit. */
void assert_message (IplWindow *window, const char *name);
IplWindow *the_window (void);
IplDocument *document_of (IplWindow *window);
const IplParameters *parameters_of (IplWindow *window);
IplSelection *selection_of (IplWindow *window);
IplView view_of (IplWindow *window);
const char *title_of (IplWindow *window);
const IplSolution *current (IplWindow *window);
gboolean is_enabled (IplWindow *window, const char *action);
/* (nullable): the newest window of that kind that can be seen. */
gpointer find_toplevel (GType type);
GtkWindow *find_question (void);
/* (nullable): the newest that is neither a window of the application nor help. */
GtkWindow *find_dialog (IplWindow *window);
/* What a widget made of a template has under that name; what one of its labels says; and one of its
 * buttons pressed. */
gpointer part (gpointer widget, const char *name);
const char *label_text (gpointer widget, const char *label);
void click (gpointer widget, const char *button);
guint n_rows (GtkListBox *list);
/* (nullable): the first below it, or itself, of which that is so; of that name; of that kind; a
 * label or a button that says so */
typedef gboolean (*IsWidget) (GtkWidget *widget, gconstpointer data);
gpointer find_widget (gpointer widget, IsWidget is_it, gconstpointer data);
gpointer find_named (gpointer widget, const char *name);
gpointer find_typed (gpointer widget, GType type);
gpointer find_labelled (gpointer widget, const char *text);
/* Every item of the menus of the buttons below a widget, those of submenus too. */
typedef void (*MenuFunc) (const char *action, GVariant *target, gpointer data);
void for_each_item (gpointer widget, MenuFunc func, gpointer data);
/* As the widget's own controllers have a key.
 * Returns: whether it was taken */
gboolean press_key (gpointer widget, guint key, GdkModifierType state);
/* The first of that kind. */
GtkEventController *find_controller (gpointer widget, GType type);
/* The gesture by which parameters are dragged in it. */
GtkEventController *find_drag (gpointer widget);
gboolean locate (IplFigureArea *self, const IplTarget *target, double *x, double *y);
/* Runs xdotool with these arguments, and the main loop for what comes of it. */
void xdo (const char *format, ...) G_GNUC_PRINTF (1, 2);
void act (IplWindow *window, const char *name, const char *parameter);
void act_application (const char *name, const char *parameter);
void reset (IplWindow *window);
void change (IplWindow *window, const IplParameters *parameters);
/* ... until all is solved. */
void act_and_wait (IplWindow *window, const char *name, const char *parameter);
void change_and_wait (IplWindow *window, const IplParameters *parameters);
void open_and_wait (IplWindow *window, const char *path);
void set_width (IplWindow *window, guint width);
/* Sets the field of an experiment's own that has such a flag. */
void set_field (IplParameters *parameters, const char *flag, const char *value);
/* Every way of a choice by its action, and the next by key, which is the first. */
void check_choice (IplWindow *window, const IplChoice *choice);
/* (transfer full): the text in the clipboard */
char *clipboard_text (void);
/* Another window, solved. */
IplWindow *open_second (void);
/* (transfer full): the name of a file of the test; its text */
char *in_folder (const char *name);
char *read_file (const char *path);
void write_file (const char *path, const char *text);
/* Saves the session, and waits. */
void save_to (IplWindow *window, const char *path);
gboolean drop_all (IplWindow *window, const char *const *paths);
gboolean drop (IplWindow *window, const char *path);
/* The dialog of export for a panel, of all where there is none, and for a kind of file. */
IplExportDialog *open_export (IplWindow *window, const IplPanel *panel, const char *extension);
/* Exports, and waits until the file is written. */
void export_to (IplExportDialog *dialog, const char *path);
extern guint n_exported; /* by the last dialog that was opened */
/* Afterwards @window is the only one. */
void close_dialogs (void);
void close_others (IplWindow *window);
