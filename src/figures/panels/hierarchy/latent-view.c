/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the panels of a hierarchy of latents have in common. */

#include "figures/panels/hierarchy/latent-view.h"

#include "figures/kit/number.h"

#include <math.h>

void
ipl_latent_view_init (IplLatentView *self, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  const IplTrajectoryArray *all = ipl_trajectory_find (trajectory, "latent_correlation");

  *self = (IplLatentView){
    .latents = all->shape[0],
    .neurons = all->shape[1],
    .level = ipl_trajectory_get (trajectory, "latent_level", 0),
    .correlations = ipl_trajectory_get (trajectory, "latent_correlation", view->moment),
    .best = ipl_trajectory_get (trajectory, "best_correlation", view->moment),
    .first = ipl_trajectory_get (trajectory, "best_correlation", 0),
    .chance = ipl_trajectory_get (trajectory, "best_chance", view->moment),
  };
}

/* The first latent of the next level. */
gsize
ipl_latent_view_level_end (const IplLatentView *self, gsize latent)
{
  gsize end = latent;

  while (end < self->latents && self->level[end] == self->level[latent])
    end++;
  return end;
}

/* The neuron that tells a latent best. */
gsize
ipl_latent_view_best_neuron (const IplLatentView *self, gsize latent)
{
  const double *row = self->correlations + latent * self->neurons;
  gsize at = 0;

  for (gsize i = 1; i < self->neurons; i++)
    if (row[i] > row[at])
      at = i;
  return at;
}

/* One line on the latent that is pointed at, plain text. */
char *
ipl_latent_view_say (const IplTarget *target, const IplView *view)
{
  IplLatentView self;
  gsize latent = (gsize)target->component, begin = latent;

  ipl_latent_view_init (&self, view);
  if (target->component < 0 || latent >= self.latents)
    return NULL;
  while (begin > 0 && self.level[begin - 1] == self.level[latent])
    begin--;
  g_autofree char *best = ipl_number_fixed (self.best[latent], 3);
  g_autofree char *first = ipl_number_fixed (self.first[latent], 3);
  g_autofree char *chance = ipl_number_fixed (self.chance[latent], 3);
  if (isnan (self.best[latent]))
    return g_strdup_printf ("Level %.0f, latent %" G_GSIZE_FORMAT
                            ": in every class or in none, so that nothing can tell it",
                            self.level[latent], latent - begin + 1);
  return g_strdup_printf ("Level %.0f, latent %" G_GSIZE_FORMAT ": neuron %" G_GSIZE_FORMAT
                          " %s; before training %s, classes shuffled %s",
                          self.level[latent], latent - begin + 1,
                          ipl_latent_view_best_neuron (&self, latent) + 1, best, first, chance);
}
