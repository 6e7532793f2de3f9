/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The case of one seed, which its rows share. */
#include "sweeps/seed-case.h"

#include "core/parameters/parameters.h"
#include "core/theory/sweep.h"

/* Returns: (transfer full) (nullable): the case of that seed with its kernels */
IplSeedCase *
ipl_seed_case_new (const IplSweepFolder *folder, guint seed, const IplRowTools *tools,
                   GError **error)
{
  g_autoptr (IplSeedCase) self = g_new0 (IplSeedCase, 1);

  self->folder = folder;
  self->seed = seed;
  if (!ipl_sweep_folder_get_parameters (folder, seed, &self->parameters, error))
    return NULL;
  self->the_case = ipl_parameters_make_case (&self->parameters,
                                             ipl_sweep_plan_prunes (folder->plan)
                                                 && self->parameters.fine_tune_steps > 0,
                                             tools->threads, tools->cancellable, error);
  if (self->the_case == NULL)
    return NULL;
  self->kernel = ipl_kernel_prepare (self->the_case, tools->cancellable, error);
  if (self->kernel == NULL)
    return NULL;
  self->subsets = ipl_path_subsets_parse (self->the_case, self->parameters.gp_paths, error);
  return self->subsets != NULL ? g_steal_pointer (&self) : NULL;
}

void
ipl_seed_case_free (IplSeedCase *self)
{
  g_clear_pointer (&self->subsets, g_ptr_array_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_free (self);
}
