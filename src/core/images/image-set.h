/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Gray images in classes, and classes in alphabets. Immutable once made, so it can be read from
 * several threads; reference-counted. */
typedef struct
{
  /* what the set is called: "Omniglot", "MNIST", "Fashion-MNIST", "glyphs" or the file's name */
  char *name;
  gsize count;  /* number of images */
  guint height; /* rows of every image */
  guint width;  /* columns of every image */
  /* [count x height x width] row-major gray levels as the files have them, 0 black and 255 white;
   * images of one class stand together, in the files' order */
  guint8 *pixels;
  guint n_classes;       /* number of classes (characters, digits) */
  char **class_names;    /* [n_classes + 1] %NULL-terminated: "character01" or "7" */
  gsize *class_first;    /* [n_classes + 1] where the images of a class begin; the last is @count */
  guint *class_alphabet; /* [n_classes] which alphabet a class belongs to, not falling */
  guint n_alphabets;     /* number of alphabets (groups of classes) */
  char **alphabet_names; /* [n_alphabets + 1] %NULL-terminated, no two the same */
  /* [n_alphabets + 1] where the classes of an alphabet begin; the last is @n_classes */
  guint *alphabet_first;
  double mean; /* mean of the normalization, of pixels in [0, 1] */
  double sd;   /* standard deviation of the normalization */
  /* sentences on what was recognized, mapped or left out while reading, in order */
  GPtrArray *notes;
  /*< private >*/
  gatomicrefcount ref_count;
} IplImageSet;

IplImageSet *ipl_image_set_ref (IplImageSet *self);
void ipl_image_set_unref (IplImageSet *self);
const guint8 *ipl_image_set_pixels (const IplImageSet *self, gsize image); /* [height x width] */

/* image-idx.c. The file that goes with one of images or labels. */
char *ipl_idx_find_beside (const char *path, gboolean labels, GError **error);

/* image-split.c. Alphabets held out for test: names as in alphabet_names, %NULL-terminated. */
char **ipl_image_set_default_holdout (const IplImageSet *self);
gboolean ipl_image_set_split (const IplImageSet *self, const char *const *holdout, GArray **train,
                              GArray **held_out, GError **error);
gboolean ipl_image_set_has_paper_split (const IplImageSet *self);

/* The kind of a file, judged by its contents. */
typedef enum
{
  IPL_IMAGE_FILE_OTHER,      /* none of these */
  IPL_IMAGE_FILE_ZIP,        /* a zip that holds PNG images */
  IPL_IMAGE_FILE_IDX_IMAGES, /* an IDX file of images, gzipped or not */
  IPL_IMAGE_FILE_IDX_LABELS, /* an IDX file of labels, gzipped or not */
} IplImageFileKind;

/* image-set-load.c */
IplImageFileKind ipl_image_file_kind (const char *path);
char *ipl_image_file_companion (const char *path);
IplImageSet *ipl_image_set_load (const char *const *paths, GCancellable *cancellable,
                                 GError **error);

void ipl_image_resize (const guint8 *from, guint height, guint width, guint8 *to, guint to_height,
                       guint to_width);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplImageSet, ipl_image_set_unref)
