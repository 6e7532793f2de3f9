/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A long day at the window: gestures drawn from a seed, one after the other, whatever is still
 * running. No crash, no critical (which end the program here), no hang, no growth; the longest
 * stall of the main loop is printed. INTERPLAY_SOAK_SEED and INTERPLAY_SOAK_GESTURES say which and
 * how many. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "core/parameters/parameters.h"
#include "every-command.h"
#include "measure.h"
#include "watch.h"

#define GESTURES 60
#define HANG_SECONDS (60 * SLOWER)
#define QUARTERS 4
/* Of processor time: longer looks at something else than events are listed. */
#define LONG_MS 60
/* The most of any: the first drawing of a page, or of a story on another screen. */
#define MOST_MS (300 * SLOWER)

/* Live memory at rest, however many gestures there were: some 130 MB of a window with its example,
 * and what workers keep of one request until the next, a case with its random numbers each. */
#define MOST_BYTES (400.0 * 1024 * 1024)

#if defined(__SANITIZE_ADDRESS__)
size_t __sanitizer_get_current_allocated_bytes (void);
#endif

static GRand *dice;
static GPtrArray *commands;

static gsize
live_bytes (void)
{
#if defined(__SANITIZE_ADDRESS__)
  return __sanitizer_get_current_allocated_bytes ();
#else
  struct mallinfo2 info;

  malloc_trim (0);
  info = mallinfo2 ();
  return info.uordblks + info.hblkhd;
#endif
}

static void
collect (GtkWidget *widget, GType type, GPtrArray *found)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (g_type_is_a (G_OBJECT_TYPE (widget), type) && gtk_widget_is_sensitive (widget))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, type, found);
}

/* One of the widgets of a kind that are seen. */
static gpointer
pick_widget (IplWindow *window, GType type)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  collect (GTK_WIDGET (window), type, found);
  return found->len > 0 ? found->pdata[g_rand_int_range (dice, 0, (int)found->len)] : NULL;
}

/* A few clicks at the buttons of a number. */
static const char *
spin_number (IplWindow *window)
{
  GtkSpinButton *number = pick_widget (window, GTK_TYPE_SPIN_BUTTON);
  gboolean up = g_rand_boolean (dice);

  for (int n = g_rand_int_range (dice, 1, 4); number != NULL && n > 0; n--)
    {
      gtk_spin_button_spin (number, up ? GTK_SPIN_STEP_FORWARD : GTK_SPIN_STEP_BACKWARD, 0.0);
      spin (5);
      if (!gtk_widget_get_mapped (GTK_WIDGET (number)))
        break;
    }
  return "number";
}

static const char *
drag_slider (IplWindow *window)
{
  GtkRange *range = pick_widget (window, GTK_TYPE_RANGE);
  GtkAdjustment *adjustment = range != NULL ? gtk_range_get_adjustment (range) : NULL;
  double low, high, at;

  if (range == NULL || !GTK_IS_SCALE (range))
    return "no slider";
  low = gtk_adjustment_get_lower (adjustment);
  high = gtk_adjustment_get_upper (adjustment);
  at = g_rand_double_range (dice, 0.0, 1.0);
  for (int n = 0; n < 8; n++)
    {
      gboolean handled;

      at = CLAMP (at + g_rand_double_range (dice, -0.15, 0.15), 0.0, 1.0);
      g_signal_emit_by_name (range, "change-value", GTK_SCROLL_JUMP, low + at * (high - low),
                             &handled);
      spin (8);
    }
  return "slider";
}

static const char *
flip_switch (IplWindow *window)
{
  GtkSwitch *flip = pick_widget (window, GTK_TYPE_SWITCH);

  if (flip != NULL)
    gtk_switch_set_active (flip, !gtk_switch_get_active (flip));
  return "switch";
}

static const char *
point_at_something (IplWindow *window)
{
  IplSelection *selection = selection_of (window);
  IplTarget target = IPL_TARGET_NONE;

  if (g_rand_boolean (dice))
    target = ipl_target_path (g_rand_int_range (dice, 0, 4));
  else
    target = ipl_target_row (g_rand_int_range (dice, 0, 7));
  ipl_selection_hover (selection, &target);
  spin (5);
  if (g_rand_boolean (dice))
    ipl_selection_select (selection, &target);
  else
    ipl_selection_clear (selection);
  return "pointer";
}

static const char *
resize (IplWindow *window)
{
  gtk_window_set_default_size (GTK_WINDOW (window), g_rand_int_range (dice, 700, 1500),
                               g_rand_int_range (dice, 500, 950));
  return "size";
}

/* The smallest of tasks, which the jobs of a person with patience are done in at once. */
static const char *
open_tiny_task (IplWindow *window)
{
  IplParameters parameters;

  make_tiny (&parameters);
  ipl_document_open_parameters (document_of (window), &parameters);
  return "tiny task";
}

/* As a command starts it, made so long that only a stop ends it. */
static const char *
start_job (IplWindow *window)
{
  static const char *const jobs[]
      = { "run", "sample::widths", "seeds", "train", "prune", "export::web" };
  const char *job = jobs[g_rand_int_range (dice, 0, G_N_ELEMENTS (jobs))];
  IplParameters parameters = *parameters_of (window);
  IplTrainable *trainable = ipl_parameters_edit_trainable (&parameters);

  if (ipl_document_get_opening (document_of (window)) != NULL)
    return "no job";
  parameters.draws = IPL_MAX_DRAWS;
  parameters.n_seeds = IPL_MAX_SEEDS;
  parameters.fine_tune_steps = 100000;
  if (trainable != NULL)
    trainable->training.steps = 100000000;
  change (window, &parameters);
  spin (50);
  act (window, job, NULL);
  return job;
}

