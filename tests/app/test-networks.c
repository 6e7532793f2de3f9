/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The networks that training keeps are found, opened and deleted from the window. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <utime.h>

#include "app/dialogs/networks-dialog.h"
#include "core/parameters/parameters.h"
#include "runs/kept-networks.h"
#include "training-support.h"

static IplNetworksDialog *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) widget = g_list_model_get_item (windows, i);

      if (IPL_IS_NETWORKS_DIALOG (widget) && gtk_widget_get_visible (widget))
        return IPL_NETWORKS_DIALOG (widget);
    }
  return NULL;
}

static gboolean
has_read (IplWindow *window)
{
  return find_dialog () != NULL && !g_str_equal (said (find_dialog (), "placeholder"), "Reading…");
}

static IplNetworksDialog *
open_dialog (IplWindow *window)
{
  act (window, "open-network", NULL);
  wait_for (window, has_read, "the list of networks");
  return find_dialog ();
}

static void
select_network (IplNetworksDialog *dialog, int n)
{
  GtkListBox *list = part (dialog, "list");

  gtk_list_box_select_row (list, gtk_list_box_get_row_at_index (list, n));
}

/* And says yes to the question. */
static void
delete_network (IplNetworksDialog *dialog)
{
  click (dialog, "delete_button");
  g_assert_true (gtk_window_get_transient_for (find_question ()) == GTK_WINDOW (dialog));
  ipl_question_answer (find_question (), IPL_ANSWER_OK);
}

static void
test_none (void)
{
  IplNetworksDialog *dialog;

  g_application_activate (G_APPLICATION (application));
  wait_for (the_window (), is_solved, "the example");
  dialog = open_dialog (the_window ());
  g_assert_cmpuint (n_rows (part (dialog, "list")), ==, 0);
  click (dialog, "delete_button");
  gtk_window_close (GTK_WINDOW (dialog));
  settle ();
  g_assert_null (find_dialog ());
}

static char *
network_of (IplWindow *window)
{
  return g_strdup (ipl_parameters_get_network (ipl_session_get_parameters (session_of (window))));
}

/* What the list says of a network is what the run said. */
static void
check_list (const char *newest, guint steps)
{
  g_autoptr (GPtrArray) list = ipl_kept_networks_list (NULL);
  const IplKeptNetwork *network = list->pdata[0];

  g_assert_cmpuint (list->len, ==, 3);
  g_assert_cmpstr (network->path, ==, newest);
  g_assert_cmpuint (network->step, ==, steps);
  g_assert_nonnull (network->task);
  g_assert_nonnull (strstr (network->shape, "2, 2 heads, N = 8"));
  g_assert_true (network->accuracy >= 0.0 && network->accuracy <= 1.0);
  g_assert_null (network->fault);
  g_assert_nonnull (((IplKeptNetwork *)list->pdata[2])->fault);
}

static gboolean
is_open_again (IplWindow *window)
{
  return is_solved (window) && current (window)->the_case->trained != NULL;
}

static void
test_open_and_delete (void)
{
  IplWindow *window = the_window ();
  g_autofree char *first = NULL, *second = NULL;
  g_autofree char *folder_path = ipl_kept_networks_folder ();
  g_autofree char *damaged = g_build_filename (folder_path, "damaged.safetensors", NULL);
  IplNetworksDialog *dialog;

  open_tiny (window);
  train_tiny (window, 20);
  first = network_of (window);
  open_tiny (window);
  train_tiny (window, 40);
  second = network_of (window);
  g_assert_cmpstr (first, !=, second);
  g_assert_true (g_file_set_contents (damaged, "no network", -1, NULL));
  /* Times of files may be as coarse as a second. */
  {
    GDateTime *now = g_date_time_new_now_utc ();
    gint64 seconds = g_date_time_to_unix (now);
    struct utimbuf before = { seconds - 100, seconds - 100 };
    struct utimbuf long_before = { seconds - 200, seconds - 200 };

    g_utime (first, &before);
    g_utime (damaged, &long_before);
    g_date_time_unref (now);
  }
  check_list (second, 40);
  reset (window);
  dialog = open_dialog (window);
  g_assert_cmpuint (n_rows (part (dialog, "list")), ==, 3);
  /* The damaged one cannot be opened, but deleted. */
  select_network (dialog, 2);
  delete_network (dialog);
  g_assert_cmpuint (n_rows (part (dialog, "list")), ==, 2);
  g_assert_false (g_file_test (damaged, G_FILE_TEST_EXISTS));
  select_network (dialog, 1);
  gtk_widget_activate_default (GTK_WIDGET (dialog));
  wait_for (window, is_open_again, "the network");
  g_assert_null (find_dialog ());
  g_assert_null (ipl_window_get_message (window));
  {
    g_autofree char *opened = network_of (window);

    g_assert_cmpstr (opened, ==, first);
  }
}

int
main (int argc, char *argv[])
{
  int status;

  training_init (&argc, &argv);
  g_test_add_func ("/networks/none", test_none);
  g_test_add_func ("/networks/open-and-delete", test_open_and_delete);
  status = fixture_run ();
  training_end ();
  return status;
}
