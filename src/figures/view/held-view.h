/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

G_BEGIN_DECLS

/**
 * IplHeldView:
 * @view: what is shown
 *
 * A view with references of its own to all that it borrows, for work in another thread while what
 * it was taken from goes on.
 */
typedef struct _IplHeldView IplHeldView;
struct _IplHeldView
{
  IplView view;
  /*< private >*/
  IplLearningCurve training;
  IplHeldView *compared; /* (nullable) */
};

IplHeldView *ipl_held_view_new (const IplView *view);
void ipl_held_view_free (IplHeldView *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplHeldView, ipl_held_view_free)

G_END_DECLS
