/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "core/theory/kernel.h"
#include "core/theory/solution.h"
#include "shown/needs.h"

G_BEGIN_DECLS

/* As many quantities can be in the table. */
#define IPL_MOST_QUANTITIES 16

/**
 * IplQuantityInput:
 * @parameters: (nullable): what the case was made from; %NULL for further widths of a case, of
 *   which only quantities that depend on the solution are made
 * @the_case: the case
 * @current: (nullable): the solution shown; never %NULL for quantities that depend on it
 * @test: which test set is looked at
 * @first: which of its sequences of each label, from 0
 * @threads: threads to use, 0 for as many as there are cores; no number depends on it
 *
 * What a quantity is made from.
 */
typedef struct
{
  const IplParameters *parameters;
  IplCase *the_case;
  IplSolution *current;
  guint test;
  gsize first;
  guint threads;
} IplQuantityInput;

/* What a quantity depends on beside the case. */
typedef enum
{
  IPL_DEPENDS_CURRENT = 1 << 0,  /* on the solution shown */
  IPL_DEPENDS_EXAMPLES = 1 << 1, /* on the test set and the sequences looked at */
} IplQuantityDepends;

/**
 * IplQuantity:
 * @id: its name
 * @needs: the bit by which panels ask for it, of its own
 * @depends: what it depends on beside the case, #IplQuantityDepends
 * @is_quick: (nullable): whether it is made as fast as a frame, and of the parameters alone: it is
 *   shown with the first answer while a control is dragged
 * @make: makes it; @cache: (inout): what is kept for the next of the same case, %NULL at first
 * @cache_free: (nullable): frees that
 * @ref: another reference to it; it never changes
 * @unref: drops one
 * @belongs: (nullable): whether it is of such a case, as views are held to
 * @count_examples: (nullable): how many sequences there are to choose from
 *
 * What can be shown of a case beside the theory. It is made while a figure of it is in sight, or is
 * written. Where it cannot be made, the sentence of the error is shown in its place.
 */
typedef struct
{
  const char *id;
  guint needs;
  guint depends;
  gboolean (*is_quick) (const IplParameters *parameters);
  gpointer (*make) (const IplQuantityInput *input, gpointer *cache, GCancellable *cancellable,
                    GError **error);
  GDestroyNotify cache_free;
  gpointer (*ref) (gpointer value);
  GDestroyNotify unref;
  gboolean (*belongs) (gconstpointer value, const IplCaseInfo *the_case);
  gsize (*count_examples) (gconstpointer value);
} IplQuantity;

extern const IplQuantity ipl_quantity_card; /* an #IplTaskCard */

const IplQuantity *const *ipl_quantities (guint *n);
void ipl_quantity_register (const IplQuantity *quantity);

/**
 * IplQuantities:
 * @value: [IPL_MOST_QUANTITIES] (nullable): what has been made, by its place in the table
 * @why: [IPL_MOST_QUANTITIES] (nullable): why it could not be, a sentence
 *
 * What there is of all quantities. Plain value: ipl_quantities_copy() takes references.
 */
typedef struct
{
  gpointer value[IPL_MOST_QUANTITIES];
  char *why[IPL_MOST_QUANTITIES];
} IplQuantities;

gconstpointer ipl_quantities_get (const IplQuantities *self, const IplQuantity *quantity);
const char *ipl_quantities_get_why (const IplQuantities *self, const IplQuantity *quantity);
void ipl_quantities_set (IplQuantities *self, const IplQuantity *quantity, gpointer value,
                         const char *why);
void ipl_quantities_copy (IplQuantities *self, const IplQuantities *from);
void ipl_quantities_clear (IplQuantities *self);
void ipl_quantities_free (gpointer quantities);
gboolean ipl_quantities_make (IplQuantities *self, guint needs, const IplQuantityInput *input,
                              GCancellable *cancellable, GError **error);
gboolean ipl_quantities_follow (IplQuantities *self, const IplQuantities *shown, guint needs,
                                const IplQuantityInput *input, GCancellable *cancellable,
                                GError **error);
guint ipl_quantities_that_follow (void);
gsize ipl_quantities_count_examples (const IplQuantities *self);
gboolean ipl_quantities_same (const IplQuantities *a, const IplQuantities *b);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplQuantities, ipl_quantities_clear)

G_END_DECLS
