/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/image-task.h"

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/files/pickle-file.h"
#include "core/images/image-set.h"
#include "core/tasks/one-shot.h"
#include <string.h>

/* The authors' sizes (THEORY.md section 8). */
#define N_TRAIN 600
#define N_TEST 1000

/* The program's own glyphs, 600 sequences to train the theory on and 1000 to test it. Turned
 * characters are trained on: held-out alphabets gain several hundredths from them. */
void
ipl_image_task_init (IplImageTask *self)
{
  memset (self, 0, sizeof *self);
  for (guint i = 0; i < IPL_IMAGE_TASK_FILES; i++)
    self->files[i] = "";
  for (guint i = 0; i < IPL_IMAGE_TASK_EXTRAS; i++)
    self->extras[i] = "";
  self->holdout = "";
  ipl_glyphs_init (&self->glyphs);
  self->seed = 1;
  self->shots = 2;
  self->rotate = TRUE;
  self->n_train = N_TRAIN;
  self->n_test = N_TEST;
}

gboolean
ipl_image_task_same_training (const IplImageTask *a, const IplImageTask *b)
{
  for (guint i = 0; i < IPL_IMAGE_TASK_FILES; i++)
    if (strcmp (a->files[i], b->files[i]) != 0)
      return FALSE;
  return (a->files[0][0] != '\0' || ipl_glyphs_equal (&a->glyphs, &b->glyphs))
         && strcmp (a->holdout, b->holdout) == 0 && a->seed == b->seed && a->shots == b->shots
         && !a->within_alphabet == !b->within_alphabet && !a->rotate == !b->rotate;
}

/* TRUE if both are the same. */
gboolean
ipl_image_task_equal (const IplImageTask *a, const IplImageTask *b)
{
  for (guint i = 0; i < IPL_IMAGE_TASK_EXTRAS; i++)
    if (strcmp (a->extras[i], b->extras[i]) != 0)
      return FALSE;
  return ipl_image_task_same_training (a, b) && ipl_glyphs_equal (&a->glyphs, &b->glyphs)
         && a->n_train == b->n_train && a->n_test == b->n_test;
}

static gboolean
check_count (const char *what, guint value, GError **error)
{
  if (value >= 2 && value <= IPL_IMAGE_TASK_MAX_SEQUENCES)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE, "%s must be a whole number from 2 to %d, not %u.", what,
                   IPL_IMAGE_TASK_MAX_SEQUENCES, value);
}

/* Checks the values without the contents of files, which their readers check. */
gboolean
ipl_image_task_validate (const IplImageTask *self, GError **error)
{
  return ipl_error_check (self->shots >= 2 && self->shots <= IPL_ONE_SHOT_MAX_SHOTS,
                          "A sequence has 2 to 10 shots, an image of each of as many classes.",
                          error)
         && check_count ("The number of training sequences", self->n_train, error)
         && check_count ("The number of test sequences", self->n_test, error)
         && (self->files[0][0] != '\0' || ipl_glyphs_validate (&self->glyphs, error));
}

/* Puts a path into the first free place. */
static gboolean
add (const char **places, guint n, const char *path, const char *what, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *shown = ipl_file_shown (path);

  for (guint i = 0; i < n; i++)
    {
      if (strcmp (places[i], absolute) == 0)
        return ipl_fail (error, IPL_ERROR_VALUE, "“%s” is there already.", shown);
      if (places[i][0] == '\0')
        {
          places[i] = g_intern_string (absolute);
          return TRUE;
        }
    }
  return ipl_fail (error, IPL_ERROR_VALUE, "“%s” is one too many: there can be %u %s.", shown, n,
                   what);
}

static gboolean
check_kind (const char *path, gboolean labels_too, GError **error)
{
  IplImageFileKind kind = ipl_image_file_kind (path);
  g_autofree char *shown = ipl_file_shown (path);

  if (kind == IPL_IMAGE_FILE_ZIP || kind == IPL_IMAGE_FILE_IDX_IMAGES
      || (labels_too && kind == IPL_IMAGE_FILE_IDX_LABELS))
    return TRUE;
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_set_error (error, IPL_ERROR, IPL_ERROR_IO, "There is no file “%s”.", shown);
  else if (kind == IPL_IMAGE_FILE_IDX_LABELS)
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                 "“%s” holds the labels of images: give the file of the images, and the labels are "
                 "found beside it.",
                 shown);
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                 "“%s” is neither a zip of drawings like Omniglot's images_background.zip nor an "
                 "IDX file like MNIST's, or it is damaged.",
                 shown);
  ipl_pickle_file_explain (path, IPL_PICKLE_INTO_ARRAYS, error);
  return FALSE;
}

/* Adds a file to the image files of the task. */
gboolean
ipl_image_task_add_file (IplImageTask *self, const char *path, GError **error)
{
  return check_kind (path, TRUE, error)
         && add (self->files, IPL_IMAGE_TASK_FILES, path, "files of one set", error);
}

/* Adds a further test set, out of distribution. */
gboolean
ipl_image_task_add_extra (IplImageTask *self, const char *path, GError **error)
{
  return check_kind (path, FALSE, error)
         && add (self->extras, IPL_IMAGE_TASK_EXTRAS, path, "further test sets", error);
}

/* A short description with the distinguishing values, e.g. "one-shot
 * images_background_small1.zip, held out Korean, seed 1". */
char *
ipl_image_task_describe (const IplImageTask *self)
{
  GString *text = g_string_new ("one-shot ");

  for (guint i = 0; i < IPL_IMAGE_TASK_FILES && self->files[i][0] != '\0'; i++)
    {
      g_autofree char *shown = ipl_file_shown (self->files[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? " + " : "", shown);
    }
  if (self->files[0][0] == '\0')
    g_string_append_printf (text, "glyphs (%u alphabets of %u)", self->glyphs.n_alphabets,
                            self->glyphs.n_characters);
  if (self->holdout[0] != '\0')
    g_string_append_printf (text, ", held out %s", self->holdout);
  if (self->shots > 2)
    g_string_append_printf (text, ", %u shots", self->shots);
  if (self->within_alphabet)
    g_string_append (text, ", within alphabets");
  if (!self->rotate)
    g_string_append (text, ", not turned");
  g_string_append_printf (text, ", seed %" G_GUINT64_FORMAT, self->seed);
  return g_string_free (text, FALSE);
}
