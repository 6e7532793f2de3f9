/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the window without a window: sizes of paper, units, the table of pages. */
#include "app/dialogs/export-parts.h"
#include "app/pages/page-table.h"
#include "app/sidebar/rows.h"
#include "core/base/units.h"
#include "window-fixture.h"

/* One inch is 25.4 mm and 72 points, in what is read and in what is said. */
TEST (test_paper, "/parts/paper")
{
  IplPaperRows *rows = g_object_ref_sink (g_object_new (IPL_TYPE_PAPER_ROWS, NULL));
  const IplPaper paper = { .width_pt = 144, .height_pt = 108, .dpi = 300 };
  g_autofree char *text = ipl_paper_rows_describe (rows, &paper);
  IplFigureFile settings = { .dpi = 300 };

  g_assert_true (g_str_has_prefix (text, "2.00 × 1.50 in, 50.8 × 38.1 mm"));
  settings.size = "50.8x38.1mm";
  ipl_paper_rows_load (rows, &settings);
  settings.size = "";
  ipl_paper_rows_store (rows, &settings);
  g_assert_cmpstr (settings.size, ==, "50.8x38.1mm");
  g_object_unref (rows);
}

/* A parameter's row shows the unit that its field says, and no room for one where there is none. */
TEST (test_unit, "/parts/unit")
{
  IplField field = { .id = "x",
                     .label = "X",
                     .sentence = "x",
                     .kind = IPL_FIELD_REAL,
                     .maximum = 1,
                     .step = 0.1,
                     .unit = IPL_MINUTES };

  for (guint i = 0; i < 2; i++, field.unit = NULL)
    {
      g_autoptr (IplDocument) document = ipl_document_new ();
      GtkWidget *row = g_object_ref_sink (ipl_field_row_new (&field, NULL, document));
      GtkWidget *unit = find_labelled (row, i == 0 ? "min" : "");

      g_assert_nonnull (unit);
      g_assert_true (gtk_widget_get_visible (unit) == (i == 0));
      g_object_unref (row);
      ipl_document_close (document);
    }
}

/* As many pages as are counted. */
TEST (test_pages, "/parts/pages")
{
  guint n;
  const IplPage *const *pages = ipl_pages (&n);

  g_assert_nonnull (pages[n - 1]);
  g_assert_null (pages[n]);
}
