/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "figures/kit/style.h"

/* The role of a mark: its colour follows in every theme. */
typedef enum
{
  IPL_ROLE_INK,
  IPL_ROLE_FAINT,
  IPL_ROLE_MUTED, /* between ink and paper, for what has no order */
  IPL_ROLE_PAPER,
  IPL_ROLE_ACCENT,
  IPL_ROLE_THEORY,
  IPL_ROLE_SAMPLED,
  IPL_ROLE_TRAINED,
  IPL_ROLE_GP,      /* the k-th limit: of n paths of the case */
  IPL_ROLE_SERIES,  /* the k-th of a few that have no order */
  IPL_ROLE_ORDERED, /* the k-th of n that have one: layers, components */
  IPL_ROLE_CHAIN,   /* the k-th chain */
  IPL_ROLE_PATH,    /* path k of the case */
  IPL_ROLE_HEADS,   /* a path without a case: k is the identity of its heads */
  IPL_ROLE_SIGN,    /* negative where k is not 0 */
} IplRoleKind;

typedef struct
{
  IplRoleKind kind;
  guint k, n;
  double fade;                 /* share of paper mixed into it */
  const IplCaseInfo *the_case; /* of a path, or of paths */
  const guint *paths;          /* (nullable): [n] of these, of a GP limit; borrowed */
} IplRole;

#define IPL_ROLE(name) ((IplRole){ .kind = IPL_ROLE_##name })
#define IPL_ROLE_OF(name, number) ((IplRole){ .kind = IPL_ROLE_##name, .k = (guint)(number) })
#define IPL_ROLE_OF_N(name, number, count)                                                         \
  ((IplRole){ .kind = IPL_ROLE_##name, .k = (guint)(number), .n = (guint)(count) })

/* Curves that have colours without an order; of more, colours are ordered. */
#define IPL_ROLE_FEW 6

IplColor ipl_role_color (IplRole role, const IplStyle *style);
