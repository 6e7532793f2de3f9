/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Figures at all widths of a sweep, or a story, as a web page. */

#include "figures/web/web-file.h"

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/json-text.h"
#include "figures/animation/story-pictures.h"
#include "figures/kit/text.h"
#include "figures/view/posterior-view.h"
#include "figures/web/web-parts.h"

#include <string.h>

/* Making kernels is counted as so much of the work. */
#define KERNELS 0.1

typedef struct
{
  IplJob *job;
  const IplWebFileRequest *request;
  GArray *views;   /* of IplView: a frame each */
  GArray *rows;    /* of int: the row of the sweep that each is, or -1 */
  GPtrArray *made; /* of IplQuantities of each, where there are any */
  guint first;
} Work;

void
ipl_web_file_request_free (IplWebFileRequest *self)
{
  g_clear_pointer (&self->shown, ipl_view_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->made, ipl_provenance_free);
  g_free (self->size);
  g_free (self->title);
  g_free (self->path);
  g_free (self);
}

static void
add_frame (Work *work, int row)
{
  const IplView *shown = work->request->shown;
  IplView view = *shown;

  view.timeless = TRUE;
  if (row >= 0)
    {
      const IplSweep *sweep = shown->sweep;

      view.current = sweep->rows[row];
      if (sweep->group != NULL && sweep->groups[sweep->group[row]].n_lines > 0
          && sweep->groups[sweep->group[row]].lines[0].solution != NULL)
        view.gp = sweep->groups[sweep->group[row]].lines[0].solution;
      view.posterior = ipl_view_posterior_at (shown, &view.current->setting);
    }
  g_array_append_val (work->views, view);
  g_array_append_val (work->rows, row);
}

/* A place among the frames: rising width, and then the limit of infinite width. */
static double
width_of (const IplSolution *solution)
{
  return solution->setting.gp ? G_MAXDOUBLE
                              : (double)ipl_setting_largest_width (&solution->setting);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer sweep)
{
  IplSolution *const *rows = ((const IplSweep *)sweep)->rows;
  guint i = *(const guint *)a, j = *(const guint *)b;
  double p = width_of (rows[i]), q = width_of (rows[j]);

  return p != q ? (p < q ? -1 : 1) : (i < j ? -1 : i > j);
}

/* The solved rows, with the solution shown among them where it is none of them. */
static void
list_frames (Work *work)
{
  const IplView *shown = work->request->shown;
  int current = ipl_view_current_row (shown);
  g_autoptr (GArray) rows = ipl_view_rows (shown, TRUE);
  gboolean apart = current < 0;

  g_array_sort_with_data (rows, compare_rows, (gpointer)shown->sweep);
  for (guint i = 0; i < rows->len; i++)
    {
      int row = (int)g_array_index (rows, guint, i);

      if (apart && shown->current != NULL
          && width_of (shown->sweep->rows[row]) > width_of (shown->current))
        {
          work->first = work->views->len;
          add_frame (work, -1);
          apart = FALSE;
        }
      if (row == current)
        work->first = work->views->len;
      add_frame (work, row);
    }
  if (apart && (shown->current != NULL || rows->len == 0))
    {
      work->first = work->views->len;
      add_frame (work, -1);
    }
}

static guint
get_needs (const IplWebFileRequest *request)
{
  guint needs = 0;

  for (guint i = 0; i < request->n_panels; i++)
    needs |= request->panels[i]->needs;
  return needs;
}

/* The quantities at every frame's width; a file of results has no kernels. */
static gboolean
make_quantities (Work *work, GError **error)
{
  const IplWebFileRequest *request = work->request;
  guint needs = get_needs (request) & ~(guint)(request->kernel == NULL ? IPL_NEEDS_KERNELS : 0);
  g_auto (IplQuantityCaches) caches = { { NULL } };

  if ((needs & ipl_quantities_get_needs (IPL_DEPENDS_CURRENT)) == 0)
    return TRUE;
  for (guint i = 0; i < work->views->len; i++)
    {
      IplView *view = &g_array_index (work->views, IplView, i);
      IplQuantityInput input = { .the_case = ipl_case_info_get_case (view->the_case),
                                 .kernel = request->kernel,
                                 .current = (IplSolution *)view->current,
                                 .gp = (IplSolution *)ipl_view_gp (view) };
      IplQuantities *made = g_new0 (IplQuantities, 1);

      g_ptr_array_add (work->made, made);
      if (input.the_case == NULL)
        ipl_quantities_copy (made, &view->made);
      else if (!ipl_quantities_follow (made, &view->made, needs, &input, &caches,
                                       ipl_job_get_cancellable (work->job), error))
        return FALSE;
      view->made = *made;
      if ((needs & IPL_NEEDS_KERNELS) != 0)
        ipl_job_progress (work->job, KERNELS * (i + 1) / work->views->len, -1.0,
                          "Making the kernels");
    }
  return TRUE;
}

