/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images that are opened: archives of drawings, IDX files; networks. */
#include "app/base/widget-helpers.h"
#include "app/panels/panel-view.h"
#include "core/parameters/parameters.h"
#include "figures/panels/panel-table.h"
#include <glib/gstdio.h>
#include <string.h>

#include "images/image-support.h"
#include "files/npz-support.h"
#include "training-support.h"

#define SIDE 20

/* A small archive like Omniglot's: alphabets of two characters with three drawings each. */
static char *
make_zip (const char *name, const char *const *alphabets)
{
  NpzBuilder *builder = npz_builder_new ();
  GRand *rand = g_rand_new_with_seed (7);
  g_autofree char *made = NULL;
  char *path = in_folder (name);

  for (guint a = 0; alphabets[a] != NULL; a++)
    for (guint c = 1; c <= 2; c++)
      for (guint d = 1; d <= 3; d++)
        {
          guint8 pixels[SIDE * SIDE];
          g_autofree char *member = g_strdup_printf (
              "images_background/%s/character%02u/%04u_%02u.png", alphabets[a], c, 10 * a + c, d);
          g_autofree guint8 *png = NULL;
          gsize n;

          for (guint i = 0; i < sizeof pixels; i++)
            pixels[i] = g_rand_boolean (rand) ? 255 : 0;
          png = test_png (pixels, SIDE, SIDE, &n);
          npz_builder_member (builder, member, png, n);
        }
  g_rand_free (rand);
  made = npz_builder_finish (builder);
  /* The folders may be on different file systems. */
  {
    g_autofree char *bytes = NULL;
    gsize n;

    g_assert_true (g_file_get_contents (made, &bytes, &n, NULL));
    g_assert_true (g_file_set_contents (path, bytes, (gssize)n, NULL));
  }
  g_unlink (made);
  return path;
}

/* Ten digits of noise, and their labels beside them under the usual names. */
static char *
make_idx (void)
{
  const guint32 shape[] = { 20, 8, 8 };
  guint8 pixels[20 * 8 * 8], labels[20];
  g_autoptr (GBytes) images = NULL;
  g_autoptr (GBytes) packed = NULL;
  g_autoptr (GBytes) numbers = NULL;
  g_autofree char *labels_path = NULL;
  gsize n;
  gconstpointer data;

  for (guint i = 0; i < sizeof pixels; i++)
    pixels[i] = (guint8)(i * 37 % 256);
  for (guint i = 0; i < 20; i++)
    labels[i] = (guint8)(i % 2);
  images = test_idx (8, 3, shape, pixels, sizeof pixels);
  packed = test_gzip (images);
  numbers = test_idx (8, 1, shape, labels, sizeof labels);
  data = g_bytes_get_data (numbers, &n);
  labels_path = test_put (folder, "t10k-labels-idx1-ubyte", data, n);
  data = g_bytes_get_data (packed, &n);
  return test_put (folder, "t10k-images-idx3-ubyte.gz", data, n);
}

/* The tiny task's sizes, on whatever images there are. */
static void
make_small (IplWindow *window)
{
  IplParameters parameters = *parameters_of (window);
  IplParameters tiny;

  make_tiny (&tiny);
  ipl_parameters_edit_trainable (&parameters)->task.n_train
      = ipl_parameters_edit_trainable (&tiny)->task.n_train;
  ipl_parameters_edit_trainable (&parameters)->task.n_test
      = ipl_parameters_edit_trainable (&tiny)->task.n_test;
  ipl_parameters_edit_trainable (&parameters)->training
      = ipl_parameters_edit_trainable (&tiny)->training;
  parameters.n_widths = 1;
  parameters.n_temperatures = 0;
  memset (parameters.temperatures, 0, sizeof parameters.temperatures);
  change (window, &parameters);
}

/* Notes on what was read are no errors. */
static void
assert_no_error (IplWindow *window)
{
  const char *text = ipl_window_get_message (window);

  if (text != NULL)
    g_assert_true (strstr (text, "before training") != NULL
                   || strstr (text, "comes with the program") != NULL);
}

WINDOW_TEST (test_archives, "/images/archives")
{
  static const char *first[] = { "Korean", "Greek", "Latin", NULL };
  static const char *second[] = { "Tagalog", "Gujarati", NULL };
  IplDocument *document = document_of (window);
  g_autofree char *a = make_zip ("first.zip", first);
  g_autofree char *b = make_zip ("second.zip", second);
  const char *both[] = { a, b, NULL };
  const IplHeadResult *heads;

  g_assert_true (drop_all (window, both));
  wait_until (ipl_document_get_opening (document_of (window)) == NULL);
  assert_no_error (window);
  make_small (window);
  wait_for (window, is_solved, "the theory");
  wait_for_sequences (window, 0);
  g_assert_cmpstr (ipl_document_get_parameters (document)->experiment->id, ==, "images");
  g_assert_nonnull (strstr (title_of (window), "first.zip + 1"));
  heads = ipl_document_get_result (document, "heads");
  g_assert_cmpuint (heads->task->set->n_alphabets, ==, 5);
  /* Alphabets held out by hand; the change is a step of undo. */
  {
    IplParameters parameters = *ipl_document_get_parameters (document);

    ipl_parameters_edit_trainable (&parameters)->task.holdout = "Korean,Greek";
    change_and_wait (window, &parameters);
    assert_no_error (window);
    act_and_wait (window, "undo", NULL);
    g_assert_cmpstr (
        ipl_parameters_get_trainable (ipl_document_get_parameters (document))->task.holdout, ==,
        "");
  }
}

