/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "figures/web/web-drawing.h"
#include "figures/web/web-strings.h"

typedef struct
{
  char *label; /* what the slider calls it, such as "100", plain text */
  int row;     /* the row of the sweep that it is, or -1 */
} IplWebFrame;

/* A part of a page: figures that are linked, at one width after the other. A page of a case has
 * one, that of a story one for each stop. */
typedef struct
{
  char *title;         /* its heading, plain text */
  char *text;          /* (nullable): what is said of it, plain text */
  GArray *frames;      /* (element-type IplWebFrame): what the slider goes through, at least one */
  guint first;         /* the frame that is shown first */
  GPtrArray *drawings; /* (element-type IplWebDrawing): its figures */
} IplWebStop;

/* @fraction: of the stop */
typedef void (*IplWebProgress) (double fraction, gpointer data);

IplWebStop *ipl_web_stop_new (const char *title, const char *text);
void ipl_web_stop_free (IplWebStop *self);
void ipl_web_stop_add_frame (IplWebStop *self, const char *label, int row);
gboolean ipl_web_stop_write (const IplWebStop *self, guint number, IplWebStrings *strings,
                             JsonBuilder *json, GString *html, IplWebProgress progress,
                             gpointer data, GCancellable *cancellable, GError **error);
