/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/maps/map-checked.h"

#include "core/parameters/parameters.h"
#include <math.h>

/* The place of a cell among the checks, or where it would stand. */
static guint
find_place (const IplMap *self, guint cell)
{
  guint i = 0;

  while (i < self->checks->len && ((const IplMapCheck *)self->checks->pdata[i])->cell < cell)
    i++;
  return i;
}

/* One of the same cell before is replaced. */
void
ipl_map_add_check (IplMap *self, IplMapCheck *check_take)
{
  guint place = find_place (self, check_take->cell);

  if (ipl_map_find_check (self, check_take->cell) != NULL)
    g_ptr_array_remove_index (self->checks, place);
  g_ptr_array_insert (self->checks, (gint)place, check_take);
}

/* Returns: (nullable): what was sampled there */
const IplMapCheck *
ipl_map_find_check (const IplMap *self, guint cell)
{
  guint place = find_place (self, cell);
  const IplMapCheck *check = place < self->checks->len ? self->checks->pdata[place] : NULL;

  return check != NULL && check->cell == cell ? check : NULL;
}

/* Takes over what was sampled at the settings that are cells of both, but where there is something
 * already. */
void
ipl_map_take_checks (IplMap *self, const IplMap *other)
{
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  guint cell;

  for (guint i = 0; i < other->checks->len; i++)
    {
      const IplMapCheck *check = other->checks->pdata[i];

      ipl_map_plan_get (&other->run, check->cell, parameters);
      if (ipl_map_plan_find (&self->run, parameters, &cell)
          && ipl_map_find_check (self, cell) == NULL)
        ipl_map_add_check (self, ipl_map_check_new (cell, check->numbers, check->n_paths, check->U,
                                                    check->trouble));
    }
}

/* Adds a seed; its standard error squared to @se. */
static void
add_seed (IplMapChecked *checked, const IplMapCheck *check, double sampled, double theory,
          double se)
{
  if (isnan (theory))
    return;
  checked->n++;
  checked->mean += (sampled - checked->mean) / checked->n;
  checked->theory += (theory - checked->theory) / checked->n;
  checked->se += se * se;
  if (checked->trouble == NULL)
    checked->trouble = check->trouble;
}

static IplMapChecked
finish (IplMapChecked checked)
{
  if (checked.n == 0)
    return checked;
  checked.se = sqrt (checked.se) / checked.n;
  checked.differs = fabs (checked.mean - checked.theory) > IPL_MAP_CHECK_ERRORS * checked.se;
  return checked;
}

/* The accuracy or its gain over the GP limit; no other number is sampled. */
IplMapChecked
ipl_map_get_checked (const IplMap *self, guint y, guint x, IplMapNumber number)
{
  const IplScore *score = ipl_score_of_labels (&self->labels);
  IplMapChecked checked = { 0 };

  for (guint s = 0; s < self->n_seeds && self->checks->len > 0; s++)
    {
      guint cell = ipl_map_index (self, s, y, x);
      const IplMapCheck *check = ipl_map_find_check (self, cell);
      double sampled = check != NULL ? check->numbers[IPL_MAP_CHECK_ACCURACY] : NAN;
      double gain = sampled - ipl_map_get (self, cell, IPL_MAP_ACCURACY_GP);

      if (check == NULL || (number != IPL_MAP_ACCURACY && number != IPL_MAP_GAIN))
        continue;
      if (number == IPL_MAP_GAIN)
        sampled = score->less_is_better ? -gain : gain;
      add_seed (&checked, check, sampled, ipl_map_get (self, cell, number),
                check->numbers[IPL_MAP_CHECK_DIFFERENCE_SE]);
    }
  return finish (checked);
}

/* U_pp, whose error is that of sampling alone. */
IplMapChecked
ipl_map_get_checked_U (const IplMap *self, guint y, guint x, guint path)
{
  IplMapChecked checked = { 0 };

  for (guint s = 0; s < self->n_seeds && self->checks->len > 0; s++)
    {
      guint cell = ipl_map_index (self, s, y, x);
      const IplMapCheck *check = ipl_map_find_check (self, cell);

      if (check != NULL && path < check->n_paths)
        add_seed (&checked, check, check->U[path], ipl_map_get_U (self, cell, path),
                  check->U[check->n_paths + path]);
    }
  return finish (checked);
}
