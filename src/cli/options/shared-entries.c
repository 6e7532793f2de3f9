/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that several commands have. */
#include "cli/options/command-table.h"

const CliEntry cli_widths_entry[] = {
  { "widths", 'w', CLI_AXIS, CLI_AT (sweep.widths),
    "widths, each one number or N_1:..:N_L:N_a, separated by commas (default: those of the case)",
    "LIST", IPL_AXIS_WIDTHS },
  { NULL }
};

const CliEntry cli_priors_entries[]
    = { { "temperatures", 't', CLI_AXIS, CLI_AT (sweep.temperatures),
          "temperatures, separated by commas, or low:high:count (default: that of the case)",
          "LIST", IPL_AXIS_TEMPERATURE },
        { "variances", 'v', CLI_AXIS, CLI_AT (sweep.variances),
          "prior variances s0^2,s_1^2,..,s_L^2,s_a^2; several sets of them separated by semicolons "
          "(default: "
          "those of the case)",
          "LIST", IPL_AXIS_VARIANCES },
        { NULL } };

const CliEntry cli_variances_entry[]
    = { { "variances", 'v', CLI_ONE, CLI_AT (sweep.variances),
          "prior variances s0^2,s_1^2,..,s_L^2,s_a^2 (default: those of the case)", "LIST",
          IPL_AXIS_VARIANCES },
        { NULL } };

const CliEntry cli_prior_entries[]
    = { { "temperature", 't', CLI_ONE, CLI_AT (sweep.temperatures),
          "temperature (default: that of the case; of one-shot cases the best at each width)", "T",
          IPL_AXIS_TEMPERATURE },
        CLI_ENTRIES (cli_variances_entry),
        { NULL } };

const CliEntry cli_best_entry[] = {
  { "best", 0, CLI_FLAG, CLI_AT (sweep.best),
    "for each width only the temperature of the best accuracy (one-shot cases: always, unless "
    "temperatures are given)" },
  { NULL }
};

const CliEntry cli_gp_paths_entry[]
    = { { "gp-paths", 0, CLI_TEXT, CLI_AT (sweep.gp_paths),
          "GP limits of these paths too: by number, (1,2) or name, separated by commas; subsets by "
          "semicolons",
          "PATHS" },
        { NULL } };

const CliEntry cli_seeds_entry[]
    = { { "seeds", 0, CLI_AXIS, CLI_AT (sweep.seeds),
          "also the mean over these seeds of a built-in case, with its standard deviation", "A-B",
          IPL_AXIS_SEEDS },
        { NULL } };

const CliEntry cli_threads_entry[]
    = { { "threads", 'j', CLI_INTEGER, CLI_AT (n_threads),
          "threads; the numbers do not depend on it (default: one for each processor)", "n", 1,
          1024 },
        { NULL } };

const CliEntry cli_seed_entry[]
    = { { "seed", 's', CLI_SEED, CLI_AT (sweep.seed), "seed of a built-in case (default: its own)",
          "n", .initial = -1 },
        { NULL } };

const CliEntry cli_components_entry[] = {
  { "components", 0, CLI_INTEGER, CLI_AT (drawing.display.n_components),
    "number of principal components in the results (default: 50, or all if they cost no more)", "n",
    1, 1000000 },
  { NULL }
};

const CliEntry cli_dry_run_entry[]
    = { { "dry-run", 0, CLI_FLAG, CLI_AT (dry_run),
          "only time the first rows or steps, and estimate the total time" },
        { NULL } };

const CliEntry cli_json_entry[]
    = { { "json", 0, CLI_FLAG, CLI_AT (json), "print JSON instead of a table" }, { NULL } };

const CliEntry cli_anonymous_entry[] = {
  { "anonymous", 0, CLI_FLAG, CLI_AT (anonymous),
    "for double-blind review: write no file names, no names of cases from files, and no command" },
  { NULL }
};

const CliEntry cli_sampler_entries[]
    = { { "chains", 'c', CLI_INTEGER, CLI_AT (sampler.chains), "chains", "n", 1, IPL_MAX_CHAINS,
          IPL_POSTERIOR_DEFAULT_CHAINS },
        { "warmup", 0, CLI_INTEGER, CLI_AT (sampler.warmup), "warm-up transitions of each chain",
          "n", IPL_MIN_WARMUP, IPL_MAX_DRAWS, IPL_POSTERIOR_DEFAULT_WARMUP },
        { "target-acceptance", 0, CLI_REAL, CLI_AT (sampler.target_acceptance),
          "mean acceptance to which the step size adapts; 0.95 where transitions "
          "diverge",
          "x", IPL_POSTERIOR_LEAST_ACCEPTANCE, IPL_POSTERIOR_MOST_ACCEPTANCE,
          IPL_POSTERIOR_DEFAULT_ACCEPTANCE },
        { "method", 0, CLI_TEXT, CLI_AT (sampler.method),
          "sampling method: auto, nuts, tempered, .. (default: auto, which is tempered if a width "
          "is at most its number of rows)",
          "METHOD" },
        { NULL } };

const CliEntry cli_image_entries[]
    = { { "omniglot", 0, CLI_FILES, CLI_AT (images.zips), "Omniglot images, once for each archive",
          "ZIP" },
        { "holdout", 0, CLI_TEXT, CLI_AT (images.holdout),
          "alphabets held out for the test, separated by commas", "NAMES" },
        { "extra", 0, CLI_FILES, CLI_AT (images.extras),
          "a further test set: an archive or IDX images, once for each", "FILE" },
        { NULL } };

const CliEntry cli_panel_entry[] = { { "panel", 'p', CLI_TEXT, CLI_AT (drawing.panel_id),
                                       .value = "PANEL", .get_help = cli_list_panels },
                                     { NULL } };

const CliEntry cli_font_size_entry[]
    = { { "font-size", 0, CLI_REAL, CLI_AT (drawing.font_size),
          "text size in points (default: by the size of the figure)", "PT", IPL_PAPER_MIN_FONT,
          IPL_PAPER_MAX_FONT },
        { NULL } };

const CliEntry cli_theme_entry[] = { { "theme", 0, CLI_WORD, CLI_AT (drawing.theme),
                                       "light, dark, contrast or contrast-dark (default: light)",
                                       "THEME", .words = cli_theme_names },
                                     { NULL } };

const CliEntry cli_look_entries[]
    = { { "look", 0, CLI_WORD, CLI_AT (drawing.look),
          "own, or the paper's colours, marks and names (default: own)", "LOOK",
          .words = cli_look_names },
        { "style", 0, CLI_FILE, CLI_AT (drawing.style_file),
          "figure style (panels, titles, legends, axes, paths): a file saved by Figure Style…, or "
          "its text",
          "FILE" },
        { NULL } };

const CliEntry cli_fps_entry[]
    = { { "fps", 0, CLI_REAL, CLI_AT (drawing.fps), "frames a second", "n", 0.1, 60, 20 },
        { NULL } };
