/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/story/story.h"

G_BEGIN_DECLS

char *ipl_story_to_json (const IplStory *self);
const IplStory *ipl_story_from_json (const char *json, GError **error);
gboolean ipl_story_save (const IplStory *self, const char *path, GError **error);
const IplStory *ipl_story_load (const char *path, GError **error);

G_END_DECLS
