/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/animation-format.h"

G_BEGIN_DECLS

/**
 * IplAnimationWriter:
 *
 * A file of moving pictures on its way: opened, given its frames, and then closed, which puts it in
 * its place, or abandoned, which leaves everything as it was.
 */
typedef struct _IplAnimationWriter IplAnimationWriter;

IplAnimationWriter *ipl_animation_writer_open (const IplAnimationFormat *format,
                                               const IplAnimationTarget *target, GError **error);
gboolean ipl_animation_writer_add (IplAnimationWriter *self, cairo_surface_t *frame, guint frames,
                                   GError **error);
gboolean ipl_animation_writer_close (IplAnimationWriter *self, GError **error);
void ipl_animation_writer_abandon (IplAnimationWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplAnimationWriter, ipl_animation_writer_abandon)

G_END_DECLS
