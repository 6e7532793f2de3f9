/* SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* memmem */

/* Files of an exact size, read back; sizes and formats parsed; errors as sentences. */

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/parameters/parameters.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figure-fixture.h"
#include "figure-once.h"

#include <glib/gstdio.h>
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <string.h>

static char *export(Fixture *fixture, const IplPanel *panel, const IplPaper *page,
                    const IplFormat *format, gsize *length)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strdup_printf ("figure.%s", format->id);
  g_autofree char *path = test_path (name);
  char *contents = NULL;
  ipl_figure_export (panel, &fixture->view, &fixture->style, page, NULL, format, path, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &contents, length, &error);
  g_assert_no_error (error);
  return contents;
}

static guint32
big_endian (const char *bytes)
{
  const guchar *b = (const guchar *)bytes;
  return (guint32)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3];
}

/* The data of a PNG's chunk, by its type. */
static const char *
find_chunk (const char *png, gsize length, const char *type)
{
  for (gsize at = 8; at + 12 <= length; at += 12 + big_endian (png + at))
    if (memcmp (png + at + 4, type, 4) == 0)
      return png + at + 8;
  return NULL;
}

/* A byte sequence in a file that may hold zeros. */
static const char *
find_bytes (const char *contents, gsize length, const char *what)
{
  return memmem (contents, length, what, strlen (what));
}

static void
check_png (Fixture *fixture, const IplPanel *panel, const IplPaper *page)
{
  gsize length;
  g_autofree char *png = export(fixture, panel, page, &ipl_format_png, &length);
  g_assert_cmpint (memcmp (png, "\x89PNG\r\n\x1a\n", 8), ==, 0);
  const char *header = find_chunk (png, length, "IHDR");
  const char *physical = find_chunk (png, length, "pHYs");
  g_assert_nonnull (header);
  g_assert_nonnull (physical);
  g_assert_cmpuint (big_endian (header), ==, lround (page->width_pt / 72 * page->dpi));
  g_assert_cmpuint (big_endian (header + 4), ==, lround (page->height_pt / 72 * page->dpi));
  g_assert_cmpuint (big_endian (physical), ==, lround (page->dpi / 0.0254));
  g_assert_cmpuint (big_endian (physical + 4), ==, lround (page->dpi / 0.0254));
  g_assert_cmpint (physical[8], ==, 1);
  /* Opaque unless asked otherwise. */
  g_assert_cmpint (header[9], ==, fixture->style.transparent ? 6 : 2);
}

static void
check_svg (Fixture *fixture, const IplPanel *panel, const IplPaper *page)
{
  gsize length;
  g_autofree char *svg = export(fixture, panel, page, &ipl_format_svg, &length);
  const char *w = strstr (svg, "width=\""), *h = strstr (svg, "height=\"");
  g_assert_true (w && h);
  char *end;
  double width = g_ascii_strtod (w + strlen ("width=\""), &end);
  g_assert_true (g_str_has_prefix (end, "pt\""));
  double height = g_ascii_strtod (h + strlen ("height=\""), &end);
  g_assert_true (g_str_has_prefix (end, "pt\""));
  /* cairo writes six digits after the point. */
  g_assert_cmpfloat_with_epsilon (width, page->width_pt, 1e-5);
  g_assert_cmpfloat_with_epsilon (height, page->height_pt, 1e-5);
  g_assert_nonnull (strstr (svg, "</svg>"));
}

static void
check_pdf (Fixture *fixture, const IplPanel *panel, const IplPaper *page)
{
  gsize length;
  g_autofree char *pdf = export(fixture, panel, page, &ipl_format_pdf, &length);
  const char *box = find_bytes (pdf, length, "/MediaBox [");
  g_assert_nonnull (box);
  char *end = (char *)box + strlen ("/MediaBox [");
  double corner[4];
  for (int i = 0; i < 4; i++)
    corner[i] = g_ascii_strtod (end, &end);
  g_assert_cmpfloat (corner[0], ==, 0);
  g_assert_cmpfloat (corner[1], ==, 0);
  g_assert_cmpfloat_with_epsilon (corner[2], page->width_pt, 1e-5);
  g_assert_cmpfloat_with_epsilon (corner[3], page->height_pt, 1e-5);
  g_assert_nonnull (find_bytes (pdf, length, "/Title"));
  g_assert_nonnull (find_bytes (pdf, length, "/Author (Interplay)"));
  g_assert_nonnull (find_bytes (pdf, length, "/FontFile"));
}

