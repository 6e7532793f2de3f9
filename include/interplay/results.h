/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/options.h>
#include <interplay/posterior.h>
#include <interplay/theory.h>

G_BEGIN_DECLS

/**
 * InterplayResults:
 *
 * Results of a case or of an experiment in time, for files and figures: rows of the theory and of
 * samples, kernels, a map, heads, or a trajectory. Immutable, thread-safe, reference-counted.
 */
typedef struct _InterplayResults InterplayResults;

INTERPLAY_PUBLIC GType interplay_results_get_type (void);

/**
 * interplay_results_sweep:
 * @the_case: a case
 * @widths: (nullable): "10,100,gp", each a number, N_1:..:N_L:N_a or gp; by default those of the
 *   case
 * @temperatures: (nullable): "0.01,0.1" or "low:high:count"; by default those of the case
 * @options: (nullable): options
 * @cancellable: (nullable): checked while solving
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Solves the theory and the Gaussian-process limits at every width and temperature, as
 * "interplay-cli sweep" does, to the last bit.
 *
 * Returns: (transfer full) (nullable): a row for each setting
 */
INTERPLAY_PUBLIC InterplayResults *
interplay_results_sweep (InterplayCase *the_case, const char *widths, const char *temperatures,
                         InterplayOptions *options, GCancellable *cancellable, GError **error);

/**
 * interplay_results_sample:
 * @the_case: a case
 * @widths: (nullable): as for interplay_results_sweep(), without gp
 * @temperatures: (nullable): as for interplay_results_sweep()
 * @options: (nullable): options
 * @cancellable: (nullable): checked between transitions
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Solves the theory and samples the exact posterior over U, as "interplay-cli sample" does.
 *
 * Returns: (transfer full) (nullable): a row for each setting
 */
INTERPLAY_PUBLIC InterplayResults *
interplay_results_sample (InterplayCase *the_case, const char *widths, const char *temperatures,
                          InterplayOptions *options, GCancellable *cancellable, GError **error);

/**
 * interplay_results_kernels:
 * @the_case: a case
 * @width: (nullable): a number, N_1:..:N_L:N_a or gp; by default the first of the case
 * @temperature: (nullable): a number; by default that of the case
 * @options: (nullable): options
 * @cancellable: (nullable): checked while solving
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Computes the path-path kernels C_pq [Pi, Pi, P, P] of the training set and their sum K [P, P],
 * weighted by U, as "interplay-cli kernels" does.
 *
 * Returns: (transfer full) (nullable): the kernels
 */
INTERPLAY_PUBLIC InterplayResults *
interplay_results_kernels (InterplayCase *the_case, const char *width, const char *temperature,
                           InterplayOptions *options, GCancellable *cancellable, GError **error);

/**
 * interplay_results_map:
 * @the_case: a case that was made or loaded; a case in memory only for axes of the theory
 * @x: "NAME=LIST", the first axis: N, N1 to Na, T, s0 to sa, P, or the name of a parameter, with
 *   its values separated by commas or as low:high:count
 * @y: (nullable): the second axis
 * @width: (nullable): the width, if no axis is a width
 * @temperature: (nullable): the temperature, if no axis is a temperature
 * @options: (nullable): options
 * @cancellable: (nullable): checked while solving
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Solves the theory over one or two parameters, as "interplay-cli map" does.
 *
 * Returns: (transfer full) (nullable): the map
 */
INTERPLAY_PUBLIC InterplayResults *
interplay_results_map (InterplayCase *the_case, const char *x, const char *y, const char *width,
                       const char *temperature, InterplayOptions *options,
                       GCancellable *cancellable, GError **error);

/**
 * interplay_results_prune:
 * @the_case: a case
 * @width: (nullable): the theory's width; by default the trained network's, else 100
 * @temperature: (nullable): its temperature; by default of a trained network the best of ten, else
 *   that of the case
 * @options: (nullable): options
 * @cancellable: (nullable): checked during the computation
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Computes the score and the drop of each head, and the accuracy as heads are removed, as
 * "interplay-cli prune" does.
 *
 * Returns: (transfer full) (nullable): the heads
 */
INTERPLAY_PUBLIC InterplayResults *
interplay_results_prune (InterplayCase *the_case, const char *width, const char *temperature,
                         InterplayOptions *options, GCancellable *cancellable, GError **error);

/**
 * interplay_results_dynamics:
 * @name: an experiment in time, as listed by "interplay-cli cases": "joma-joint"
 * @words: (nullable) (array zero-terminated=1): as for interplay_case_make()
 * @options: (nullable): options
 * @cancellable: (nullable): checked during the computation
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Runs an experiment in time, as "interplay-cli dynamics" does.
 *
 * Returns: (transfer full) (nullable): the trajectory
 */
INTERPLAY_PUBLIC InterplayResults *
interplay_results_dynamics (const char *name, const char *const *words, InterplayOptions *options,
                            GCancellable *cancellable, GError **error);

/**
 * interplay_results_solve:
 * @the_case: a case
 * @n: number of settings, at least 1
 * @settings: (array length=n): the settings
 * @threads: number of threads, 0 for the number of cores; results do not depend on it
 * @cancellable: (nullable): checked while solving
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Solves the theory at every setting, and the Gaussian-process limits at their temperatures and
 * variances.
 *
 * Returns: (transfer full) (nullable): the results
 */
INTERPLAY_PUBLIC InterplayResults *
interplay_results_solve (InterplayCase *the_case, guint n, const InterplaySetting *const *settings,
                         guint threads, GCancellable *cancellable, GError **error);

