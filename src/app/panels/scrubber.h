/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

#define IPL_TYPE_SCRUBBER (ipl_scrubber_get_type ())
G_DECLARE_DERIVABLE_TYPE (IplScrubber, ipl_scrubber, IPL, SCRUBBER, GtkWidget)

/* What kinds of scrubbers do in their own ways. */
struct _IplScrubberClass
{
  GtkWidgetClass parent_class;
  /* (nullable): connects it to its session */
  void (*attach) (IplScrubber *self, IplSession *session);
  /* moves to the next mark, in the direction 1 or -1 */
  void (*step) (IplScrubber *self, int direction);
  /* goes to where playing begins; whether there is anything to play */
  gboolean (*begin) (IplScrubber *self);
  /* (nullable): whether what was played last is shown already */
  gboolean (*is_ready) (IplScrubber *self);
  /* moves on by a share of a play-through; FALSE, and nowhere, where that is the end */
  gboolean (*play) (IplScrubber *self, double share);
  void (*finish) (IplScrubber *self);     /* goes to the end */
  void (*show_entry) (IplScrubber *self); /* puts where it is into the entry */
};

void ipl_scrubber_class_set_template (IplScrubberClass *klass, const char *resource);

void ipl_scrubber_set_session (IplScrubber *self, IplSession *session);
IplSession *ipl_scrubber_get_session (IplScrubber *self);
void ipl_scrubber_set_playing (IplScrubber *self, gboolean playing);
gboolean ipl_scrubber_get_playing (IplScrubber *self);
void ipl_scrubber_step (IplScrubber *self, int direction);
void ipl_scrubber_show (IplScrubber *self, double value, const char *spoken);
void ipl_scrubber_set_text (IplScrubber *self, const char *text);
void ipl_scrubber_refuse (IplScrubber *self, const char *message);
GtkAdjustment *ipl_scrubber_get_adjustment (IplScrubber *self);
GtkWidget *ipl_scrubber_get_scale (IplScrubber *self);
GtkWidget *ipl_scrubber_get_entry (IplScrubber *self);
