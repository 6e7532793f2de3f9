/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Panels of cases say, list, draw and script the same numbers; those of what happens in time are
 * tried by tests/cli/test-cli-every-dynamics.c. */

#include "core/maps/map.h"
#include "figures/panels/panel-table.h"
#include "figure-fixture.h"
#include "same-number.h"

/* Every fixture, and after them the first with a card. */
static Fixture *fixtures[N_FIXTURES + 1];
static IplTaskCard *card;
static IplMap *map;

BEFORE_TESTS (make_fixtures)
{
  map = fixture_map_new ();
  for (guint kind = 0; kind < N_FIXTURES; kind++)
    fixtures[kind] = fixture_new (kind);
  fixtures[N_FIXTURES] = fixture_new (FIXTURE_HMC4);
  card = fixture_add_card (fixtures[N_FIXTURES]);
}

AFTER_TESTS (free_fixtures)
{
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    fixture_free (fixtures[i]);
  ipl_task_card_unref (card);
  ipl_map_unref (map);
}

static void
test_panels (gconstpointer data)
{
  const IplPanel *panel = data;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      IplView view = ipl_view_usable (&fixtures[i]->view);
      const char *more;

      view.map = map;
      if (ipl_panel_fits (panel, &view)
          && (panel->empty == NULL || panel->empty (&view, &more) == NULL))
        n += assert_same_numbers (panel, &view);
    }
  g_test_message ("%u numbers", n);
  g_assert_cmpuint (n, >, 5);
}

TEST_ROWS (add_panels)
{
  for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
    if (!ipl_panel_is_composite (*panel) && (*panel)->experiment == NULL
        && (*panel)->fits != ipl_panel_has_arrays)
      test_add_row (test_panels, *panel, "/figures/same-number/%s", (*panel)->id);
}