/* Both test sets are in the menu of a panel that is about one. */
static void
assert_test_menu (IplWindow *window)
{
  GtkWidget *area = GTK_WIDGET (ipl_window_get_area (window, &ipl_panel_heads));
  GtkWidget *panel = gtk_widget_get_ancestor (area, IPL_TYPE_PANEL_VIEW);
  GMenuModel *menu = ipl_menu_button_get_menu (part (panel, "test_button"));

  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 2);
  for (int k = 0; k < 2; k++)
    {
      int target = -1;

      g_assert_true (
          g_menu_model_get_item_attribute (menu, k, G_MENU_ATTRIBUTE_TARGET, "i", &target));
      g_assert_cmpint (target, ==, k);
    }
}

NEXT_TEST (test_test_sets, "/images/test-sets")
{
  IplDocument *document = document_of (window);
  g_autofree char *images = make_idx ();
  const char *paths[] = { images, NULL };

  open_tiny (window);
  g_assert_true (drop_all (window, paths));
  wait_until (ipl_document_get_opening (document_of (window)) == NULL);
  assert_no_error (window);
  wait_for (window, is_solved, "the theory");
  g_assert_cmpuint (current (window)->the_case->n_tests, ==, 2);
  g_assert_cmpstr (
      ipl_parameters_get_trainable (ipl_document_get_parameters (document))->task.extras[0], ==,
      images);
  /* The heads on the digits, from the first of them on. */
  g_assert_true (ipl_document_page_examples (document, 1, FALSE));
  g_assert_true (ipl_document_page_examples (document, -1, TRUE));
  ipl_document_set_test (document, 1);
  g_assert_false (ipl_document_page_examples (document, -1, TRUE));
  wait_for (window, has_resolved_heads, "the heads");
  g_assert_cmpuint (
      ((const IplHeadResult *)ipl_document_get_result (document, "heads"))->heads->test, ==, 1);
  g_assert_cmpuint (
      ((const IplHeadResult *)ipl_document_get_result (document, "heads"))->gallery->test, ==, 1);
  assert_test_menu (window);
  act_and_wait (window, "undo", NULL);
  g_assert_cmpuint (current (window)->the_case->n_tests, ==, 1);
  /* Where there is no one-shot task, the glyphs get them. */
  reset (window);
  ipl_window_open_path (window, images);
  g_assert_nonnull (ipl_document_get_opening (document));
  if (SLOWER == 1)
    {
      wait_until (ipl_document_get_opening (document_of (window)) == NULL);
      g_assert_cmpstr (ipl_document_get_parameters (document)->experiment->id, ==, "glyphs");
    }
  act_and_wait (window, "open-example", "hmc4");
}

/* A network whose drawings are not where they were is opened together with them. */
NEXT_TEST (test_moved, "/images/moved")
{
  static const char *alphabets[] = { "Korean", "Greek", "Latin", NULL };
  IplDocument *document = document_of (window);
  g_autofree char *zip = make_zip ("drawings.zip", alphabets);
  g_autofree char *saved = in_folder ("of-drawings.safetensors");
  g_autofree char *elsewhere = in_folder ("elsewhere");
  g_autofree char *moved = g_build_filename (elsewhere, "drawings.zip", NULL);
  const char *both[] = { saved, moved, NULL };

  open_tiny (window);
  ipl_window_open_path (window, zip);
  make_small (window);
  wait_until (ipl_document_get_opening (document_of (window)) == NULL);
  make_small (window);
  train_tiny (window, 20);
  ipl_window_show_status (window, "");
  ipl_window_save_to (window, IPL_SAVE_NETWORK, saved);
  wait_until_saved (window);
  reset (window);
  g_assert_cmpint (g_mkdir (elsewhere, 0700), ==, 0);
  g_assert_cmpint (g_rename (zip, moved), ==, 0);
  ipl_one_shot_task_forget ();
  ipl_window_open_path (window, saved);
  wait_for (window, has_message, "a sentence");
  assert_message (window, "drawings.zip");
  wait_for (window, is_solved, "what was there before");
  g_assert_true (drop_all (window, both));
  wait_until (ipl_document_get_opening (document_of (window)) == NULL);
  assert_no_error (window);
  make_small (window);
  wait_for (window, is_solved, "the theory");
  g_assert_cmpstr (
      ipl_parameters_get_trainable (ipl_document_get_parameters (document))->task.files[0], ==,
      moved);
  g_assert_nonnull (current (window)->the_case->trained);
  /* And it goes on. */
  act (window, "go-on-training", NULL);
  wait_for (window, has_stopped_training, "the end of training");
  g_assert_null (ipl_document_get_train_result (document)->error);
  g_assert_cmpuint (ipl_document_get_train_result (document)->step, >, 20);
  wait_for (window, is_solved, "the theory");
  g_unlink (moved);
  g_rmdir (elsewhere);
}
