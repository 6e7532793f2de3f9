/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be undone: parameters are plain values, so a step is a copy. */
#include "session/session-private.h"

#include "core/experiments/parameters.h"

/* Changes of one control that follow each other within this are one step of undo. */
#define UNDO_JOIN_USEC (1 * G_USEC_PER_SEC)
#define UNDO_STEPS 100

void
ipl_session_remember (IplSession *self, const char *tag)
{
  gint64 now = g_get_monotonic_time ();
  gboolean joined = tag != NULL && g_strcmp0 (tag, self->undo_tag) == 0
                    && now - self->undo_time < UNDO_JOIN_USEC && !g_queue_is_empty (&self->undo);

  if (!joined)
    {
      g_queue_push_head (&self->undo, g_memdup2 (&self->parameters, sizeof self->parameters));
      while (self->undo.length > UNDO_STEPS)
        g_free (g_queue_pop_tail (&self->undo));
    }
  g_free (self->undo_tag);
  self->undo_tag = g_strdup (tag);
  self->undo_time = now;
  g_queue_clear_full (&self->redo, g_free);
}

void
ipl_session_forget_history (IplSession *self)
{
  g_queue_clear_full (&self->undo, g_free);
  g_queue_clear_full (&self->redo, g_free);
  g_clear_pointer (&self->undo_tag, g_free);
}

static void
step (IplSession *self, GQueue *from, GQueue *to)
{
  g_autofree IplParameters *parameters = g_queue_pop_head (from);

  if (parameters == NULL)
    return;
  g_queue_push_head (to, g_memdup2 (&self->parameters, sizeof self->parameters));
  g_clear_pointer (&self->undo_tag, g_free);
  /* What a file's own values were is known while it is open; afterwards, what they were left at. */
  if (parameters->experiment != self->parameters.experiment)
    {
      if (!parameters->experiment->generated)
        self->defaults = *parameters;
      else
        ipl_parameters_init (&self->defaults, parameters->experiment->id);
    }
  self->shape = parameters->current;
  ipl_session_adopt (self, parameters);
}

void
ipl_session_undo (IplSession *self)
{
  step (self, &self->undo, &self->redo);
}

void
ipl_session_redo (IplSession *self)
{
  step (self, &self->redo, &self->undo);
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
