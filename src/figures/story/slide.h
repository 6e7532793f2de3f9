/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/rect.h"
#include "figures/output/figure.h"
#include "figures/story/story.h"

/* A stop of a story as one picture: panels with headings and the caption below them, with text
 * and lines readable from the last row of a lecture hall. Shared by presentation and exports.
 * Keeps layouts like an #IplFigure. */
typedef struct _IplSlide IplSlide;

IplSlide *ipl_slide_new (void);
void ipl_slide_free (IplSlide *self);
void ipl_slide_set (IplSlide *self, const IplStop *stop, const IplView *view, const IplStyle *style,
                    double width, double height);
void ipl_slide_invalidate (IplSlide *self);
void ipl_slide_paint (IplSlide *self, cairo_t *cr);
void ipl_slide_paint_highlights (IplSlide *self, const IplTarget *selected,
                                 const IplTarget *hovered, const IplPanel *in, cairo_t *cr);
void ipl_slide_paint_caption (const IplSlide *self, const char *caption, double alpha, cairo_t *cr);
void ipl_slide_paint_point (IplSlide *self, const IplStoryPoint *point, cairo_surface_t *before,
                            const IplTarget *hovered, const IplPanel *in, cairo_t *cr);
IplFigure *ipl_slide_find_figure (const IplSlide *self, double *x, double *y,
                                  const IplPanel **panel);
const IplPanel *ipl_slide_find (IplSlide *self, double x, double y, IplTarget *target);
IplRect ipl_slide_get_place (const IplSlide *self, guint i, const IplPanel **panel);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSlide, ipl_slide_free)
