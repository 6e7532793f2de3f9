/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

/**
 * IplWebImages:
 *
 * The pictures of matrices in a page's drawings, each light and dark. They are kept as what they
 * are made from, numbers of colours, so that both versions are the same numbers; of a symmetric
 * matrix half of them, and of a matrix and its transpose those of one.
 */
typedef struct _IplWebImages IplWebImages;

IplWebImages *ipl_web_images_new (void);
void ipl_web_images_free (IplWebImages *self);
int ipl_web_images_add (IplWebImages *self, const char *light, const char *dark);
void ipl_web_images_write (IplWebImages *self, JsonBuilder *json, GByteArray *pixels);

void ipl_web_write_list (JsonBuilder *json, const guint *values, guint n);
