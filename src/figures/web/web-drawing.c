/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/web/web-drawing.h"

void
ipl_web_drawing_free (IplWebDrawing *self)
{
  self->free (self->data);
  g_free (self->id);
  g_free (self->title);
  g_free (self);
}
