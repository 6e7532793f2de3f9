/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "figures/pages/page-size.h"
#include "figures/pages/provenance.h"
#include "figures/story/story.h"

/* A web page under construction: stops with figures, drawn once for each frame. The initial
 * frame is plain HTML, the others are compressed. Elements with a target have the class "item",
 * the class of the target and those of its constituents. */
typedef struct _IplWebPage IplWebPage;

/* A figure in a frame: a panel or a composite, or a stop of a story. */
typedef struct
{
  const IplView *view;
  const IplPanel *panel; /* (nullable) */
  const IplStop *stop;   /* (nullable) */
  const IplPaper *page;
  IplLook look;
  IplWebPage *to;
  guint number; /* index among the figures of the page */
} IplWebFigure;

IplWebPage *ipl_web_page_new (void);
void ipl_web_page_free (IplWebPage *self);
guint ipl_web_page_add_picture (IplWebPage *self, const char *attributes);
void ipl_web_page_begin_stop (IplWebPage *self, const char *title, const char *text,
                              const char *axis, guint n_figures);
void ipl_web_page_add_frame (IplWebPage *self, const char *label, const char *name,
                             const char *html, gboolean is_first);
void ipl_web_page_end_stop (IplWebPage *self);
GBytes *ipl_web_page_finish (IplWebPage *self, const char *title, const IplProvenance *provenance,
                             GError **error);

char *ipl_web_name_target (const IplTarget *target, const IplView *view);
gboolean ipl_web_append_figure (GString *html, const IplWebFigure *figure, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplWebPage, ipl_web_page_free)
