/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/story/story.h"

char *ipl_story_to_json (const IplStory *self);
const IplStory *ipl_story_from_json (const char *json, GError **error);
gboolean ipl_story_save (const IplStory *self, const char *path, GError **error);
const IplStory *ipl_story_load (const char *path, GError **error);

/* A story that comes with the program. */
typedef struct
{
  const char *id;    /* its name on the command line and in actions */
  const char *label; /* its item in menus, with an underscore before the letter that chooses it */
} IplShippedStory;

const IplShippedStory *ipl_shipped_stories (guint *n);
const IplStory *ipl_shipped_story_load (const char *id, GError **error);
const IplStory *ipl_story_open (const char *name, GError **error);
