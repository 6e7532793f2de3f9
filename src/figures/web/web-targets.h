/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/web/web-drawing.h"

/* More things than these are not hovered in a page: each is drawn highlighted at each width. */
#define IPL_WEB_MOST_TARGETS 1200

/**
 * IplWebTargets:
 *
 * The things that can be hovered in some figures of a page, by number from 1; 0 is nothing.
 */
typedef struct _IplWebTargets IplWebTargets;

IplWebTargets *ipl_web_targets_new (void);
void ipl_web_targets_free (IplWebTargets *self);
gboolean ipl_web_targets_is_full (const IplWebTargets *self);
guint ipl_web_targets_n (const IplWebTargets *self);
const IplTarget *ipl_web_targets_get (const IplWebTargets *self, guint number,
                                      const IplPanel **panel);
guint ipl_web_targets_find (const IplWebTargets *self, const IplTarget *target);
char *ipl_web_targets_map (IplWebTargets *self, const IplWebDrawing *drawing);
void ipl_web_targets_walk (IplWebTargets *self, const IplWebDrawing *drawing);
char *ipl_web_targets_steps (const IplWebTargets *self, const IplWebDrawing *drawing, guint part);

/* A place of a map is so many points wide and high. */
#define IPL_WEB_GRID 1.5