static void
label_frames (const Work *work, IplWebStop *stop)
{
  for (guint i = 0; i < work->views->len; i++)
    {
      const IplView *view = &g_array_index (work->views, IplView, i);
      g_autofree char *label = view->current != NULL
                                   ? ipl_setting_widths_text (&view->current->setting)
                                   : g_strdup ("");

      ipl_web_stop_add_frame (stop, label, g_array_index (work->rows, int, i));
    }
  stop->first = work->first;
}

static gboolean
add_drawings (const Work *work, IplWebStop *stop, GError **error)
{
  const IplWebFileRequest *request = work->request;
  const IplView *views = (const IplView *)work->views->data;

  for (guint i = 0; i < request->n_panels; i++)
    {
      const IplPanel *panel = request->panels[i];
      IplPaper page;

      if ((panel->needs & IPL_NEEDS_KERNELS) != 0 && request->kernel == NULL)
        continue;
      if (!ipl_paper_init (&page, request->size, panel, &views[work->first], request->font_pt, 0,
                           error))
        return FALSE;
      g_ptr_array_add (stop->drawings,
                       ipl_web_panel_new (panel, work->views->len, views, &page, request->look));
    }
  if (stop->drawings->len == 0)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                 "There are no kernels to be shown: a file of results has none; name the case.");
  return stop->drawings->len > 0;
}

/* Deflated, with zlib's heading, and in base64. */
static char *
pack (gconstpointer bytes, gsize n, GError **error)
{
  g_autoptr (GConverter) deflate
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, deflate);

  if (!g_output_stream_write_all (stream, bytes, n, NULL, NULL, error)
      || !g_output_stream_close (stream, NULL, error))
    return NULL;
  return g_base64_encode (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                          g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)));
}

/* How far drawing is, which begins when @begin of the work is done. */
typedef struct
{
  IplJob *job;
  double begin;
  guint stop, n;
} Drawing;

static void
say_drawn (double fraction, gpointer data)
{
  const Drawing *self = data;

  ipl_job_progress (self->job, self->begin + (1 - self->begin) * (self->stop + fraction) / self->n,
                    -1.0, "Drawing the web page");
}

/* Writes a page that is one file: HTML with all it needs, which asks for nothing from elsewhere.
 * @title: its heading, plain text
 * @made: (nullable): where it comes from, which it says
 * @stops: (element-type IplWebStop): its parts, one shown after the other
 * @begin: the share of the work that is done */
static gboolean
write_page (IplJob *job, const char *path, const char *title, const IplProvenance *made,
            const GPtrArray *stops, double begin, GError **error)
{
  g_autoptr (IplWebStrings) strings = ipl_web_strings_new ();
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (GByteArray) pixels = g_byte_array_new ();
  g_autoptr (GString) body = g_string_new (NULL);
  g_autoptr (GBytes) page = NULL;
  g_autofree char *text = NULL, *packed = NULL, *packed_pixels = NULL;
  Drawing drawing = { job, begin, 0, stops->len };

  ipl_web_strings_add (strings, "", "");
  json_builder_begin_object (json);
  json_builder_set_member_name (json, "stops");
  json_builder_begin_array (json);
  for (; drawing.stop < drawing.n; drawing.stop++)
    if (!ipl_web_stop_write (stops->pdata[drawing.stop], drawing.stop + 1, strings, json, body,
                             say_drawn, &drawing, ipl_job_get_cancellable (job), error))
      return FALSE;
  json_builder_end_array (json);
  ipl_web_strings_write (strings, json, pixels);
  json_builder_end_object (json);
  text = ipl_json_write_built (json, FALSE);
  packed = pack (text, strlen (text), error);
  packed_pixels = packed != NULL ? pack (pixels->data, pixels->len, error) : NULL;
  if (packed_pixels != NULL)
    page = ipl_web_html_page (title, made, body->str, packed, packed_pixels, error);
  return page != NULL
         && ipl_file_save_bytes (path, g_bytes_get_data (page, NULL), g_bytes_get_size (page),
                                 error);
}

