/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stories and their stops as immutable values. */

#include "figures/story/story.h"

#include "core/parameters/parameters.h"
#include <string.h>
#include <math.h>

/* Returns: (transfer full): a stop without panels and caption; the caller may change it as long
 * as there is no other reference */
IplStop *
ipl_stop_new (const IplParameters *parameters)
{
  IplStop *self = g_atomic_rc_box_new0 (IplStop);

  self->parameters = ipl_parameters_share (parameters);
  self->selected = IPL_TARGET_NONE;
  self->caption = g_strdup ("");
  self->seconds = IPL_STOP_SECONDS;
  return self;
}

/* Returns: (transfer full): a copy; the caller may change it as long as there is no other
 * reference */
IplStop *
ipl_stop_copy (const IplStop *self)
{
  IplStop *copy = g_atomic_rc_box_dup (sizeof *self, (IplStop *)self);

  ipl_parameters_ref (copy->parameters);
  copy->caption = g_strdup (self->caption);
  return copy;
}

const IplStop *
ipl_stop_ref (const IplStop *self)
{
  return g_atomic_rc_box_acquire ((gpointer)self);
}

static void
clear_stop (gpointer data)
{
  IplStop *self = data;

  ipl_parameters_unref (self->parameters);
  g_free (self->caption);
}

void
ipl_stop_unref (const IplStop *self)
{
  g_atomic_rc_box_release_full ((gpointer)self, clear_stop);
}

/* @self: a stop without other references */
void
ipl_stop_set_caption (IplStop *self, const char *caption)
{
  char *own = g_strdup (caption);

  g_free (self->caption);
  self->caption = own;
}

/* @self: a stop without other references */
void
ipl_stop_set_parameters (IplStop *self, const IplParameters *parameters)
{
  ipl_parameters_replace (&self->parameters, ipl_parameters_share (parameters));
}

gboolean
ipl_stop_has_panel (const IplStop *self, const IplPanel *panel)
{
  for (guint i = 0; i < self->n_panels; i++)
    if (self->panels[i] == panel)
      return TRUE;
  return FALSE;
}

/* Returns: TRUE if both have the same panels and display settings, so that one becomes the other
 * by a change of numbers only */
gboolean
ipl_stop_looks_like (const IplStop *self, const IplStop *other)
{
  return self->n_panels == other->n_panels && self->emphasised == other->emphasised
         && memcmp (self->panels, other->panels, self->n_panels * sizeof self->panels[0]) == 0
         && ipl_display_equal (&self->parameters->display, &other->parameters->display);
}

static IplStory *
story_new (const char *title, const IplParameters *settings)
{
  IplStory *self = g_atomic_rc_box_new0 (IplStory);

  self->title = g_strdup (title);
  self->settings = ipl_parameters_ref (settings);
  self->stops = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_stop_unref);
  return self;
}

/* Returns: (transfer full): a copy; the caller may change it as long as there is no other
 * reference */
static IplStory *
story_copy (const IplStory *self)
{
  IplStory *copy = story_new (self->title, self->settings);

  for (guint i = 0; i < self->stops->len; i++)
    g_ptr_array_add (copy->stops, (gpointer)ipl_stop_ref (self->stops->pdata[i]));
  return copy;
}

/* Returns: (transfer full): a story without stops */
const IplStory *
ipl_story_new (const char *title, const IplParameters *settings)
{
  const IplParameters *shared = ipl_parameters_share (settings);
  const IplStory *self = story_new (title, shared);

  ipl_parameters_unref (shared);
  return self;
}

const IplStory *
ipl_story_ref (const IplStory *self)
{
  return g_atomic_rc_box_acquire ((gpointer)self);
}

static void
clear_story (gpointer data)
{
  IplStory *self = data;

  g_free (self->title);
  ipl_parameters_unref (self->settings);
  g_ptr_array_unref (self->stops);
}

void
ipl_story_unref (const IplStory *self)
{
  g_atomic_rc_box_release_full ((gpointer)self, clear_story);
}

guint
ipl_story_n_stops (const IplStory *self)
{
  return self->stops->len;
}

