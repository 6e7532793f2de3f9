/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/two-classes.h"

#include "core/base/memory.h"

/* A set of generated examples, class +1 in the first half, -1 in the second, without its numbers.
 */
gboolean
ipl_two_classes_alloc (IplExamples *self, const char *name, guint count, const IplCase *the_case,
                       gboolean keep_inputs, GError **error)
{
  double n = (double)count * (double)the_case->N0;

  self->name = g_strdup (name);
  self->count = count;
  self->y = g_new (double, count);
  for (guint i = 0; i < count; i++)
    self->y[i] = i < count / 2 ? 1 : -1;
  self->xi = ipl_memory_try_doubles (n * (double)the_case->Pi, "The path features", error);
  if (self->xi != NULL && keep_inputs)
    self->x = ipl_memory_try_doubles (n * (double)the_case->T, "The sequences", error);
  return self->xi != NULL && (!keep_inputs || self->x != NULL);
}
