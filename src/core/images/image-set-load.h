/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/images/image-set.h"

G_BEGIN_DECLS

/**
 * IplImageFileKind:
 * @IPL_IMAGE_FILE_OTHER: none of these
 * @IPL_IMAGE_FILE_ZIP: a zip that holds PNG images
 * @IPL_IMAGE_FILE_IDX_IMAGES: an IDX file of images, gzipped or not
 * @IPL_IMAGE_FILE_IDX_LABELS: an IDX file of labels, gzipped or not
 *
 * What a file holds, judged by its contents.
 */
typedef enum
{
  IPL_IMAGE_FILE_OTHER,
  IPL_IMAGE_FILE_ZIP,
  IPL_IMAGE_FILE_IDX_IMAGES,
  IPL_IMAGE_FILE_IDX_LABELS,
} IplImageFileKind;

IplImageFileKind ipl_image_file_kind (const char *path);
char *ipl_image_file_companion (const char *path);

IplImageSet *ipl_image_set_load (const char *const *paths, GCancellable *cancellable,
                                 GError **error);

G_END_DECLS