/* Returns: the stop */
const IplStop *
ipl_story_get_stop (const IplStory *self, guint i)
{
  g_return_val_if_fail (i < self->stops->len, NULL);
  return self->stops->pdata[i];
}

/* Returns: TRUE if both have the same experiment and file */
gboolean
ipl_story_same_subject (const IplParameters *a, const IplParameters *b)
{
  return a->experiment == b->experiment
         && strcmp (ipl_parameters_get_source (a), ipl_parameters_get_source (b)) == 0;
}

/* Returns: TRUE if the story shows this experiment and file, in its settings or in a stop */
gboolean
ipl_story_is_of (const IplStory *self, const IplParameters *parameters)
{
  gboolean is_of = ipl_story_same_subject (self->settings, parameters);

  for (guint i = 0; i < self->stops->len && !is_of; i++)
    is_of = ipl_story_same_subject (ipl_story_get_stop (self, i)->parameters, parameters);
  return is_of;
}

/* Returns: TRUE if the story can have a stop with these parameters: of its experiment and file,
 * or of another experiment if neither requires a file */
gboolean
ipl_story_accepts (const IplStory *self, const IplParameters *parameters)
{
  return ipl_story_is_of (self, parameters)
         || (ipl_parameters_get_source (self->settings)[0] == '\0'
             && ipl_parameters_get_source (parameters)[0] == '\0');
}

/* @self: a story with fewer than IPL_STORY_MAX_STOPS stops
 * @at: index of the new stop
 * Returns: (transfer full): the story with it */
const IplStory *
ipl_story_insert (const IplStory *self, guint at, const IplStop *stop)
{
  IplStory *copy = story_copy (self);

  g_ptr_array_insert (copy->stops, (int)MIN (at, copy->stops->len), (gpointer)ipl_stop_ref (stop));
  return copy;
}

/* Returns: (transfer full): the story without the stop */
const IplStory *
ipl_story_remove (const IplStory *self, guint at)
{
  IplStory *copy = story_copy (self);

  g_ptr_array_remove_index (copy->stops, at);
  return copy;
}

/* Returns: (transfer full): the story with the stop replaced */
const IplStory *
ipl_story_replace (const IplStory *self, guint at, const IplStop *stop)
{
  IplStory *copy = story_copy (self);
  const IplStop *old = copy->stops->pdata[at];

  copy->stops->pdata[at] = (gpointer)ipl_stop_ref (stop);
  ipl_stop_unref (old);
  return copy;
}

/* Returns: (transfer full): the story with the stop moved */
const IplStory *
ipl_story_move (const IplStory *self, guint from, guint to)
{
  IplStory *copy = story_copy (self);

  g_ptr_array_insert (copy->stops, (int)to, g_ptr_array_steal_index (copy->stops, from));
  return copy;
}

/* Returns: (transfer full): the story with this title */
const IplStory *
ipl_story_rename (const IplStory *self, const char *title)
{
  IplStory *copy = story_copy (self);

  g_free (copy->title);
  copy->title = g_strdup (title);
  return copy;
}

/* @parameters: (transfer full)
 * Returns: (transfer full): the same with the files that @each returns */
static const IplParameters *
with_files (const IplParameters *parameters, IplParametersFile each, gpointer data)
{
  IplParameters *copy = ipl_parameters_copy_to_share (parameters);

  ipl_parameters_each_file (copy, each, data, NULL);
  ipl_parameters_unref (parameters);
  return copy;
}

/* @each: called for each file of the story
 * Returns: (transfer full): the story with the files that @each returns */
const IplStory *
ipl_story_with_files (const IplStory *self, IplParametersFile each, gpointer data)
{
  IplStory *copy = story_copy (self);

  copy->settings = with_files (copy->settings, each, data);
  for (guint i = 0; i < copy->stops->len; i++)
    {
      const IplStop *old = copy->stops->pdata[i];
      IplStop *stop = ipl_stop_copy (old);

      stop->parameters = with_files (stop->parameters, each, data);
      copy->stops->pdata[i] = stop;
      ipl_stop_unref (old);
    }
  return copy;
}

/* The transition between two stops of a story. */

/* Width that represents the GP limit, relative to the width at the other end. U differs from the
 * limit by terms of order paths / width, which is not visible there. */