FIXTURE_TEST (test_sizes, "/figures/export/sizes", FIXTURE_HMC4, FIXTURE_ONE_SHOT)
{
  static const char *const sizes[]
      = { "neurips", "icml", "icml2", "nature", "nature2", "slide", "5.5x3in", "89x61.5mm" };
  guint n_panels;
  const IplPanel *const *panels = ipl_panels (&n_panels);
  for (guint i = 0; i < FIXTURE_SIZES (G_N_ELEMENTS (sizes)); i++)
    for (guint p = 0; p < n_panels; p++)
      {
        const IplPanel *panel = panels[p];
        IplPaper page;
        g_autoptr (GError) error = NULL;
        ipl_paper_init (&page, sizes[i], panel, &fixture->view, 0, 60 + 37 * i, &error);
        g_assert_no_error (error);
        /* Each panel in each format at every other size. */
        if ((i + p) % 2 == 0)
          check_svg (fixture, panel, &page);
        else
          check_pdf (fixture, panel, &page);
        if (p == i % n_panels)
          check_png (fixture, panel, &page);
      }
}

FIXTURE_TEST (test_transparent, "/figures/export/transparent", FIXTURE_HMC4)
{
  IplPaper page;
  fixture->style.transparent = TRUE;
  g_assert_true (ipl_paper_init (&page, "3x2in", &ipl_panel_overlap, NULL, 7, 100, NULL));
  check_png (fixture, &ipl_panel_overlap, &page);
  cairo_surface_t *surface
      = ipl_figure_render (&ipl_panel_overlap, &fixture->view, &fixture->style, &page);
  g_assert_cmpuint (*(guint32 *)cairo_image_surface_get_data (surface), ==, 0);
  cairo_surface_destroy (surface);
}

