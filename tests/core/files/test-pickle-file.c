/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of PyTorch and pickles, by their contents and by their names: recognized by every reader,
 * never taken for what they are not. */
#include <glib/gstdio.h>
#include <string.h>

#include "files/npz-support.h"

#include "core/checkpoints/checkpoints.h"
#include "core/files/npz.h"
#include "core/files/pickle-file.h"
#include "core/files/safetensors.h"
#include "core/images/image-set.h"
#include "core/text/text-corpus.h"
#include "support.h"

/* As torch.save writes it: a folder with the pickle and the numbers. */
static char *
save_torch (const char *name, const char *pickle_name)
{
  NpzBuilder *builder = npz_builder_new ();
  char *path = test_path (name);
  char *built;

  npz_builder_member (builder, pickle_name, "\x80\x02}q.", 5);
  npz_builder_member (builder, "archive/data/0", "\0\0\0\0", 4);
  npz_builder_member (builder, "archive/version", "3\n", 2);
  built = npz_builder_finish (builder);
  g_assert_cmpint (g_rename (built, path), ==, 0);
  g_free (built);
  return path;
}

#define LEGACY                                                                                     \
  "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19\x2e\x80\x02M\xe9\x03.\x80\x02}q."

static void
check_kind (char *path, IplPickle kind)
{
  if (ipl_pickle_file_kind (path) != kind)
    g_error ("%s is taken for %u", path, ipl_pickle_file_kind (path));
  g_unlink (path);
  g_free (path);
}

#define SAVED(name, bytes) test_put (test_folder (), name, bytes, sizeof bytes - 1)

TEST (test_kinds, "/pickle-file/kinds")
{
  NpzBuilder *builder = npz_builder_new ();
  g_autofree char *many = g_malloc0 (1000000);

  check_kind (save_torch ("a.pt", "archive/data.pkl"), IPL_PICKLE_TORCH);
  check_kind (save_torch ("renamed.npz", "data.pkl"), IPL_PICKLE_TORCH);
  check_kind (save_torch ("other.zip", "archive/mydata.pkl"), IPL_PICKLE_NONE);
  check_kind (SAVED ("old.pth", LEGACY), IPL_PICKLE_TORCH);
  check_kind (SAVED ("p2.pkl", "\x80\x02}q\x00X\x01\x00\x00\x00"
                               "aK\x01s."),
              IPL_PICKLE_PYTHON);
  check_kind (SAVED ("p4.pkl", "\x80\x04\x95\x0a\x00\x00\x00\x00\x00\x00\x00}K\x01s."),
              IPL_PICKLE_PYTHON);
  check_kind (SAVED ("cut.pkl", "\x80\x04\x95\x0a\x00\x00\x00\x00\x00\x00\x00}K\x01"),
              IPL_PICKLE_NONE);
  /* The header of a safetensors file may begin like a pickle. */
  check_kind (SAVED ("a.safetensors", "\x80\x02\x00\x00\x00\x00\x00\x00{\"."), IPL_PICKLE_NONE);
  check_kind (SAVED ("short", "\x80\x02."), IPL_PICKLE_NONE);
  check_kind (SAVED ("empty", ""), IPL_PICKLE_NONE);
  check_kind (SAVED ("text", "a text about pickles."), IPL_PICKLE_NONE);
  check_kind (SAVED ("half", "PK\x03\x04 archive/data.pkl"), IPL_PICKLE_NONE);
  check_kind (test_put (test_folder (), "zeros", many, 1000000), IPL_PICKLE_NONE);
  check_kind (test_path ("nowhere"), IPL_PICKLE_NONE);
  g_assert_cmpint (ipl_pickle_file_kind (test_folder ()), ==, IPL_PICKLE_NONE);
  npz_builder_add (builder, "x[2]");
  npz_builder_member (builder, "data.pkl", "\x80\x02.", 3);
  check_kind (npz_builder_finish (builder), IPL_PICKLE_NONE);
}

TEST (test_names, "/pickle-file/names")
{
  static const char *const called[] = { "a.pt", "a.PTH", "b.ckpt", "pytorch_model.bin", "x.pkl" };
  static const char *const others[] = { "a.npz", "pt", "a.pt.npz", "a.safetensors", "binary" };

  for (guint i = 0; i < G_N_ELEMENTS (called); i++)
    g_assert_true (ipl_pickle_file_is_called (called[i]));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (ipl_pickle_file_is_called (others[i]));
}

/* What every reader says of one file. */
static void
check_readers (const char *path, const char *word)
{
  const char *paths[] = { path, NULL };
  const IplTextOptions options = { .vocabulary = 100, .validation = 0.1 };

  TEST_REFUSED (ipl_npz_open (path, NULL, &error), IPL_ERROR_FORMAT, word, ".npz");
  TEST_REFUSED (ipl_npz_read (path, NULL, &error), IPL_ERROR_FORMAT, word);
  TEST_REFUSED (ipl_safetensors_read (path, NULL, &error), IPL_ERROR_FORMAT, word, "save");
  TEST_REFUSED (ipl_image_set_load (paths, NULL, &error), IPL_ERROR_FORMAT, word);
  TEST_REFUSED (ipl_text_corpus_load (path, &options, NULL, &error), IPL_ERROR_FORMAT, word);
  g_assert_null (ipl_npz_open (path, NULL, NULL));
}