static const char *
stop_something (IplWindow *window)
{
  act (window, "stop::first", NULL);
  return "stop";
}

static const char *
do_command (IplWindow *window)
{
  const Command *command = commands->pdata[g_rand_int_range (dice, 0, (int)commands->len)];

  command_run (command, window);
  return command->title;
}

static const char *
type_number (IplWindow *window)
{
  static const char *const texts[] = { "10", "nan", "", "-1", "1e400", "50, 100", "7x" };
  GtkEditable *entry = pick_widget (window, GTK_TYPE_ENTRY);

  if (entry == NULL)
    return "no entry";
  gtk_editable_set_text (entry, texts[g_rand_int_range (dice, 0, G_N_ELEMENTS (texts))]);
  g_signal_emit_by_name (entry, "activate");
  return "text";
}

static const char *(*const gestures[]) (IplWindow *window) = {
  spin_number, spin_number, drag_slider,    drag_slider,    flip_switch, point_at_something,
  resize,      start_job,   open_tiny_task, stop_something, do_command,  do_command,
  do_command,  do_command,  do_command,     type_number,
};

static gboolean
has_opened (IplWindow *window)
{
  return ipl_document_get_opening (document_of (window)) == NULL;
}

static gboolean
is_quiet (IplWindow *window)
{
  return is_solved (window) && !ipl_document_is_training (document_of (window))
         && !ipl_document_get_status (document_of (window), "train")->running
         && !ipl_document_get_status (document_of (window), "heads")->running;
}

/* Everything stopped, and the same shown as at the beginning. */
static void
return_to_start (IplWindow *window)
{
  IplDocument *document = document_of (window);

  ipl_scrubber_set_playing (window->scrubber, FALSE);
  ipl_document_stop (document);
  wait_for (window, has_opened, "what was being opened");
  ipl_document_stop_training (document);
  ipl_document_stop_heads (document);
  wait_for (window, has_stopped_training, "the end of training");
  reset (window);
  act (window, "page", "theory");
  ipl_panel_grid_set_enlarged (ipl_window_get_grid (window), NULL);
  wait_for (window, is_quiet, "rest");
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  settle ();
}

static guint
number_from (const char *variable, guint otherwise)
{
  const char *text = g_getenv (variable);

  return text != NULL ? (guint)g_ascii_strtoull (text, NULL, 10) : otherwise;
}

typedef struct
{
  double stall_ms;
  double busy_ms;
  char *gesture;
} Worst;

static void
make_gesture (IplWindow *window, guint n, Worst *worst)
{
  guint kind = (guint)g_rand_int_range (dice, 0, G_N_ELEMENTS (gestures));
  g_autofree char *what = g_strdup_printf ("gesture %u", n);
  const char *name;

  watch (what);
  measure_reset ();
  name = gestures[kind](window);
  g_test_message ("%u: %s", n, name);
  spin ((guint)g_rand_int_range (dice, 2, 120));
  for (guint i = 0; (window->question != NULL) && i < 2; i++)
    ipl_window_answer_question (window, g_rand_boolean (dice));
  close_dialogs ();
  close_others (window);
  spin (5);
  worst->stall_ms = MAX (worst->stall_ms, measure_get ().stall_ms);
  if (measure_get ().busy_ms > LONG_MS)
    g_print ("# %u: %s took the main loop %.0f ms\n", n, name, measure_get ().busy_ms);
  if (measure_get ().busy_ms > worst->busy_ms)
    {
      worst->busy_ms = measure_get ().busy_ms;
      g_free (worst->gesture);
      worst->gesture = g_strdup (name);
    }
}

TEST (test_soak, "/soak/gestures")
{
  guint seed = number_from ("INTERPLAY_SOAK_SEED", 1);
  guint total = number_from ("INTERPLAY_SOAK_GESTURES", GESTURES);
  gsize live[QUARTERS + 1];
  Worst worst = { 0 };
  IplWindow *window;

  g_print ("# INTERPLAY_SOAK_SEED=%u INTERPLAY_SOAK_GESTURES=%u\n", seed, total);
  watch_start (HANG_SECONDS);
  dice = g_rand_new_with_seed (seed);
  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  wait_for (window, is_solved, "the example");
  commands = every_command (window);
  for (guint q = 0, n = 0; q <= QUARTERS; q++)
    {
      watch ("coming to rest");
      return_to_start (window);
      live[q] = live_bytes ();
      g_print ("# after %u gestures: %.1f MB live\n", n, (double)live[q] / 1e6);
      for (; q < QUARTERS && n < total * (q + 1) / QUARTERS; n++)
        make_gesture (window, n, &worst);
    }
  watch (NULL);
  g_print ("# %u gestures; longest stall of the main loop %.0f ms, %.0f ms of its own (%s)\n",
           total, worst.stall_ms, worst.busy_ms, worst.gesture);
  for (guint q = 0; q <= QUARTERS; q++)
    g_assert_cmpfloat ((double)live[q], <, MOST_BYTES);
  g_assert_cmpfloat (worst.busy_ms, <, MOST_MS);
  g_free (worst.gesture);
  g_rand_free (dice);
  g_ptr_array_unref (commands);
}
