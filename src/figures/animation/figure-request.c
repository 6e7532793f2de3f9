/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/animation/figure-request.h"

void
ipl_figure_request_free (IplFigureRequest *self)
{
  g_clear_pointer (&self->story, ipl_story_unref);
  g_clear_pointer (&self->shown, ipl_view_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->sampled, ipl_solve_result_unref);
  g_clear_pointer (&self->provenance, ipl_provenance_free);
  g_clear_pointer (&self->figure_style, ipl_figure_style_unref);
  g_free (self->temperatures);
  g_free (self->size);
  g_free (self->title);
  g_free (self->path);
  g_free (self->results);
  g_free (self->reads);
  g_free (self->settings);
  g_free (self);
}
