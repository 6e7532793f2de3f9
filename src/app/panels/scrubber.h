/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/session-widget.h"
#include "app/base/widgets.h"

#define IPL_TYPE_SCRUBBER (ipl_scrubber_get_type ())

/* The scrubber under the panels: a scale to drag, an entry for an exact place, and a
 * button that plays. */
typedef struct
{
  IplSessionWidget;
  GtkButton *play_button;
  GtkScale *scale;
  GtkAdjustment *adjustment;
  GtkEntry *entry;
  guint tick; /* while it plays */
  gint64 last_frame;
  gboolean is_held; /* a button is pressed on the scale */
} IplScrubber;

/* Functions of a kind of scrubber. */
typedef struct
{
  IplSessionWidgetClass parent_class;
  /* moves to the next mark, in the direction 1 or -1 */
  void (*step) (IplScrubber *self, int direction);
  void (*nudge) (IplScrubber *self, int direction); /* moves a little, as arrow keys do */
  void (*go) (IplScrubber *self, double value);     /* goes to a value of the scale */
  /* goes to what was typed; FALSE with a sentence where that is no place */
  gboolean (*parse) (IplScrubber *self, const char *text, GError **error);
  /* goes to where playing begins; whether there is anything to play */
  gboolean (*begin) (IplScrubber *self);
  /* (nullable): whether what was played last is shown already */
  gboolean (*is_ready) (IplScrubber *self);
  /* moves on by a share of a play-through; FALSE, and nowhere, where that is the end */
  gboolean (*play) (IplScrubber *self, double share);
  void (*finish) (IplScrubber *self);   /* goes to the end */
  char *(*to_text) (IplScrubber *self); /* what the entry says of where it is */
} IplScrubberClass;

GType ipl_scrubber_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplScrubber, g_object_unref)

void ipl_scrubber_class_set_template (gpointer klass, const char *name,
                                      const IplTemplateChild *children,
                                      const IplTemplateCallback *callbacks);
void ipl_scrubber_set_playing (IplScrubber *self, gboolean playing);
gboolean ipl_scrubber_get_playing (IplScrubber *self);
void ipl_scrubber_init_template (IplScrubber *self);
void ipl_scrubber_step (IplScrubber *self, int direction);
void ipl_scrubber_show (gpointer self, double value, const char *spoken);

#define IPL_TYPE_TIME_SCRUBBER (ipl_time_scrubber_get_type ())
G_DECLARE_FINAL_TYPE (IplTimeScrubber, ipl_time_scrubber, IPL, TIME_SCRUBBER, IplScrubber)
#define IPL_TYPE_WIDTH_SCRUBBER (ipl_width_scrubber_get_type ())
G_DECLARE_FINAL_TYPE (IplWidthScrubber, ipl_width_scrubber, IPL, WIDTH_SCRUBBER, IplScrubber)