TEST (test_readers, "/pickle-file/readers")
{
  g_autofree char *torch = save_torch ("model.pt", "archive/data.pkl");
  g_autofree char *disguised = save_torch ("model.npz", "archive/data.pkl");
  g_autofree char *old = SAVED ("old.safetensors", LEGACY);
  g_autofree char *pickle = SAVED ("a.pkl", "\x80\x04\x95\x0a\x00\x00\x00\x00\x00\x00\x00}K\x01s.");
  g_autofree char *damaged = SAVED ("cut.pt", "PK\x03\x04\xff\xff\xff");

  check_readers (torch, "“model.pt”");
  check_readers (disguised, "“model.npz”");
  check_readers (old, "“old.safetensors”");
  check_readers (pickle, "“a.pkl”");
  check_readers (damaged, "“cut.pt”");
}

/* The line to copy: the exporter where it is, and the file in quotes. */
TEST (test_exporter, "/pickle-file/exporter")
{
  g_autofree char *path = save_torch ("it's mine.pt", "archive/data.pkl");
  g_autofree char *quoted = g_shell_quote (path);
  g_autofree char *line = g_strdup_printf (" %s --out case.npz", quoted);
  GError *error = NULL;
  const char *from, *to;
  g_autofree char *word = NULL;
  g_autofree char *script = NULL;

  g_assert_null (ipl_npz_open (path, NULL, &error));
  from = strstr (error->message, "python3 ") + strlen ("python3 ");
  to = strstr (error->message, line);
  g_assert_nonnull (to);
  word = g_strndup (from, (gsize)(to - from));
  script = g_shell_unquote (word, NULL);
  g_assert_true (g_file_test (script, G_FILE_TEST_IS_EXECUTABLE));
  g_clear_error (&error);
}

/* Refused, and for no PyTorch file. */
static void
assert_not_explained (const char *path)
{
  GError *error = NULL;

  g_assert_null (ipl_npz_open (path, NULL, &error));
  g_assert_null (strstr (error->message, "PyTorch"));
  test_assert_error (&error, IPL_ERROR, IPL_ERROR_FORMAT, NULL);
}

/* What the readers know better stays as it is. */
TEST (test_others, "/pickle-file/others")
{
  g_autofree char *array = SAVED ("array.pt", "\x93NUMPY\x01\x00");
  g_autofree char *half = SAVED ("half.npz", "PK\x03\x04");
  g_autofree char *empty = SAVED ("empty.pt", "");
  g_autofree char *missing = test_path ("missing.pt");
  NpzBuilder *builder = npz_builder_new ();
  g_autofree char *plain = NULL;
  g_autoptr (IplNpz) npz = NULL;
  g_autoptr (GError) error = NULL;

  assert_not_explained (array);
  assert_not_explained (half);
  assert_not_explained (empty);
  g_assert_null (ipl_npz_open (missing, NULL, &error));
  test_assert_error (&error, IPL_ERROR, IPL_ERROR_IO, NULL);
  npz_builder_member (builder, "readme.txt", "nothing", 7);
  plain = npz_builder_finish (builder);
  npz = ipl_npz_open (plain, NULL, &error);
  g_unlink (plain);
  ipl_pickle_file_explain (array, IPL_PICKLE_INTO_ARRAYS, NULL);
  ipl_pickle_file_explain (array, IPL_PICKLE_INTO_ARRAYS, &error);
  g_assert_no_error (error);
}

/* A name is shown as harmless text, and never part of what is to be run. */
TEST (test_hostile_name, "/pickle-file/hostile-name")
{
  g_autofree char *path = save_torch ("a');import os\x1b[31m\n.pt", "archive/data.pkl");
  GError *error = NULL;

  g_assert_null (ipl_npz_open (path, NULL, &error));
  g_assert_null (strchr (error->message, '\x1b'));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_nonnull (strstr (error->message, "\\');import os\\x1b[31m\\x0a.pt' --out case.npz"));
  g_clear_error (&error);
}

/* A folder as Hugging Face gives it, without safetensors. */
TEST (test_model_folder, "/pickle-file/folder")
{
  g_autofree char *model = test_path ("model");
  g_autofree char *step = g_build_filename (model, "step100", NULL);
  const char *paths[] = { model, NULL };
  g_autofree char *weights = NULL;

  g_assert_cmpint (g_mkdir_with_parents (step, 0700), ==, 0);
  TEST_REFUSED (ipl_checkpoints_find (paths, &error), IPL_ERROR_MISSING, ".safetensors");
  g_free (SAVED ("model/notes.bin", "nothing of PyTorch"));
  TEST_REFUSED (ipl_checkpoints_find (paths, &error), IPL_ERROR_MISSING, ".safetensors");
  weights = save_torch ("model/step100/pytorch_model.bin", "archive/data.pkl");
  TEST_REFUSED (ipl_checkpoints_find (paths, &error), IPL_ERROR_FORMAT, "“pytorch_model.bin”",
                "save_file");
}
