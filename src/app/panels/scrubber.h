/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/document-widget.h"
#include "app/base/widget-helpers.h"

#define IPL_TYPE_SCRUBBER (ipl_scrubber_get_type ())

/* The scrubber under the panels: a scale, an entry for an exact position, and a Play button. */
typedef struct
{
  IplDocumentWidget;
  GtkButton *play_button;
  GtkScale *scale;
  GtkAdjustment *adjustment;
  GtkEntry *entry;
  guint tick; /* tick callback while it plays, else 0 */
  gint64 last_frame;
  guint n_cases;    /* number of the case that it plays */
  gboolean is_held; /* TRUE while a button is pressed on the scale */
} IplScrubber;

/* Virtual functions of a scrubber. */
typedef struct
{
  IplDocumentWidgetClass parent_class;
  /* moves to the next mark, in the direction 1 or -1 */
  void (*step) (IplScrubber *self, int direction);
  void (*nudge) (IplScrubber *self, int direction); /* moves by a small step, for arrow keys */
  void (*go) (IplScrubber *self, double value);     /* goes to a value of the scale */
  /* moves to a typed position; FALSE with the reason if it is invalid */
  gboolean (*parse) (IplScrubber *self, const char *text, GError **error);
  /* moves to the position where playing begins; FALSE if playing is impossible */
  gboolean (*begin) (IplScrubber *self);
  /* (nullable): TRUE if the last played position is shown */
  gboolean (*is_ready) (IplScrubber *self);
  /* moves by a share of the complete range; FALSE without moving at the end */
  gboolean (*play) (IplScrubber *self, double share);
  void (*finish) (IplScrubber *self);   /* moves to the end */
  char *(*to_text) (IplScrubber *self); /* text of the entry for the current position */
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
