/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

/**
 * IplWebStrings:
 *
 * The texts of a page, each in two versions, light and dark: drawings, what is highlighted, words,
 * tables. Texts are split into pieces at tags, lines and colours, and a page holds each piece once:
 * the same figure at another width, or in other colours, has most pieces in common. A piece that
 * differs between the versions is a pair, so that both are one list of pieces.
 */
typedef struct _IplWebStrings IplWebStrings;

IplWebStrings *ipl_web_strings_new (void);
void ipl_web_strings_free (IplWebStrings *self);
guint ipl_web_strings_add (IplWebStrings *self, const char *light, const char *dark);
void ipl_web_strings_write (IplWebStrings *self, JsonBuilder *json, GByteArray *pixels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplWebStrings, ipl_web_strings_free)
