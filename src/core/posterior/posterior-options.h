/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/case/setting.h"
#include "core/kernel/kernel.h"

/* Transition method of a chain; all have the same stationary distribution, the posterior. */
typedef enum
{
  IPL_POSTERIOR_AUTOMATIC, /* whichever ipl_posterior_method_resolve() finds right */
  IPL_POSTERIOR_NUTS,      /* no U-turns on the density itself (THEORY.md section 6.3) */
  /* replica exchange over powers of the likelihood, from the prior to the posterior, which finds
   * several modes (section 6.7) */
  IPL_POSTERIOR_TEMPERED,
  /* NUTS on a surrogate of the energy, every move accepted or refused with one exact energy
   * (section 10) */
  IPL_POSTERIOR_SURROGATE,
  IPL_POSTERIOR_N_METHODS,
} IplPosteriorMethod;

/* Options of sampling the exact posterior. */
typedef struct
{
  guint chains; /* number of chains, at least 1 */
  /* warm-up transitions of each chain, in which step size and metric adapt */
  guint warmup;
  guint64 seed;              /* every chain draws from its own stream of this seed */
  gboolean prior_only;       /* leave the data out, E = 0: draws of the Wishart chain itself */
  IplPosteriorMethod method; /* transition method of the chains */
  /* mean acceptance to which the step size adapts; more takes shorter steps, for transitions that
   * diverge */
  double target_acceptance;
} IplPosteriorOptions;

#define IPL_POSTERIOR_DEFAULT_CHAINS 4
#define IPL_POSTERIOR_DEFAULT_WARMUP 300
#define IPL_POSTERIOR_DEFAULT_DRAWS 1000
#define IPL_POSTERIOR_DEFAULT_ACCEPTANCE 0.8
/* Acceptance after divergent transitions at the default. */
#define IPL_POSTERIOR_CAREFUL_ACCEPTANCE 0.95
#define IPL_POSTERIOR_LEAST_ACCEPTANCE 0.5
#define IPL_POSTERIOR_MOST_ACCEPTANCE 0.999

void ipl_posterior_options_init (IplPosteriorOptions *self);
gboolean ipl_posterior_options_equal (const IplPosteriorOptions *a, const IplPosteriorOptions *b);
IplPosteriorMethod ipl_posterior_method_resolve (const IplCase *the_case, const IplSetting *setting,
                                                 const IplPosteriorOptions *options);
gboolean ipl_posterior_options_validate (const IplPosteriorOptions *self, const IplCase *the_case,
                                         const IplSetting *setting, GError **error);
gboolean ipl_posterior_is_narrow (const IplCase *the_case, const IplSetting *setting);
/* "auto", "nuts", .., in the order of #IplPosteriorMethod; ends with NULL */
extern const char *const ipl_posterior_method_names[];
IplPosteriorMethod ipl_posterior_method_find (const char *name);

/* TRUE if a surrogate can replace the energy: square A_l, and pairs of paths few enough for a
 * matrix of second derivatives. */
gboolean ipl_surrogate_is_possible (const IplCase *the_case, const IplSetting *setting);
/* ... and large enough for a pilot: an exact gradient takes about a millisecond. */
gboolean ipl_surrogate_is_worth_trying (const IplCase *the_case, const IplSetting *setting);
