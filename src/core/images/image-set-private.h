/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/images/image-set.h"
#include <gio/gio.h>
#include <sys/stat.h>

/* Larger images are not characters and would exhaust the memory. */
#define IPL_IMAGE_MAX_SIDE 1024

/* An empty set, owned and filled by its maker until it is shared. */
IplImageSet *ipl_image_set_alloc (const char *name);
void ipl_image_set_note (IplImageSet *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Allocates the pixels of @count images; fails with a sentence if memory is short. */
gboolean ipl_image_set_alloc_pixels (IplImageSet *self, gsize count, guint height, guint width,
                                     GError **error);
void ipl_image_set_add_alphabet (IplImageSet *self, const char *name);
void ipl_image_set_add_class (IplImageSet *self, const char *name);
void ipl_image_set_measure (const IplImageSet *self, double *mean, double *sd);

/* The normalizations of THEORY.md section 8. */
#define IPL_OMNIGLOT_MEAN 0.922
#define IPL_OMNIGLOT_SD 0.084
#define IPL_MNIST_MEAN 0.1307
#define IPL_MNIST_SD 0.3081
#define IPL_FASHION_MEAN 0.286
#define IPL_FASHION_SD 0.353

IplImageSet *ipl_image_set_load_zips (const char *const *paths, GCancellable *cancellable,
                                      GError **error);

guint ipl_idx_dimensions (const guint8 *magic); /* [4] */
IplImageSet *ipl_image_set_load_idx (const char *images_path, const char *labels_path,
                                     GCancellable *cancellable, GError **error);

gboolean ipl_png_strip (guint8 *bytes, gsize *n, char **why);
gboolean ipl_png_size (const guint8 *bytes, gsize n, guint *height, guint *width, char **why);
gboolean ipl_png_decode (const guint8 *bytes, gsize n, guint height, guint width, guint8 *pixels,
                         char **why);

/* A descriptor of a regular file that is not empty, or -1 with a sentence. */
int ipl_image_file_open (const char *path, struct stat *status, GError **error);
