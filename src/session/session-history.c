/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Undo: a step is the content as it was. */
#include "session/session-private.h"

/* Changes of one control that follow each other within this are one step of undo. */
#define UNDO_JOIN_USEC (1 * G_USEC_PER_SEC)
#define UNDO_STEPS 100

static void
step_free (gpointer step)
{
  ipl_session_content_clear (step);
  g_free (step);
}

static void
clear (GQueue *steps)
{
  g_queue_clear_full (steps, step_free);
}

static void
push (IplSession *self, GQueue *steps)
{
  IplSessionContent step = ipl_session_content_copy (&self->content);

  g_queue_push_head (steps, g_memdup2 (&step, sizeof step));
}

/* The present parameters, the story or how figures look are about to change. */
void
ipl_session_remember (IplSession *self, const char *tag)
{
  gint64 now = g_get_monotonic_time ();
  gboolean joined = tag != NULL && g_strcmp0 (tag, self->history.tag) == 0
                    && (self->history.is_dragging || now - self->history.usec < UNDO_JOIN_USEC)
                    && !g_queue_is_empty (&self->history.undo);

  if (!joined)
    {
      push (self, &self->history.undo);
      while (self->history.undo.length > UNDO_STEPS)
        step_free (g_queue_pop_tail (&self->history.undo));
    }
  g_free (self->history.tag);
  self->history.tag = g_strdup (tag);
  self->history.usec = now;
  clear (&self->history.redo);
}

/* @dragging: whether something is being dragged: what it changes is one step of undo of its own,
 *   however long it takes */
void
ipl_session_set_dragging (IplSession *self, gboolean dragging)
{
  self->history.is_dragging = dragging;
  g_clear_pointer (&self->history.tag, g_free);
}

void
ipl_session_forget_history (IplSession *self)
{
  clear (&self->history.undo);
  clear (&self->history.redo);
  g_clear_pointer (&self->history.tag, g_free);
}

/* The story and how figures look are there at once. Returns: (transfer full) (nullable): what to go
 * back, or forth, to */
const IplParameters *
ipl_session_take_step (IplSession *self, gboolean back)
{
  IplSessionContent *step = g_queue_pop_head (back ? &self->history.undo : &self->history.redo);
  const IplParameters *parameters;

  if (step == NULL)
    return NULL;
  push (self, back ? &self->history.redo : &self->history.undo);
  g_clear_pointer (&self->history.tag, g_free);
  parameters = g_steal_pointer (&step->parameters);
  ipl_session_take_story (self, g_steal_pointer (&step->story));
  ipl_session_take_figure_style (self, g_steal_pointer (&step->figure_style));
  step_free (step);
  return parameters;
}

gboolean
ipl_session_can_undo (IplSession *self)
{
  return !g_queue_is_empty (&self->history.undo);
}

gboolean
ipl_session_can_redo (IplSession *self)
{
  return !g_queue_is_empty (&self->history.redo);
}
