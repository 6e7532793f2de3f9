/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/spaces.h"

#include <pthread.h>

/* Smaller ones the C library keeps by itself. */
#define KEPT_FROM ((double)((gsize)128 << 10))
/* The padding before a workspace, a cache line as its arrays have. */
#define HEADER 64

typedef struct
{
  double room; /* of the parts */
} Header;

struct _IplSpaces
{
  pthread_mutex_t lock; /* see parallel.c for why not GMutex */
  guint holders;
  GPtrArray *idle; /* of Header */
};

IplSpaces *
ipl_spaces_new (void)
{
  IplSpaces *self = g_new0 (IplSpaces, 1);

  pthread_mutex_init (&self->lock, NULL);
  self->idle = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
ipl_spaces_free (IplSpaces *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->idle);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

/* From now on until ipl_spaces_release() of all who hold them, what is given back is kept.
 * Returns: (transfer full): @self */
IplSpacesHold *
ipl_spaces_hold (IplSpaces *self)
{
  pthread_mutex_lock (&self->lock);
  self->holders++;
  pthread_mutex_unlock (&self->lock);
  return self;
}

void
ipl_spaces_release (IplSpacesHold *hold)
{
  IplSpaces *self = hold;

  pthread_mutex_lock (&self->lock);
  if (--self->holders == 0)
    g_ptr_array_set_size (self->idle, 0);
  pthread_mutex_unlock (&self->lock);
}

static Header *
take_idle (IplSpaces *self, double room)
{
  Header *found = NULL;

  pthread_mutex_lock (&self->lock);
  for (guint i = self->idle->len; i-- > 0 && found == NULL;)
    if (((Header *)self->idle->pdata[i])->room == room)
      found = g_ptr_array_steal_index_fast (self->idle, i);
  pthread_mutex_unlock (&self->lock);
  return found;
}

/* As ipl_memory_try_parts(), of what is idle if something is of this size.
 * Returns: (transfer full) (nullable): the whole, for ipl_spaces_give(); not initialized */
gpointer
ipl_spaces_try_parts (IplSpaces *self, const IplMemoryPart *parts, guint n_parts, const char *what,
                      GError **error)
{
  double room = ipl_memory_parts_room (parts, n_parts);
  Header *header = take_idle (self, room);

  if (header == NULL)
    header = ipl_memory_try (HEADER + room, 1, what, error);
  if (header == NULL)
    return NULL;
  header->room = room;
  ipl_memory_place_parts (parts, n_parts, (char *)header + HEADER);
  return header;
}

/* @space: (nullable): what ipl_spaces_try_parts() gave */
void
ipl_spaces_give (IplSpaces *self, gpointer space)
{
  gboolean kept = FALSE;

  if (space == NULL)
    return;
  pthread_mutex_lock (&self->lock);
  if (self->holders > 0 && ((Header *)space)->room >= KEPT_FROM)
    {
      g_ptr_array_add (self->idle, space);
      kept = TRUE;
    }
  pthread_mutex_unlock (&self->lock);
  if (!kept)
    g_free (space);
}

/* How many wait for the next who needs them. */
guint
ipl_spaces_count_idle (IplSpaces *self)
{
  guint n;

  pthread_mutex_lock (&self->lock);
  n = self->idle->len;
  pthread_mutex_unlock (&self->lock);
  return n;
}
