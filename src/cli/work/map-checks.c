/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The posterior sampled at points of a map, beside the theory, as a table and in sentences. */
#include "core/maps/map-checked.h"
#include "cli/work/map.h"

#include <math.h>
#include <stdio.h>

static void
print_check (const IplMap *map, const IplMapCheck *check)
{
  const double *numbers = check->numbers;
  double theory = ipl_map_get (map, check->cell, IPL_MAP_ACCURACY);
  double apart = numbers[IPL_MAP_CHECK_ACCURACY] - theory,
         se = numbers[IPL_MAP_CHECK_DIFFERENCE_SE];
  g_autofree char *place = ipl_map_plan_describe (&map->run, check->cell);
  gboolean differs = fabs (apart) > IPL_MAP_CHECK_ERRORS * se;

  printf ("%8.4f ± %5.4f %8.4f %8.4f ± %5.4f %7.3f %8.0f  %s%s%s\n",
          numbers[IPL_MAP_CHECK_ACCURACY], numbers[IPL_MAP_CHECK_ACCURACY_SE], theory, apart, se,
          numbers[IPL_MAP_CHECK_RHAT], numbers[IPL_MAP_CHECK_ESS], place,
          differs ? ": differs by more than 3 standard errors" : "",
          check->trouble != NULL ? ": not to be relied on" : "");
}

/* Nothing where nothing was sampled. */
void
cli_map_print_checks (const IplMap *map)
{
  if (map->checks->len == 0)
    return;
  printf ("The posterior, sampled:\n%16s %8s %18s %7s %8s  %s\n",
          ipl_score_of_labels (&map->labels)->column, "theory", "difference", "R-hat", "bulk ESS",
          "at");
  for (guint i = 0; i < map->checks->len; i++)
    print_check (map, map->checks->pdata[i]);
}

/* Says of each point why its chains cannot be relied on. */
CliExit
cli_map_tell_checks (const IplMap *map)
{
  CliExit code = CLI_OK;

  for (guint i = 0; i < map->checks->len; i++)
    {
      const IplMapCheck *check = map->checks->pdata[i];
      g_autofree char *place = ipl_map_plan_describe (&map->run, check->cell);

      if (check->trouble != NULL)
        code = cli_fail (CLI_NOT_CONVERGED, "%s: %s", place, check->trouble);
    }
  return code;
}
