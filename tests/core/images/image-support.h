/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/images/image-set.h"
#include "folder.h"

/* [height x width] grey levels as a PNG; free with g_free(). */
guint8 *test_png (const guint8 *pixels, guint height, guint width, gsize *n);
/* The same with one of libpng's formats. */
guint8 *test_png_of (guint format, const guint8 *pixels, guint height, guint width, gsize *n);

/* An IDX file: type and dimensions as given, then @n bytes. */
GBytes *test_idx (guint8 type, guint n_dimensions, const guint32 *shape, gconstpointer data,
                  gsize n);
GBytes *test_gzip (GBytes *bytes);
/* Writes @bytes, which it frees, into a folder and returns their path. */
char *test_put_bytes (const char *folder, const char *name, GBytes *bytes);
/* Writes @n images [side x side] and their labels; returns the path of the images. */
char *test_put_idx (const char *name, guint n, guint side, const guint8 *pixels,
                    const guint8 *labels);

/* A set of noise: classes of @n_drawings each, alphabets of @n_characters each. */
IplImageSet *test_noise_set (guint n_alphabets, guint n_characters, guint n_drawings, guint height,
                             guint width, guint32 seed);

guint32 test_checksum (gconstpointer bytes, gsize n);
