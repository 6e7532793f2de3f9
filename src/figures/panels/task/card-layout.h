/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/task-card.h"
#include "figures/kit/frame.h"
#include "figures/kit/legend.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* The noise that can be dragged: in the plane of v+ and v-, and across. */
typedef enum
{
  IPL_CARD_PARALLEL,
  IPL_CARD_ACROSS,
  IPL_CARD_N_NOISES,
} IplCardNoise;

/* The noise at the end of a track; shares of it are cube roots, so that 1 and 5 are apart. */
#define IPL_CARD_MOST_NOISE 50.0

/* One sequence: its title, its chain, its tokens in the plane, and what heads look at. */
typedef struct
{
  double title_x, title_y, title_w;
  IplRect strip;    /* of the hidden states; empty where there are none or no room */
  IplRect sentence; /* of the texts of its tokens; the same */
  IplFrame frame;
  gboolean has_frame;
} IplCardBand;

/* Where everything on the card of a task lies. */
typedef struct
{
  const IplTaskCard *card;
  guint n; /* sequences shown */
  IplCardBand band[IPL_CARD_MOST_SEQUENCES];
  guint columns;  /* of maps */
  double side;    /* of a map, 0 where there is no room */
  double label_h; /* above a map */
  double map_x, pitch_x, pitch_y;
  double map_y[IPL_CARD_MOST_SEQUENCES]; /* of the first of a sequence */
  IplLegend legend, maps_legend;         /* of the planes, and of the maps */
  double legend_x, legend_y, maps_legend_x, maps_legend_y;
  double legend_h;                  /* of both */
  double track_label;               /* width of the noise, which stands before its track */
  IplRect track[IPL_CARD_N_NOISES]; /* where noise is dragged; empty where there is none */
} IplCardLayout;

void ipl_card_layout_init (gpointer layout, const IplView *view, const IplStyle *style,
                           double width, double height);
void ipl_card_layout_clear (gpointer layout);
IplRect ipl_card_layout_map (const IplCardLayout *self, guint sequence, guint index);
char *ipl_card_sequence_title (const IplTaskCard *card, guint sequence, const IplView *view);
IplColor ipl_card_kind_color (const IplStyle *style, guint8 kind);

const char *ipl_card_empty (const IplView *view, const char **more);
const IplTokenTexts *ipl_card_tokens (const IplView *view);
char *ipl_card_sentence (const IplView *view, guint sequence);
char *ipl_card_say (const IplTarget *target, const IplView *view);
void ipl_describe_card (GString *text, const IplView *view);
void ipl_table_card (GString *text, const IplView *view);
