/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters-files.h"
#include "figures/panels/panel-table.h"
#include "runs/parameters-ref.h"

#define IPL_STORY_MAX_STOPS 200
#define IPL_STOP_MAX_PANELS 6
#define IPL_STOP_SECONDS 2.0 /* default duration of the transition to a stop */
#define IPL_STOP_MAX_SECONDS 60.0

/* A stop of a story. Reference-counted and immutable once it has several references. */
typedef struct
{
  guint n_panels; /* number of @panels, at least 1 */
  /* [n_panels] row by row, as on a page of the window */
  const IplPanel *panels[IPL_STOP_MAX_PANELS];
  /* parameters of the view, including width, time and display settings; shared */
  const IplParameters *parameters;
  IplTarget selected;         /* selected target */
  const IplPanel *emphasised; /* (nullable): one of @panels; the others are dimmed */
  char *caption;              /* plain text; "" for none */
  double seconds; /* duration of the transition from the previous stop, in seconds; 0 for none */
} IplStop;

/* A story: stops of one experiment or file, or of several experiments. Reference-counted and
 * immutable: a change makes another story that shares most stops. */
typedef struct
{
  char *title; /* plain text */
  /* experiment or case file at the beginning; shared */
  const IplParameters *settings;
  GPtrArray *stops; /* (element-type IplStop): in order */
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
gboolean ipl_story_accepts (const IplStory *self, const IplParameters *parameters);
const IplStory *ipl_story_insert (const IplStory *self, guint at, const IplStop *stop);
const IplStory *ipl_story_remove (const IplStory *self, guint at);
const IplStory *ipl_story_replace (const IplStory *self, guint at, const IplStop *stop);
const IplStory *ipl_story_move (const IplStory *self, guint from, guint to);
const IplStory *ipl_story_rename (const IplStory *self, const char *title);
const IplStory *ipl_story_with_files (const IplStory *self, IplParametersFile each, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplStop, ipl_stop_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplStory, ipl_story_unref)

/* The content of a story at a stop, or in the transition between two. At a stop, @from equals
 * @to; both are borrowed. */
typedef struct
{
  const IplStop *from;
  const IplStop *to;
  double t; /* fraction of the transition, in [0, 1] */
  /* parameters to solve, with interpolated width and time */
  IplParameters parameters;
  IplTarget selected; /* selected target */
  gboolean morphs;    /* the parameters change in the transition */
  /* @from and @to differ in panels or display settings, so the last picture of @from is replaced
   * by that of @to; otherwise they share figures, which change continuously */
  gboolean fades;
  double fade; /* opacity of @to above @from, in [0, 1]; in any case that of its caption */
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

/* A story of the program. */
typedef struct
{
  const char *id;    /* name on the command line and in actions */
  const char *label; /* menu label with mnemonic */
} IplShippedStory;

const IplShippedStory *ipl_shipped_stories (guint *n);
const IplStory *ipl_shipped_story_load (const char *id, GError **error);
const IplStory *ipl_story_open (const char *name, GError **error);
