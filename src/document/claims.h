/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/display.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* The settings that let a claim be seen. */
typedef struct
{
  gboolean gp;            /* the limit of infinite width is shown ... */
  double width;           /* ... or else this width */
  IplAccuracyLines lines; /* the parts of U that the accuracy panel shows */
  IplMapShown quantity;   /* quantity of maps */
  double time;            /* the moment of a trajectory, negative for the one that is shown */
  IplTarget target;       /* selected target, or none */
  const char *page;       /* its page, that of the claim if it has one ... */
  const char *panel;      /* ... and the panel that shows it best */
} IplClaimView;

/* A statement of the papers about a case of attention paths, or about an experiment in time. */
typedef struct
{
  const char *id;    /* its name in the action that shows it */
  const char *title; /* the statement, plain text */
  const char *page;  /* the page it is seen on ... */
  const char *panel; /* ... and the panel that shows it best, as a rule */
  /* Finds the view that shows the claim, and checks it by the numbers of the case.
   * @text: (out) (transfer full): one or two sentences
   * Returns: FALSE if the numbers do not support it; @text explains this */
  gboolean (*look) (const IplView *view, IplClaimView *shown, char **text);
  gboolean in_time;    /* TRUE if it is about a trajectory, FALSE if about a case */
  gboolean of_outputs; /* TRUE for cases of several outputs only */
} IplClaim;

const IplClaim *ipl_claims (guint *n);
gboolean ipl_claim_is_shown (const IplClaim *self, const IplView *view);
gboolean ipl_claim_look (const IplClaim *self, const IplView *view, IplClaimView *shown,
                         char **text);
