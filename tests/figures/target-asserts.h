/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/target-sentence.h"
#include "figure-fixture.h"

/* What is said of a target, to the letter. */
static inline void
assert_description (const Fixture *fixture, IplTarget target, const char *expected)
{
  g_autofree char *text = ipl_target_describe (&target, &fixture->view);

  g_assert_cmpstr (text, ==, expected);
}
