/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test.h"
#include "canvas.h"
#include "figures/view/panel.h"

/* Under a sanitizer memory is watched, and one size touches as much of it as all: of the sizes at
 * which every figure is laid out only the first is tried. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define FIXTURE_SIZES(n) 1
#else
#define FIXTURE_SIZES(n) (n)
#endif

G_BEGIN_DECLS

typedef enum
{
  FIXTURE_HMC4,       /* the published four paths */
  FIXTURE_DEEP,       /* 3 layers of 4 heads, 64 paths */
  FIXTURE_MIDDLE,     /* 3 layers, 2 3 2 heads, unequal widths */
  FIXTURE_ONE_PATH,   /* one layer, one head */
  FIXTURE_ONE_LAYER,  /* one layer, three heads, regression */
  FIXTURE_ONE_WIDTH,  /* four paths, a sweep of one row */
  FIXTURE_UNSOLVED,   /* four paths, no sweep */
  FIXTURE_ARRIVING,   /* four paths, some rows of the sweep not there yet */
  FIXTURE_GP,         /* four paths, standing at the GP limit */
  FIXTURE_GP_ONLY,    /* four paths, the GP limit and no sweep */
  FIXTURE_NAN,        /* accuracies and overlaps that are not numbers */
  FIXTURE_EQUAL,      /* all values the same */
  FIXTURE_BETWEEN,    /* the current width is no row of the sweep */
  FIXTURE_LONG_NAMES, /* four paths with names too long for any place */
  FIXTURE_RESIDUAL,   /* 2 layers of two heads and the identity */
  FIXTURE_CLASSES,    /* four paths, three classes */
  FIXTURE_SAMPLED,    /* four paths, all widths sampled, the third without convergence */
  FIXTURE_SAMPLING, /* four paths, two widths sampled, one that is not in the sweep, not the current
                     */
  FIXTURE_DEEP_SAMPLED,       /* 64 paths, sampled by twenty chains */
  FIXTURE_REGRESSION_SAMPLED, /* one layer, regression, sampled */
  FIXTURE_LONG_RUN,           /* four paths, one chain of 30000 draws */
  FIXTURE_FIRST_DRAW,         /* four paths, two chains of a single draw: no diagnostics yet */
  FIXTURE_ONLY_SAMPLED,       /* four paths, samples and no theory */
  FIXTURE_STUCK,              /* four paths, chains that do not move */
  FIXTURE_ONE_SHOT,           /* trained: 2 layers of 4 heads, three test sets */
  FIXTURE_TWO_HEADS,          /* trained: one layer of two heads */
  FIXTURE_MANY_HEADS,         /* trained: 2 layers of 12 heads */
  FIXTURE_LAYERS,             /* trained: 8 layers of one or two heads */
  FIXTURE_PARTIAL,            /* 2 layers of 4 heads, not trained; everything has just begun */
  N_FIXTURES,
} FixtureKind;

extern const char *const fixture_names[N_FIXTURES];

typedef struct _FixtureNetwork FixtureNetwork;

/* A view and all that it borrows from, and a style to draw it in. */
typedef struct
{
  IplView view;
  IplStyle style;
  IplCase *the_case;
  IplSweep *sweep;
  GPtrArray *solutions;
  GPtrArray *posteriors;
  FixtureNetwork *network;
  IplKernelPicture *kernels;
} Fixture;

/* figure-fixture-posterior.c: samples around a solution, made up but always the same. */
double fixture_irregular (gsize i);
IplPosteriorSummary *fixture_posterior_new (const IplSolution *solution, guint n_chains,
                                            guint n_draws, gboolean fine);
void fixture_posterior_free (IplPosteriorSummary *self);
/* What was sampled of a fixture of this kind. */
void fixture_add_samples (Fixture *self, FixtureKind kind);

/* figure-fixture-network.c: a trained network around a case that is solved. */
void fixture_network_train_case (IplCase *the_case);
FixtureNetwork *fixture_network_new (Fixture *fixture, gboolean whole);
void fixture_network_free (FixtureNetwork *self);

/* figure-fixture-kernels.c */
IplKernelPicture *fixture_kernels_new (const IplView *view);

/* figure-fixture-task.c */
IplMap *fixture_map_new (void);
IplTaskCard *fixture_add_card (Fixture *self);

/* figure-fixture-item.c: where a panel's plot has what a target is; the panel lies at the origin.
 */
gboolean fixture_find_item (const IplPanel *panel, const IplView *view, const IplStyle *style,
                            double width, double height, IplTarget target, double *x, double *y);

Fixture *fixture_new (FixtureKind kind);
void fixture_free (Fixture *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

/* A test of a fixture of each of these kinds, whose name ends its path. */
#define FIXTURE_TEST(name, path, ...)                                                              \
  static void name (Fixture *fixture);                                                             \
  static void run_##name (gconstpointer kind)                                                      \
  {                                                                                                \
    g_autoptr (Fixture) fixture = fixture_new (GPOINTER_TO_INT (kind));                            \
                                                                                                   \
    name (fixture);                                                                                \
  }                                                                                                \
  __attribute__ ((constructor)) static void add_##name (void)                                      \
  {                                                                                                \
    const FixtureKind kinds[] = { __VA_ARGS__ };                                                   \
                                                                                                   \
    for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)                                               \
      test_add_row (run_##name, GINT_TO_POINTER (kinds[i]), path "/%s", fixture_names[kinds[i]]);  \
  }                                                                                                \
  static void name (Fixture *fixture)

G_END_DECLS
