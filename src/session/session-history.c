/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be undone: parameters are not changed once they are shared, so a step is a reference. */
#include "session/session-private.h"

/* Changes of one control that follow each other within this are one step of undo. */
#define UNDO_JOIN_USEC (1 * G_USEC_PER_SEC)
#define UNDO_STEPS 100

static void
clear (GQueue *steps)
{
  g_queue_clear_full (steps, (GDestroyNotify)ipl_parameters_unref);
}

static void
push (IplSession *self, GQueue *steps)
{
  g_queue_push_head (steps, (gpointer)ipl_parameters_ref (self->parameters));
}

/* The present parameters are about to change. */
void
ipl_session_remember (IplSession *self, const char *tag)
{
  gint64 now = g_get_monotonic_time ();
  gboolean joined = tag != NULL && g_strcmp0 (tag, self->undo_tag) == 0
                    && (self->is_dragging || now - self->undo_time < UNDO_JOIN_USEC)
                    && !g_queue_is_empty (&self->undo);

  if (!joined)
    {
      push (self, &self->undo);
      while (self->undo.length > UNDO_STEPS)
        ipl_parameters_unref (g_queue_pop_tail (&self->undo));
    }
  g_free (self->undo_tag);
  self->undo_tag = g_strdup (tag);
  self->undo_time = now;
  clear (&self->redo);
}

/**
 * ipl_session_set_dragging:
 * @self: the session
 * @dragging: whether something is being dragged: what it changes is one step of undo of its own,
 *   however long it takes
 */
void
ipl_session_set_dragging (IplSession *self, gboolean dragging)
{
  self->is_dragging = dragging;
  g_clear_pointer (&self->undo_tag, g_free);
}

void
ipl_session_forget_history (IplSession *self)
{
  clear (&self->undo);
  clear (&self->redo);
  g_clear_pointer (&self->undo_tag, g_free);
}

/* Returns: (transfer full) (nullable): what to go back, or forth, to */
const IplParameters *
ipl_session_take_step (IplSession *self, gboolean back)
{
  const IplParameters *parameters = g_queue_pop_head (back ? &self->undo : &self->redo);

  if (parameters == NULL)
    return NULL;
  push (self, back ? &self->redo : &self->undo);
  g_clear_pointer (&self->undo_tag, g_free);
  return parameters;
}

gboolean
ipl_session_can_undo (IplSession *self)
{
  return !g_queue_is_empty (&self->undo);
}

gboolean
ipl_session_can_redo (IplSession *self)
{
  return !g_queue_is_empty (&self->redo);
}
