/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where runs that take long are kept, and gone on with. */
#include "session/session-private.h"

#include "core/parameters/parameters.h"
#include "core/sessions/session-file.h"

/* (transfer full): where the program keeps runs of an experiment. */
char *
ipl_session_own_checkpoint (IplSession *self, const IplExperiment *experiment)
{
  return g_strdup_printf ("%s/%s.checkpoint", self->keeping.folder, experiment->id);
}

/* (transfer full) (nullable): with what a run goes on that was opened from a file, where there is
 * such a checkpoint: for the parameters of the file, what dynamics kept beside it, or, of a
 * session, what was unpacked with it. @is_given: whether it is the user's. */
char *
ipl_session_find_checkpoint (IplSession *self, gboolean *is_given)
{
  const IplSolveResult *result = ipl_session_get_solve_result (self);
  g_autofree char *path = NULL;

  if (self->opening.stored == NULL || self->opening.label != NULL || result == NULL
      || result->own == NULL || !ipl_parameters_same_case (result->parameters, self->parameters))
    return NULL;
  *is_given = !g_str_has_suffix (self->opening.stored, IPL_SESSION_SUFFIX);
  if (*is_given)
    path = g_strconcat (self->opening.stored, ".checkpoint", NULL);
  else if (self->keeping.folder != NULL)
    path = ipl_session_own_checkpoint (self, self->parameters->experiment);
  return path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&path)
                                                                    : NULL;
}
