/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stories and their stops, as values that are replaced and not changed. */

#include "figures/story/story.h"

#include <string.h>

#include "core/parameters/parameters-fields.h"

/* Returns: (transfer full): a stop without panels and caption, to be filled in before anybody else
 *   has a reference */
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

/* Returns: (transfer full): another like it, which may be changed until somebody else has a
 *   reference */
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

/* @self: a stop that nobody else has */
void
ipl_stop_set_caption (IplStop *self, const char *caption)
{
  char *own = g_strdup (caption);

  g_free (self->caption);
  self->caption = own;
}

/* @self: a stop that nobody else has */
void
ipl_stop_set_parameters (IplStop *self, const IplParameters *parameters)
{
  ipl_parameters_take (&self->parameters, ipl_parameters_share (parameters));
}

gboolean
ipl_stop_has_panel (const IplStop *self, const IplPanel *panel)
{
  for (guint i = 0; i < self->n_panels; i++)
    if (self->panels[i] == panel)
      return TRUE;
  return FALSE;
}

/* Returns: whether both have the same panels, drawn in the same way, so that one becomes the other
 *   by its numbers alone */
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

/* To be changed before anybody else has it. */
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

/* Returns: whether what they show can be a stop of it: the same experiment, and the same file */
gboolean
ipl_story_is_of (const IplStory *self, const IplParameters *parameters)
{
  return self->settings->experiment == parameters->experiment
         && strcmp (ipl_parameters_get_source (self->settings),
                    ipl_parameters_get_source (parameters))
                == 0;
}

/* @self: a story of fewer than IPL_STORY_MAX_STOPS
 * @at: before which of its stops; their number for the end
 * Returns: (transfer full): the story with it */
const IplStory *
ipl_story_insert (const IplStory *self, guint at, const IplStop *stop)
{
  IplStory *copy = story_copy (self);

  g_ptr_array_insert (copy->stops, (int)MIN (at, copy->stops->len), (gpointer)ipl_stop_ref (stop));
  return copy;
}

/* Returns: (transfer full): the story without it */
const IplStory *
ipl_story_remove (const IplStory *self, guint at)
{
  IplStory *copy = story_copy (self);

  g_ptr_array_remove_index (copy->stops, at);
  return copy;
}

/* Returns: (transfer full): the story with the one for the other */
const IplStory *
ipl_story_replace (const IplStory *self, guint at, const IplStop *stop)
{
  IplStory *copy = story_copy (self);
  const IplStop *old = copy->stops->pdata[at];

  copy->stops->pdata[at] = (gpointer)ipl_stop_ref (stop);
  ipl_stop_unref (old);
  return copy;
}

/* Returns: (transfer full): the story in the other order */
const IplStory *
ipl_story_move (const IplStory *self, guint from, guint to)
{
  IplStory *copy = story_copy (self);

  g_ptr_array_insert (copy->stops, (int)to, g_ptr_array_steal_index (copy->stops, from));
  return copy;
}

/* Returns: (transfer full): the story under that name */
const IplStory *
ipl_story_rename (const IplStory *self, const char *title)
{
  IplStory *copy = story_copy (self);

  g_free (copy->title);
  copy->title = g_strdup (title);
  return copy;
}

/* @parameters, a reference that is taken, with the files that @each names. */
static const IplParameters *
with_files (const IplParameters *parameters, IplParametersFile each, gpointer data)
{
  IplParameters *copy = ipl_parameters_copy_to_share (parameters);

  ipl_parameters_each_file (copy, each, data, NULL);
  ipl_parameters_unref (parameters);
  return copy;
}

/* @each: called for every file that it is of
 * Returns: (transfer full): the story, of the files that lie elsewhere */
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
