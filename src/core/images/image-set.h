/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * IplImageSet:
 * @name: what the set is called: "Omniglot", "MNIST", "Fashion-MNIST", "glyphs" or the file's name
 * @count: number of images
 * @height: rows of every image
 * @width: columns of every image
 * @pixels: [count x height x width] row-major gray levels as the files have them, 0 black and 255
 *   white; images of one class stand together, in the files' order
 * @n_classes: number of classes (characters, digits)
 * @class_names: [n_classes + 1] %NULL-terminated: "character01" or "7"
 * @class_first: [n_classes + 1] where the images of a class begin; the last is @count
 * @class_alphabet: [n_classes] which alphabet a class belongs to, not falling
 * @n_alphabets: number of alphabets (groups of classes)
 * @alphabet_names: [n_alphabets + 1] %NULL-terminated, no two the same
 * @alphabet_first: [n_alphabets + 1] where the classes of an alphabet begin; the last is @n_classes
 * @mean: mean of the normalization, of pixels in [0, 1]
 * @sd: standard deviation of the normalization
 * @notes: sentences on what was recognized, mapped or left out while reading, in order
 *
 * Gray images in classes, and classes in alphabets. Immutable once made, so it can be read from
 * several threads; reference-counted.
 */
typedef struct
{
  char *name;
  gsize count;
  guint height;
  guint width;
  guint8 *pixels;
  guint n_classes;
  char **class_names;
  gsize *class_first;
  guint *class_alphabet;
  guint n_alphabets;
  char **alphabet_names;
  guint *alphabet_first;
  double mean;
  double sd;
  GPtrArray *notes;
  /*< private >*/
  gatomicrefcount ref_count;
} IplImageSet;

IplImageSet *ipl_image_set_ref (IplImageSet *self);
void ipl_image_set_unref (IplImageSet *self);
const guint8 *ipl_image_set_pixels (const IplImageSet *self, gsize image); /* [height x width] */
guint ipl_image_set_class_of (const IplImageSet *self, gsize image);

/* image-split.c. Alphabets held out for test: names as in alphabet_names, %NULL-terminated. */
char **ipl_image_set_default_holdout (const IplImageSet *self);
gboolean ipl_image_set_split (const IplImageSet *self, const char *const *holdout, GArray **train,
                              GArray **held_out, GError **error);
gboolean ipl_image_set_has_paper_split (const IplImageSet *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplImageSet, ipl_image_set_unref)

G_END_DECLS