static void
assert_page (const char *size, double width_pt, double height_pt)
{
  IplPaper page;
  g_autoptr (GError) error = NULL;
  ipl_paper_init (&page, size, &ipl_panel_u, NULL, 0, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (page.width_pt, width_pt, 1e-9);
  if (height_pt > 0)
    g_assert_cmpfloat_with_epsilon (page.height_pt, height_pt, 1e-9);
  g_assert_cmpfloat (page.dpi, ==, 300);
}

static void
assert_refused (const char *size, double font_pt, double dpi, const char *about)
{
  IplPaper page = { .width_pt = -1 };
  g_autoptr (GError) error = NULL;
  g_assert_false (ipl_paper_init (&page, size, &ipl_panel_all, NULL, font_pt, dpi, &error));
  g_assert_nonnull (error);
  g_assert_true (error->domain == IPL_ERROR);
  g_assert_nonnull (strstr (error->message, about));
  g_assert_true (g_str_has_suffix (error->message, "."));
  g_assert_cmpfloat (page.width_pt, ==, -1);
}

TEST (test_pages, "/figures/pages")
{
  assert_page ("neurips", 396, 0);
  assert_page ("icml", 234, 0);
  assert_page ("icml2", 486, 0);
  assert_page ("nature", 89 * 72 / 25.4, 0);
  assert_page ("nature2", 183 * 72 / 25.4, 0);
  assert_page ("slide", 960, 540);
  assert_page ("5.5x3in", 396, 216);
  assert_page ("89x60mm", 89 * 72 / 25.4, 60 * 72 / 25.4);
  assert_page ("9x6cm", 90 * 72 / 25.4, 60 * 72 / 25.4);
  assert_page ("400X300pt", 400, 300);
  assert_page ("0.5x60in", 36, 4320);
  static const char *const unknown[]
      = { "",      "a4",      "3",         "3in",    "3x",      "x3in",   "3x2",
          "3x2ft", "3 x 2in", "nanxnanin", "3x2in ", "infx2in", "Neurips" };
  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    assert_refused (unknown[i], 0, 0, "neurips");
  assert_refused ("0.4x3in", 0, 0, "0.5 in");
  assert_refused ("3x61in", 0, 0, "60 in");
  assert_refused ("-3x2in", 0, 0, "0.5 in");
  assert_refused ("3x2in", 3.9, 0, "4 and 72");
  assert_refused ("neurips", 73, 0, "4 and 72");
  assert_refused ("neurips", -1, 0, "4 and 72");
  assert_refused ("neurips", NAN, 0, "4 and 72");
  assert_refused ("neurips", 8, 29, "30 and 2400");
  assert_refused ("neurips", 8, NAN, "30 and 2400");
  assert_refused ("60x60in", 8, 2400, "at most 333 dpi");
  guint n;
  const IplPaperPreset *presets = ipl_paper_presets (&n);
  g_assert_cmpuint (n, ==, 6);
  for (guint i = 0; i < n; i++)
    {
      IplPaper page;
      g_assert_true (ipl_paper_init (&page, presets[i].id, &ipl_panel_all, NULL, 0, 0, NULL));
      gboolean slide = g_str_equal (presets[i].id, "slide");
      g_assert_true (slide ? page.font_pt >= 18 : page.font_pt >= 7 && page.font_pt <= 8);
      g_assert_nonnull (presets[i].title);
    }
}

TEST (test_formats, "/figures/formats")
{
  const IplFormat *format;
  g_assert_true (ipl_format_parse ("png", &format) && format == &ipl_format_png);
  g_assert_true (ipl_format_parse ("SVG", &format) && format == &ipl_format_svg);
  g_assert_true (ipl_format_parse ("pdf", &format) && format == &ipl_format_pdf);
  g_assert_true (ipl_format_parse ("tex", &format) && format == &ipl_format_tex);
  g_assert_false (ipl_format_parse ("eps", &format));
  g_assert_false (ipl_format_parse ("", &format));
}

/* What cannot be written says so, and leaves what was there. */
FIXTURE_TEST (test_unwritable, "/figures/export/unwritable", FIXTURE_HMC4)
{
  IplPaper page;
  g_assert_true (ipl_paper_init (&page, "2x2in", &ipl_panel_u, NULL, 7, 72, NULL));
  guint n_formats;
  const IplFormat *const *formats = ipl_formats (&n_formats);
  for (guint i = 0; i < n_formats; i++)
    {
      const IplFormat *format = formats[i];
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_build_filename (test_folder (), "missing", "figure", NULL);
      g_assert_false (ipl_figure_export (&ipl_panel_u, &fixture->view, &fixture->style, &page, NULL,
                                         format, path, &error));
      g_assert_error (error, IPL_ERROR, IPL_ERROR_IO);
      g_assert_nonnull (strstr (error->message, path));
      g_assert_nonnull (strstr (error->message, "there is no folder"));
    }
  /* What LaTeX could not read is not written. */
  g_autofree char *odd = test_path ("50% {of} it.tex");
  g_autoptr (GError) error = NULL;
  g_assert_false (ipl_figure_export (&ipl_panel_u, &fixture->view, &fixture->style, &page, NULL,
                                     &ipl_format_tex, odd, &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_VALUE);
  g_assert_nonnull (strstr (error->message, "has “%” in its name"));
  g_assert_false (g_file_test (odd, G_FILE_TEST_EXISTS));
  g_clear_error (&error);
  /* A folder is not overwritten. */
  g_assert_false (ipl_figure_export (&ipl_panel_u, &fixture->view, &fixture->style, &page, NULL,
                                     &ipl_format_svg, test_folder (), &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_IO);
  g_assert_true (g_str_has_suffix (error->message, "it is a folder, not a file."));
  g_assert_true (g_file_test (test_folder (), G_FILE_TEST_IS_DIR));
}

/* The same view gives the same bytes. */
FIXTURE_TEST (test_repeatable, "/figures/export/repeatable", FIXTURE_HMC4)
{
  IplPaper page;
  gsize n1, n2;
  g_assert_true (ipl_paper_init (&page, "4x3in", &ipl_panel_all, NULL, 7, 100, NULL));
  g_autofree char *one = export(fixture, &ipl_panel_all, &page, &ipl_format_png, &n1);
  g_autofree char *two = export(fixture, &ipl_panel_all, &page, &ipl_format_png, &n2);
  g_assert_cmpmem (one, n1, two, n2);
  g_autofree char *svg = export(fixture, &ipl_panel_all, &page, &ipl_format_svg, &n1);
  g_autofree char *again = export(fixture, &ipl_panel_all, &page, &ipl_format_svg, &n2);
  g_assert_cmpmem (svg, n1, again, n2);
  g_autofree char *pdf = export(fixture, &ipl_panel_all, &page, &ipl_format_pdf, &n1);
  g_usleep (1100 * 1000);
  g_autofree char *later = export(fixture, &ipl_panel_all, &page, &ipl_format_pdf, &n2);
  g_assert_cmpmem (pdf, n1, later, n2);
}

/* The texts of a PNG, as libpng reads them. */
static char *
read_png_text (const char *path, const char *key)
{
  FILE *stream = fopen (path, "rb");
  png_structp png = png_create_read_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct (png);
  png_textp texts;
  char *found = NULL;
  int n = 0;

  g_assert_nonnull (stream);
  png_init_io (png, stream);
  png_read_png (png, info, PNG_TRANSFORM_IDENTITY, NULL);
  png_get_text (png, info, &texts, &n);
  for (int i = 0; i < n; i++)
    if (strcmp (texts[i].key, key) == 0)
      found = g_strdup (texts[i].text);
  png_destroy_read_struct (&png, &info, NULL);
  fclose (stream);
  return found;
}

typedef struct
{
  const char *wanted;
  GString *text;
} Reading;

static void
read_text (GMarkupParseContext *context, const char *text, gsize n, gpointer data, GError **error)
{
  Reading *reading = data;

  if (strcmp (g_markup_parse_context_get_element (context), reading->wanted) == 0)
    g_string_append_len (reading->text, text, (gssize)n);
}

static char *
read_svg_text (const char *svg, gsize length, const char *element)
{
  static const GMarkupParser parser = { .text = read_text };
  Reading reading = { element, g_string_new (NULL) };
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, &reading, NULL);
  g_autoptr (GError) error = NULL;

  g_markup_parse_context_parse (context, svg, (gssize)length, &error);
  g_assert_no_error (error);
  g_assert_true (g_markup_parse_context_end_parse (context, &error));
  g_markup_parse_context_free (context);
  return g_string_free (reading.text, FALSE);
}

/* Every file says where it comes from, whatever the names in it are. */
FIXTURE_TEST (test_provenance, "/figures/export/provenance", FIXTURE_HMC4)
{
  static const char *const commands[]
      = { "interplay-cli figure hmc4 --panel u",
          "interplay-cli figure 'a \"b\" & <c> ]]> -- --> é\\'' --panel u",
          "interplay-cli figure $'x\\x0a\\xff' \x1b[31m\n\t\xff\xfe\u202e --panel u" };
  const char *before = fixture->the_case->name;
  IplPaper page;

  g_assert_true (ipl_paper_init (&page, "3x2in", &ipl_panel_u, NULL, 7, 50, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      IplParameters parameters;
      g_autoptr (IplProvenance) made = NULL;
      g_autoptr (GError) error = NULL;

      ipl_parameters_init (&parameters, "hmc4");
      ipl_parameters_set_seed (&parameters, 77);
      made = ipl_provenance_new (&parameters, commands[i], FALSE);
      g_assert_true (ipl_text_is_plain (made->command));
      g_assert_nonnull (strstr (made->parameters, "seed = 77"));
      if (i < 2)
        g_assert_cmpstr (made->command, ==, commands[i]);
      fixture->the_case->name = (char *)(i == 2 ? "bad\n\xff</title>\x01" : before);
      static const IplFormat *const formats[]
          = { &ipl_format_png, &ipl_format_svg, &ipl_format_pdf };
      for (guint k = 0; k < G_N_ELEMENTS (formats); k++)
        {
          const IplFormat *format = formats[k];
          g_autofree char *path = test_path ("figure");
          g_autofree char *contents = NULL, *command = NULL, *description = NULL, *program = NULL;
          gsize length;

          ipl_figure_export (&ipl_panel_u, &fixture->view, &fixture->style, &page, made, format,
                             path, &error);
          g_assert_no_error (error);
          g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
          if (format == &ipl_format_pdf)
            {
              /* What is not ASCII is UTF-16 there. */
              g_assert_null (find_bytes (contents, length, "/CreationDate"));
              g_assert_nonnull (find_bytes (contents, length, "/Creator (Interplay " IPL_VERSION));
              g_assert_nonnull (find_bytes (contents, length, made->identity));
              if (i == 0)
                {
                  g_assert_nonnull (find_bytes (contents, length, commands[0]));
                  g_assert_nonnull (find_bytes (contents, length, "seed = 77"));
                }
              continue;
            }
          if (format == &ipl_format_png)
            {
              command = read_png_text (path, "Comment");
              description = read_png_text (path, "Description");
              program = read_png_text (path, "Software");
            }
          else
            {
              command = read_svg_text (contents, length, "dc:source");
              description = read_svg_text (contents, length, "desc");
              program = read_svg_text (contents, length, "dc:creator");
            }
          g_assert_cmpstr (command, ==, made->command);
          g_assert_true (g_str_has_suffix (description, made->parameters));
          g_assert_cmpstr (program, ==, "Interplay " IPL_VERSION);
        }
    }
  fixture->the_case->name = (char *)before;
}

static gpointer
export_in_thread (gpointer data)
{
  Fixture *fixture = data;
  IplPaper page;
  g_assert_true (ipl_paper_init (&page, "4x3in", &ipl_panel_all, NULL, 7, 50, NULL));
  for (int i = 0; i < 5; i++)
    {
      cairo_surface_t *surface
          = ipl_figure_render (&ipl_panel_all, &fixture->view, &fixture->style, &page);
      g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
      cairo_surface_destroy (surface);
    }
  return NULL;
}

FIXTURE_TEST (test_threads, "/figures/export/threads", FIXTURE_HMC4)
{
  GThread *threads[3];
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("export", export_in_thread, fixture);
  export_in_thread (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}