#define GP_FACTOR 1000.0

/* Fraction of the transition after which pictures are exchanged, if nothing moves. */
#define FADE_SHARE 0.6

/* @share: fraction of the duration, in [0, 1]
 * Returns: fraction of the transition, with zero velocity at both ends */
double
ipl_story_ease (double share)
{
  double s = CLAMP (share, 0, 1);

  return s * s * (3 - 2 * s);
}

static gboolean
moves_width (const IplSetting *from, const IplSetting *to)
{
  return from->L == to->L && !ipl_setting_same_widths (from, to);
}

/* Returns an intermediate width, as exact as integers are. */
static guint
between_widths (double from, double to, double t)
{
  return (guint)CLAMP (round (pow (from, 1 - t) * pow (to, t)), 1, IPL_MAX_WIDTH);
}

/* Returns the width of a layer; for the GP limit, a width beyond that of @other. */
static double
width_of (const IplSetting *self, const IplSetting *other, guint l)
{
  if (!self->gp)
    return MAX (self->N[l], 1);
  return MIN (GP_FACTOR * MAX (other->N[l], 1), IPL_MAX_WIDTH);
}

/* Both ends are exact. */
static void
set_width (IplSetting *setting, const IplSetting *from, const IplSetting *to, double t)
{
  const IplSetting *end = t <= 0 ? from : to;

  setting->gp = end->gp && (t <= 0 || t >= 1);
  memcpy (setting->N, end->N, sizeof setting->N);
  if (t <= 0 || t >= 1)
    return;
  for (guint l = 0; l <= setting->L; l++)
    setting->N[l] = between_widths (width_of (from, to, l), width_of (to, from, l), t);
}

/* A negative time is the end of the trajectory. */
static double
between_times (double from, double to, double end_time, double t)
{
  double a = from < 0 ? end_time : from, b = to < 0 ? end_time : to;

  if (t >= 1 || a < 0 || b < 0)
    return to;
  return t <= 0 ? from : a + t * (b - a);
}

/* Returns: duration in seconds: that of @to, for both directions; shorter if only pictures are
 * exchanged */
double
ipl_story_seconds (const IplStop *from, const IplStop *to)
{
  IplStoryPoint point;

  ipl_story_between (from, to, 0, -1, &point);
  return point.morphs ? to->seconds : MIN (to->seconds, 0.6);
}

/* @point: (out): the point of the story at the stop */
void
ipl_story_at_stop (const IplStop *stop, IplStoryPoint *point)
{
  ipl_story_between (stop, stop, 1, -1, point);
}

/* Computes a point between two stops. Widths are interpolated geometrically, N = N_from^(1 - t)
 * N_to^t, if case, temperature and variances agree; times are interpolated linearly. All other
 * settings are those of @to for @t > 0.
 * @to: target of the transition, which may precede @from
 * @t: fraction of the transition, in [0, 1], see ipl_story_ease()
 * @end_time: end of the trajectory shown; negative if unknown or without a trajectory
 * @point: (out): the point of the story */
void
ipl_story_between (const IplStop *from, const IplStop *to, double t, double end_time,
                   IplStoryPoint *point)
{
  const IplParameters *a = from->parameters, *b = to->parameters;
  gboolean same
      = ipl_parameters_same_case (a, b) && ipl_setting_same_prior (&a->current, &b->current);
  gboolean moves = same && moves_width (&a->current, &b->current);

  *point = (IplStoryPoint){ .from = from, .to = to, .t = CLAMP (t, 0, 1) };
  point->parameters = point->t > 0 ? *b : *a;
  point->selected = point->t > 0 ? to->selected : from->selected;
  point->morphs = moves || (same && a->shown_time != b->shown_time);
  point->fades = from != to && !ipl_stop_looks_like (from, to);
  point->fade = from == to ? 1 : ipl_story_ease (point->morphs ? point->t / FADE_SHARE : point->t);
  if (moves)
    set_width (&point->parameters.current, &a->current, &b->current, point->t);
  if (same && a->shown_time != b->shown_time)
    point->parameters.shown_time = between_times (a->shown_time, b->shown_time, end_time, point->t);
}
