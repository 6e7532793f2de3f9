/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves a map for the command map. */
#include "cli/work/command-input.h"

#include "core/maps/map-file.h"
#include "runs/map-run.h"
#include <math.h>

/* Largest printed table. */
#define MOST_COLUMNS 12
#define MOST_ROWS 40

typedef struct
{
  const CliWork *work;
  const IplMap *map;
} Output;

/* @x, @y: (nullable): values of these options */
gboolean
cli_map_set_axes (IplRunSettings *run, const char *x_option, const char *x, const char *y_option,
                  const char *y, GError **error)
{
  return (x == NULL || ipl_map_axis_find (&run->x, x_option, x, &run->parameters, error))
         && (y == NULL || ipl_map_axis_find (&run->y, y_option, y, &run->parameters, error))
         && ipl_map_plan_check (run, error);
}

static gboolean
write_map (const Output *output, const char *path, GError **error)
{
  g_autofree char *settings
      = ipl_run_files_to_json (&output->map->run, output->work->arguments->anonymous);

  return ipl_map_save (output->map, settings, path, error);
}

static void
save_map (const IplMap *so_far, gpointer data)
{
  Output *output = data;

  if (output->work->arguments->out == NULL)
    return;
  output->map = so_far;
  write_map (output, output->work->arguments->out, NULL);
}

static void
print_value (const IplSweepAxis *axis, guint i)
{
  if (isinf (axis->values[i]))
    cli_print ("%12s", "GP");
  else
    cli_print ("%12.6g", axis->values[i]);
}

static void
print_curve (const IplMap *map)
{
  g_autofree char *sign = ipl_sweep_axis_get_sign (&map->run.x);
  const char *what = ipl_score_of_labels (&map->labels)->column;

  cli_print ("%12s %16s %8s %8s %9s %9s %12s\n", sign, what, "GP", "gain", "off diag.", "alignment",
             "action");
  for (guint x = 0; x < map->nx; x++)
    {
      IplMapSpread score = ipl_map_spread (map, 0, x, IPL_MAP_ACCURACY);

      print_value (&map->run.x, x);
      cli_print (" %8.4f", score.mean);
      cli_print (map->n_seeds > 1 ? " ± %5.4f" : "        ", score.se);
      cli_print (" %8.4f %8.4f %9.4f %9.4f %12.6f\n",
                 ipl_map_spread (map, 0, x, IPL_MAP_ACCURACY_GP).mean,
                 ipl_map_spread (map, 0, x, IPL_MAP_GAIN).mean,
                 ipl_map_spread (map, 0, x, IPL_MAP_OFF_DIAGONAL).mean,
                 ipl_map_spread (map, 0, x, IPL_MAP_ALIGNMENT).mean,
                 ipl_map_spread (map, 0, x, IPL_MAP_ACTION).mean);
    }
}

static void
print_table (const IplMap *map, IplMapNumber number)
{
  g_autofree char *x_sign = ipl_sweep_axis_get_sign (&map->run.x);
  g_autofree char *y_sign = ipl_sweep_axis_get_sign (&map->run.y);
  g_autofree char *field = ipl_map_quantity_field (map, number);

  cli_print ("%s, %s to the right, %s down:\n%12s", field, x_sign, y_sign, "");
  for (guint x = 0; x < map->nx; x++)
    print_value (&map->run.x, x);
  cli_print ("\n");
  for (guint y = 0; y < map->ny; y++)
    {
      print_value (&map->run.y, y);
      for (guint x = 0; x < map->nx; x++)
        cli_print ("%12.4f", ipl_map_spread (map, y, x, number).mean);
      cli_print ("\n");
    }
}

static void
print_map (const IplMap *map)
{
  if (map->nx > (map->ny > 1 ? MOST_COLUMNS : MOST_ROWS) || map->ny > MOST_ROWS)
    return;
  if (map->run.y.n == 0)
    print_curve (map);
  else
    {
      print_table (map, IPL_MAP_ACCURACY);
      print_table (map, IPL_MAP_GAIN);
    }
}

/* Reports cells without a case or with doubtful results. Each sentence is printed once. */
static CliExit
report_doubtful_cells (const IplMap *map)
{
  guint doubtful = 0, several = 0, impossible = 0, first = map->n;

  for (guint i = 0; i < map->n; i++)
    {
      const IplMapCell *cell = &map->cells[i];

      impossible += cell->state == IPL_MAP_IMPOSSIBLE;
      if (cell->state != IPL_MAP_SOLVED)
        continue;
      several += cell->numbers[IPL_MAP_STARTS_AGREEING] < cell->numbers[IPL_MAP_STARTS];
      if (cell->numbers[IPL_MAP_CONVERGED] == 0 && doubtful++ == 0)
        first = i;
    }
  for (guint i = 0; i < map->sentences->len; i++)
    cli_note (map->sentences->pdata[i], NULL);
  if (several > 0)
    cli_print_error ("%u of %u settings have several minima; the lowest one found is used.\n",
                     several, map->n);
  if (impossible == map->n)
    return cli_fail (CLI_FAILED, "No setting of the map can be solved.");
  if (impossible > 0)
    return cli_fail (CLI_NOT_CONVERGED, "%u of %u settings are impossible, and NaN in the map.",
                     impossible, map->n);
  if (doubtful > 0)
    {
      g_autofree char *name = ipl_map_plan_describe (&map->run, first, FALSE);

      return cli_fail (CLI_NOT_CONVERGED, "%u of %u settings did not converge; the first is %s.",
                       doubtful, map->n, name);
    }
  return CLI_OK;
}

static CliExit
report_map (const CliWork *self, const IplMapResult *result, Output *output)
{
  const IplMap *map = result->map;
  g_autoptr (GError) error = NULL;

  output->map = map;
  if (self->arguments->out != NULL && !write_map (output, self->arguments->out, &error))
    return cli_fail_error (error);
  print_map (map);
  if (result->error != NULL)
    return cli_fail_error (result->error);
  if (!result->finished)
    return cli_fail (
        CLI_INTERRUPTED, "Stopped; %u of %u settings were solved until then%s.", map->n_done,
        map->n, self->arguments->out != NULL ? " and are written: the same command resumes" : "");
  return report_doubtful_cells (map);
}

/* Solves the cells of the map that its file does not have yet. */
CliExit
cli_map_work (CliWork *self)
{
  Output output = { self, NULL };
  g_autoptr (IplMap) before
      = self->arguments->out != NULL
            ? ipl_map_load_same_version (self->arguments->out, &self->run, cli_cancellable ())
            : NULL;
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (GError) error = NULL;
  IplMapRequest request = {
    .run = self->run,
    .before = before,
    .threads = self->arguments->threads,
    .save = save_map,
    .data = &output,
  };
  g_autoptr (IplMapResult) result = NULL;
  CliExit code
      = cli_try_output ("--out", self->arguments->out,
                        8.0 * IPL_MAP_N_NUMBERS * ipl_map_plan_n_cells (&self->run), ".npz");

  if (code != CLI_OK)
    return code;
  if (self->the_case != NULL)
    {
      kernel = ipl_kernel_prepare (self->the_case, cli_cancellable (), &error);
      if (kernel == NULL)
        return cli_fail_error (error);
      request.kernel = kernel;
      request.case_parameters = self->run.parameters;
    }
  result = ipl_run_now (&ipl_run_map, NULL, &request, cli_cancellable (), cli_job_progress, NULL);
  cli_progress_done ();
  return result->map != NULL ? report_map (self, result, &output) : cli_fail_error (result->error);
}
