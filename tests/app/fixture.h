/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/shell/application.h"
#include "app/window/window-private.h"

/* Sanitizers slow everything down by a factor that has nothing to do with the program. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOWER 10
#else
#define SLOWER 1
#endif

typedef gboolean (*Condition) (IplWindow *window);

extern IplApplication *application;
extern char *folder; /* for the files of the test */

void fixture_init (int *argc, char ***argv);
int fixture_run (void);

/* Only where time itself is what the test is about; else settle() or wait_until(). */
void spin (guint milliseconds);

/* Until nothing is left to do at once, and what was changed is laid out and painted in every
 * window. */
void settle (void);

/* Runs the main loop until the condition holds; fails with its words after a minute. */
#define wait_until(condition)                                                                      \
  for (gint64 wait_end = wait_limit (); !(condition);)                                             \
  wait_turn (wait_end, #condition)
gint64 wait_limit (void);
void wait_turn (gint64 end, const char *what);
void wait_for (IplWindow *window, Condition condition, const char *what);

gboolean is_solved (IplWindow *window);
gboolean is_idle (IplWindow *window);
gboolean has_message (IplWindow *window);
/* Asserts that the message has the name of a file, a value or a limit. */
void assert_message (IplWindow *window, const char *name);
IplWindow *the_window (void);
/* A test: the first window opens with the paper's example, and solves it. */
void opens_example (void);
const IplSolution *current (IplWindow *window);
/* (nullable): the question that is asked. */
GtkWindow *find_question (void);
/* What a widget made of a template has under that name; what one of its labels says; and one of its
 * buttons pressed. */
gpointer part (gpointer widget, const char *name);
const char *said (gpointer widget, const char *label);
void click (gpointer widget, const char *button);
guint n_rows (GtkListBox *list);
/* (nullable): the first below it of that name */
GtkWidget *find_named (GtkWidget *widget, const char *name);
/* The first of that kind. */
GtkEventController *find_controller (gpointer widget, GType type);
/* The gesture by which parameters are dragged in it. */
GtkEventController *find_drag (gpointer widget);
gboolean locate (IplFigureArea *self, const IplTarget *target, double *x, double *y);
/* Runs xdotool with these arguments, and the main loop for what comes of it. */
void xdo (const char *format, ...) G_GNUC_PRINTF (1, 2);
void act (IplWindow *window, const char *name, const char *parameter);
void reset (IplWindow *window);
gboolean drop_all (IplWindow *window, const char *const *paths);
gboolean drop (IplWindow *window, const char *path);
/* Afterwards @window is the only one. */
void close_dialogs (void);
void close_others (IplWindow *window);
