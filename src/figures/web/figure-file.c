/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a figure to a file whose ending decides the format. */
#include "figures/web/figure-file.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/text-escape.h"
#include "figures/animation/figure-film.h"
#include "figures/animation/story-file.h"
#include "figures/output/export.h"
#include "figures/python/python-script.h"
#include "figures/web/web-file.h"

/* Returns: (transfer full) (nullable): ending of a file name in lower case, without the dot */
static char *
get_ending (const char *path)
{
  const char *slash = strrchr (path, '/');
  const char *dot = strrchr (slash != NULL ? slash : path, '.');

  return dot != NULL ? g_ascii_strdown (dot + 1, -1) : NULL;
}

/* @format: (out) (nullable): format of a page; NULL for other kinds */
static IplFigureKind
find_kind (const char *path, const IplFormat **format)
{
  g_autofree char *ending = get_ending (path);

  *format = NULL;
  if (ending == NULL)
    return IPL_FIGURE_OTHER;
  if (ipl_format_parse (ending, format))
    return IPL_FIGURE_PAGE;
  if (ipl_animation_format_of (path) != NULL)
    return IPL_FIGURE_FILM;
  if (strcmp (ending, "html") == 0)
    return IPL_FIGURE_WEB;
  return strcmp (ending, IPL_FIGURE_PYTHON) == 0 ? IPL_FIGURE_SCRIPT : IPL_FIGURE_OTHER;
}

IplFigureKind
ipl_figure_kind_of (const char *path)
{
  const IplFormat *format;

  return find_kind (path, &format);
}

/* @kinds: set of #IplFigureKind
 * Returns: (transfer full): ".png, .svg, .pdf, .tex or .py", for sentences */
char *
ipl_figure_endings (guint kinds)
{
  guint n_formats, n_animations;
  const IplFormat *const *formats = ipl_formats (&n_formats);
  const IplAnimationFormat *animations = ipl_animation_formats (&n_animations);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  GString *text = g_string_new (NULL);

  for (guint i = 0; (kinds & IPL_FIGURE_PAGE) != 0 && i < n_formats; i++)
    g_ptr_array_add (list, (gpointer)formats[i]->id);
  if ((kinds & IPL_FIGURE_WEB) != 0)
    g_ptr_array_add (list, (gpointer) "html");
  for (guint i = 0; (kinds & IPL_FIGURE_FILM) != 0 && i < n_animations; i++)
    g_ptr_array_add (list, (gpointer)animations[i].id);
  if ((kinds & IPL_FIGURE_SCRIPT) != 0)
    g_ptr_array_add (list, (gpointer)IPL_FIGURE_PYTHON);
  for (guint i = 0; i < list->len; i++)
    g_string_append_printf (text, "%s.%s",
                            i == 0              ? ""
                            : i + 1 < list->len ? ", "
                                                : " or ",
                            (const char *)list->pdata[i]);
  return g_string_free (text, FALSE);
}

/* Writes a script, and the file of results that it reads unless that exists. */
static gboolean
write_script (const IplFigureRequest *request, IplJob *job, IplFileResult *result, GError **error)
{
  const IplPanel *panel = request->panels[0];
  const IplProvenance *provenance = request->provenance;
  g_autofree char *base = g_path_get_basename (request->results);
  g_autofree char *text = ipl_python_script (
      &(IplPythonFigure){ .panel = panel,
                          .view = request->shown,
                          .style = &request->style,
                          .paper = &request->page,
                          .results = request->reads != NULL ? request->reads : base,
                          .producer = provenance != NULL ? provenance->command : NULL,
                          .identity = provenance != NULL ? provenance->identity : NULL },
      &result->note, error);
  const char *paths[] = { request->settings != NULL ? request->results : request->path,
                          request->settings != NULL ? request->path : NULL, NULL };

  if (text == NULL
      || (request->settings != NULL
          && !ipl_python_results_save (ipl_python_arrays (panel), request->shown, request->settings,
                                       request->results, ipl_job_get_cancellable (job), error))
      || !ipl_file_save_bytes (request->path, text, strlen (text), error))
    return FALSE;
  g_strfreev (result->paths);
  result->paths = g_strdupv ((char **)paths);
  return TRUE;
}

static gboolean
write_page (const IplFigureRequest *request, const IplFormat *format, IplJob *job,
            IplFileResult *result, GError **error)
{
  if (!ipl_figure_export (request->panels[0], request->shown, &request->style, &request->page,
                          request->provenance, format, request->path, error))
    return FALSE;
  ipl_file_result_set_path (result, request->path);
  return TRUE;
}

static gboolean
write_figure (const IplFigureRequest *request, IplJob *job, IplFileResult *result, GError **error)
{
  g_autofree char *shown = NULL, *endings = NULL;
  const IplFormat *format;

  switch (find_kind (request->path, &format))
    {
    case IPL_FIGURE_PAGE:
      return request->story != NULL ? ipl_story_file_write (request, format, job, result, error)
                                    : write_page (request, format, job, result, error);
    case IPL_FIGURE_FILM:
      return request->story != NULL ? ipl_story_file_write (request, NULL, job, result, error)
                                    : ipl_figure_film_write (request, job, result, error);
    case IPL_FIGURE_WEB:
      return request->story != NULL ? ipl_web_story_write (request, job, result, error)
                                    : ipl_web_file_write (request, job, result, error);
    case IPL_FIGURE_SCRIPT:
      if (request->story == NULL)
        return write_script (request, job, result, error);
      break;
    case IPL_FIGURE_OTHER:
    default:
      break;
    }
  shown = ipl_path_shown (request->path);
  endings = ipl_figure_endings (IPL_FIGURE_PAGE | IPL_FIGURE_FILM | IPL_FIGURE_WEB
                                | (request->story == NULL ? IPL_FIGURE_SCRIPT : 0));
  return ipl_fail (error, IPL_ERROR_VALUE, "“%s” must end in %s.", shown, endings);
}

static void
run (IplJob *job, gpointer request, gpointer memory)
{
  IplFileResult *result = ipl_file_result_new ("The figure");

  write_figure (request, job, result, &result->error);
  ipl_job_post (job, result);
}

const IplRun ipl_run_figure = {
  .id = "file",
  .title = "Write a file",
  .priority = 30,
  .outlives_case = TRUE,
  .loss = "A file is being written%s. It is not complete.",
  .run = run,
  .request_free = (GDestroyNotify)ipl_figure_request_free,
  .result_unref = (GDestroyNotify)ipl_file_result_free,
};
