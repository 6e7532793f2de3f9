/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Gray images in classes, and classes in alphabets. Immutable after construction, so threads can
 * share it; reference-counted. */
typedef struct
{
  /* name of the set: "Omniglot", "MNIST", "Fashion-MNIST", "glyphs" or the file's name */
  char *name;
  gsize count;  /* number of images */
  guint height; /* rows of every image */
  guint width;  /* columns of every image */
  /* [count x height x width] row-major gray levels of the files, 0 black and 255 white; images
   * of a class are contiguous, in the order of the files */
  guint8 *pixels;
  guint n_classes;       /* number of classes (characters, digits) */
  char **class_names;    /* [n_classes + 1] %NULL-terminated: "character01" or "7" */
  gsize *class_first;    /* [n_classes + 1] first image of each class; the last entry is @count */
  guint *class_alphabet; /* [n_classes] alphabet of each class, non-decreasing */
  guint n_alphabets;     /* number of alphabets (groups of classes) */
  char **alphabet_names; /* [n_alphabets + 1] %NULL-terminated, all different */
  /* [n_alphabets + 1] first class of each alphabet; the last entry is @n_classes */
  guint *alphabet_first;
  double mean; /* mean of the normalization, of pixels in [0, 1] */
  double sd;   /* standard deviation of the normalization */
  /* sentences about recognized, mapped or omitted parts, in reading order */
  GPtrArray *notes;
  /*< private >*/
  gatomicrefcount ref_count;
} IplImageSet;

IplImageSet *ipl_image_set_ref (IplImageSet *self);
void ipl_image_set_unref (IplImageSet *self);
const guint8 *ipl_image_set_pixels (const IplImageSet *self, gsize image); /* [height x width] */

/* image-idx.c. The file of labels of a file of images, or the other way round. */
char *ipl_idx_find_companion (const char *path, gboolean labels, GError **error);

/* image-split.c. Alphabets held out for test: names as in alphabet_names, %NULL-terminated. */
char **ipl_image_set_default_holdout (const IplImageSet *self);
gboolean ipl_image_set_split (const IplImageSet *self, const char *const *holdout, GArray **train,
                              GArray **held_out, GError **error);
gboolean ipl_image_set_has_paper_split (const IplImageSet *self);

/* The kind of a file, judged by its contents. */
typedef enum
{
  IPL_IMAGE_FILE_OTHER,      /* other files */
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
