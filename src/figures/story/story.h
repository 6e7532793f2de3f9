/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters-files.h"
#include "figures/panels/panel-table.h"
#include "runs/shared-parameters.h"

#define IPL_STORY_MAX_STOPS 200
#define IPL_STOP_MAX_PANELS 6
#define IPL_STOP_SECONDS 2.0 /* that the way to a stop takes, where nobody says */
#define IPL_STOP_MAX_SECONDS 60.0

/* A picture of a story. Shared, and not changed once someone else has a reference. */
typedef struct
{
  guint n_panels; /* number of @panels, at least 1 */
  /* [n_panels] what is shown, row by row as on a page of the window */
  const IplPanel *panels[IPL_STOP_MAX_PANELS];
  /* what it is shown of: width, time and ways to draw included; shared */
  const IplParameters *parameters;
  IplTarget selected;         /* what is highlighted */
  const IplPanel *emphasised; /* (nullable): one of @panels, beside which the others step back */
  char *caption;              /* what is said, plain text; empty for nothing */
  double seconds;             /* how long the way from the stop before it takes; 0 for at once */
} IplStop;

/* A story: its stops in their order, all of one experiment or file, or of several experiments.
 * Shared and never changed: a change makes another story, which shares most of its stops. */
typedef struct
{
  char *title; /* what it is called, plain text */
  /* the experiment or case file that it is of, at which it sets out; shared */
  const IplParameters *settings;
  GPtrArray *stops; /* (element-type IplStop): in their order */
} IplStory;

IplStop *ipl_stop_new (const IplParameters *parameters);
IplStop *ipl_stop_copy (const IplStop *self);
const IplStop *ipl_stop_ref (const IplStop *self);
void ipl_stop_unref (const IplStop *self);
void ipl_stop_set_caption (IplStop *self, const char *caption);
void ipl_stop_set_parameters (IplStop *self, const IplParameters *parameters);
gboolean ipl_stop_has_panel (const IplStop *self, const IplPanel *panel);
gboolean ipl_stop_looks_like (const IplStop *self, const IplStop *other);

const IplStory *ipl_story_new (const char *title, const IplParameters *settings);
const IplStory *ipl_story_ref (const IplStory *self);
void ipl_story_unref (const IplStory *self);
guint ipl_story_n_stops (const IplStory *self);
const IplStop *ipl_story_get_stop (const IplStory *self, guint i);
gboolean ipl_story_same_subject (const IplParameters *a, const IplParameters *b);
gboolean ipl_story_is_of (const IplStory *self, const IplParameters *parameters);
gboolean ipl_story_takes (const IplStory *self, const IplParameters *parameters);
const IplStory *ipl_story_insert (const IplStory *self, guint at, const IplStop *stop);
const IplStory *ipl_story_remove (const IplStory *self, guint at);
const IplStory *ipl_story_replace (const IplStory *self, guint at, const IplStop *stop);
const IplStory *ipl_story_move (const IplStory *self, guint from, guint to);
const IplStory *ipl_story_rename (const IplStory *self, const char *title);
const IplStory *ipl_story_with_files (const IplStory *self, IplParametersFile each, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplStop, ipl_stop_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplStory, ipl_story_unref)

/* @from, @to: the stops between which it is; the same at a stop. Borrowed
 *
 * The picture of a story at a stop, or between two. */
typedef struct
{
  const IplStop *from;
  const IplStop *to;
  double t; /* the share of the way that lies behind, in [0, 1] */
  /* what is shown there, to be solved: the width moves, and the time of a trajectory */
  IplParameters parameters;
  IplTarget selected; /* what is highlighted there */
  gboolean morphs;    /* whether the parameters move along the way */
  /* whether @from and @to have other panels, or draw them in another way: then the last picture of
   * @from is replaced by that of @to; else the figures of both are one, which moves */
  gboolean fades;
  double fade; /* how much of @to is to be seen over @from, in [0, 1], of its caption in any case */
} IplStoryPoint;

double ipl_story_ease (double share);
double ipl_story_seconds (const IplStop *from, const IplStop *to);
void ipl_story_at_stop (const IplStop *stop, IplStoryPoint *point);
void ipl_story_between (const IplStop *from, const IplStop *to, double t, double end_time,
                        IplStoryPoint *point);

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
