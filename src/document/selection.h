/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>
#include "figures/view/panel.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

#define IPL_TYPE_SELECTION (ipl_selection_get_type ())
G_DECLARE_FINAL_TYPE (IplSelection, ipl_selection, IPL, SELECTION, GObject)

IplSelection *ipl_selection_new (void);
const IplTarget *ipl_selection_get_selected (IplSelection *self);
const IplTarget *ipl_selection_get_hovered (IplSelection *self);
const IplTarget *ipl_selection_get_shown (IplSelection *self);
const IplPanel *ipl_selection_get_panel (IplSelection *self);
void ipl_selection_get_pair (IplSelection *self, int *p, int *q);
void ipl_selection_get_head (IplSelection *self, int *layer, int *head);
void ipl_selection_get_example (IplSelection *self, int *example, int *token);
void ipl_selection_go_to_example (IplSelection *self, int example);
void ipl_selection_select (IplSelection *self, const IplTarget *target);
void ipl_selection_select_in (IplSelection *self, const IplPanel *panel, const IplTarget *target);
void ipl_selection_hover_in (IplSelection *self, const IplPanel *panel, const IplTarget *target);
void ipl_selection_hover (IplSelection *self, const IplTarget *target);
void ipl_selection_clear (IplSelection *self);
void ipl_selection_reset (IplSelection *self);
void ipl_selection_clamp (IplSelection *self, const IplView *view);