/**
 * interplay_results_load:
 * @path: file name of results of a sweep, of samples, of a map or of an experiment in time, written
 *   by interplay_results_save_npz() or the command line
 * @cancellable: (nullable): checked while reading
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Reads results without computing anything. Figures of the examples of a case are not available.
 *
 * Returns: (transfer full) (nullable): the results
 */
INTERPLAY_PUBLIC InterplayResults *
interplay_results_load (const char *path, GCancellable *cancellable, GError **error);

/**
 * interplay_results_ref:
 * @self: results
 *
 * Returns: (transfer full): @self with one more reference
 */
INTERPLAY_PUBLIC InterplayResults *interplay_results_ref (InterplayResults *self);

/**
 * interplay_results_unref:
 * @self: (nullable) (transfer full): results
 */
INTERPLAY_PUBLIC void interplay_results_unref (InterplayResults *self);

/**
 * interplay_results_get_n_settings:
 * @self: results
 *
 * Returns: the number of settings; 0 if it is not a sweep
 */
INTERPLAY_PUBLIC guint interplay_results_get_n_settings (InterplayResults *self);

/**
 * interplay_results_get_theory:
 * @self: results
 * @index: setting, from 0
 *
 * Returns: (transfer full): the theory at this setting
 */
INTERPLAY_PUBLIC InterplayTheory *interplay_results_get_theory (InterplayResults *self,
                                                                guint index);

/**
 * interplay_results_get_gp:
 * @self: results
 * @index: setting, from 0
 *
 * Returns: (transfer full): the Gaussian-process limit at its temperature and variances
 */
INTERPLAY_PUBLIC InterplayTheory *interplay_results_get_gp (InterplayResults *self, guint index);

/**
 * interplay_results_save_npz:
 * @self: results
 * @samples: (nullable) (array): for each setting the summary of its samples, or %NULL
 * @path: file name
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Writes the arrays widths, temperature, variances, U, action, gradient, relative_gradient,
 * mean_test, var_test, accuracy (mean_squared_error for a regression), those of the
 * Gaussian-process limit with the suffix _gp, and more, for NumPy. An existing file is replaced
 * once the new one is complete.
 *
 * Returns: TRUE if the file was written
 */
INTERPLAY_PUBLIC gboolean interplay_results_save_npz (InterplayResults *self,
                                                      InterplaySummary *const *samples,
                                                      const char *path, GError **error);

/**
 * interplay_results_save_csv:
 * @self: results
 * @path: file name
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Writes a table with a line for each setting.
 *
 * Returns: TRUE if the file was written
 */
INTERPLAY_PUBLIC gboolean interplay_results_save_csv (InterplayResults *self, const char *path,
                                                      GError **error);

/**
 * interplay_results_to_json:
 * @self: results
 * @samples: (nullable) (array): as for interplay_results_save_npz()
 *
 * Returns: (transfer full): JSON text under the same names; free with g_free()
 */
INTERPLAY_PUBLIC char *interplay_results_to_json (InterplayResults *self,
                                                  InterplaySummary *const *samples);

/**
 * interplay_results_get_message:
 * @self: results
 *
 * Returns: (transfer none) (nullable): a sentence about the first unreliable part, such as a row
 *   that did not converge; %NULL if there is none
 */
INTERPLAY_PUBLIC const char *interplay_results_get_message (InterplayResults *self);

/**
 * interplay_results_list_panels:
 * @self: results
 *
 * Returns: (transfer full) (array zero-terminated=1): names of the available figures
 */
INTERPLAY_PUBLIC char **interplay_results_list_panels (InterplayResults *self);

/**
 * interplay_results_save_figure:
 * @self: results
 * @panel: (nullable): name of a figure, by default the main figure of the results
 * @size: (nullable): "neurips" (the default), "nature", "slide", "WxHin" or "WxHmm", and so on
 * @path: file name, which ends in .svg, .png, .pdf or .tex
 * @cancellable: (nullable)
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Returns: TRUE if the file was written
 */
INTERPLAY_PUBLIC gboolean interplay_results_save_figure (InterplayResults *self, const char *panel,
                                                         const char *size, const char *path,
                                                         GCancellable *cancellable, GError **error);

/**
 * interplay_results_save_html:
 * @self: results
 * @panel: (nullable): name of a figure, by default the main figures of the results
 * @size: (nullable): as for interplay_results_save_figure()
 * @path: file name, which ends in .html
 * @cancellable: (nullable)
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Writes a web page with the figures at every width, linked as in the window. The page needs
 * neither a server nor a network.
 *
 * Returns: TRUE if the file was written
 */
INTERPLAY_PUBLIC gboolean interplay_results_save_html (InterplayResults *self, const char *panel,
                                                       const char *size, const char *path,
                                                       GCancellable *cancellable, GError **error);

/**
 * interplay_results_to_script:
 * @self: results
 * @panel: (nullable): name of a figure
 * @size: (nullable): as for interplay_results_save_figure()
 * @file: name of the file of interplay_results_save_npz(), which need not exist yet
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Returns: (transfer full) (nullable): a script for NumPy and matplotlib that draws the figure from
 *   that file
 */
INTERPLAY_PUBLIC char *interplay_results_to_script (InterplayResults *self, const char *panel,
                                                    const char *size, const char *file,
                                                    GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayResults, interplay_results_unref)

G_END_DECLS