static gboolean
make (Work *work, GError **error)
{
  const IplWebFileRequest *request = work->request;
  g_autoptr (GPtrArray) stops = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_web_stop_free);
  IplWebStop *stop = ipl_web_stop_new (request->title, NULL);

  g_ptr_array_add (stops, stop);
  if (!ipl_text_has_font (error))
    return FALSE;
  list_frames (work);
  if (!make_quantities (work, error))
    return FALSE;
  label_frames (work, stop);
  return add_drawings (work, stop, error)
         && write_page (work->job, request->path, request->title, request->made, stops, KERNELS,
                        error);
}

static void
run (IplJob *job, gpointer request, gpointer memory)
{
  g_autoptr (GArray) views = g_array_new (FALSE, FALSE, sizeof (IplView));
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GPtrArray) made = g_ptr_array_new_with_free_func (ipl_quantities_free);
  Work work = { .job = job, .request = request, .views = views, .rows = rows, .made = made };
  IplFileResult *result = ipl_file_result_new ("The web page");

  if (make (&work, &result->error))
    ipl_file_result_set_path (result, work.request->path);
  ipl_job_post (job, result);
}

/* Carries out an IplWebFileRequest. Posts an IplFileResult, at the end. */
const IplRun ipl_run_web_file = {
  .id = "web-file",
  .title = "Write a web page",
  .run = run,
  .request_free = (GDestroyNotify)ipl_web_file_request_free,
  .result_unref = (GDestroyNotify)ipl_file_result_free,
};

/* The slide that exports draw. */
static IplWebStop *
make_stop (const IplStoryFileRequest *request, IplStoryPicture *picture, guint i)
{
  const IplStop *stop = ipl_story_get_stop (request->story, i);
  g_autofree char *title
      = g_strdup_printf ("Stop %u of %u", i + 1, ipl_story_n_stops (request->story));
  IplWebStop *made = ipl_web_stop_new (title, stop->caption);
  IplView view;

  ipl_story_picture_get_view (picture, request->style, request->sampled, &view);
  view.timeless = TRUE;
  ipl_web_stop_add_frame (made, "", -1);
  g_ptr_array_add (made->drawings, ipl_web_slide_new (stop, &view, &request->page, request->look));
  return made;
}

static gboolean
make_story (IplJob *job, const IplStoryFileRequest *request, GError **error)
{
  g_autoptr (GPtrArray) stops = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_web_stop_free);
  g_autoptr (GArray) pictures = NULL;

  if (!ipl_text_has_font (error)
      || !ipl_story_check_stops (request->story, request->style, request->sampled, error))
    return FALSE;
  pictures = ipl_story_pictures_new (request, "stop", job, NULL, error);
  for (guint i = 0; pictures != NULL && i < pictures->len; i++)
    g_ptr_array_add (stops, make_stop (request, &g_array_index (pictures, IplStoryPicture, i), i));
  return pictures != NULL
         && write_page (job, request->path, request->story->title, request->made, stops,
                        IPL_STORY_SOLVING, error);
}

static void
run_story (IplJob *job, gpointer data, gpointer memory)
{
  const IplStoryFileRequest *request = data;
  IplFileResult *result = ipl_file_result_new ("The web page");

  if (make_story (job, request, &result->error))
    ipl_file_result_set_path (result, request->path);
  ipl_job_post (job, result);
}

/* Carries out an IplStoryFileRequest. Posts an IplFileResult, at the end. */
const IplRun ipl_run_web_story = {
  .id = "web-story",
  .title = "Write a story as a web page",
  .run = run_story,
  .request_free = (GDestroyNotify)ipl_story_file_request_free,
  .result_unref = (GDestroyNotify)ipl_file_result_free,
};
