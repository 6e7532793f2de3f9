/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/animation/story-request.h"

void
ipl_story_file_request_free (IplStoryFileRequest *self)
{
  g_clear_pointer (&self->story, ipl_story_unref);
  g_clear_pointer (&self->sampled, ipl_solve_result_unref);
  g_clear_pointer (&self->made, ipl_provenance_free);
  g_clear_pointer (&self->style, ipl_figure_style_unref);
  g_free (self->path);
  g_free (self);
}
