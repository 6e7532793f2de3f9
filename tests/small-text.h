/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/text-parameters.h"
#include "core/parameters/parameters.h"

/* A network that learns an invented text in no time. */
static inline void
set_small_text (IplParameters *parameters, guint steps)
{
  IplTextParameters *own;

  ipl_parameters_init (parameters, "joma-text");
  own = ipl_parameters_edit_specific (parameters);
  own->n_words = 4000;
  own->shape.d = own->shape.hidden = 16;
  own->shape.L = 10;
  own->batch = 4;
  own->steps = steps;
}
