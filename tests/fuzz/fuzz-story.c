/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A story: what is read is written, and read again the same; what lies between its stops is there.
 */

#include "figures/story/story.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_autofree char *text = g_strndup ((const char *)bytes, n);
  GError *error = NULL;
  g_autoptr (IplStory) first = (IplStory *)ipl_story_from_json (text, &error);
  g_autoptr (IplStory) second = NULL;
  g_autofree char *written = NULL, *again = NULL;

  fuzz_check_result (first, error);
  if (first == NULL)
    return 0;
  for (guint i = 1; i < ipl_story_n_stops (first); i++)
    {
      IplStoryPoint point;

      ipl_story_between (ipl_story_get_stop (first, i - 1), ipl_story_get_stop (first, i), 0.5, -1,
                         &point);
    }
  written = ipl_story_to_json (first);
  second = (IplStory *)ipl_story_from_json (written, &error);
  if (second == NULL)
    g_error ("our own story is not read: %s\n%s", error->message, written);
  again = ipl_story_to_json (second);
  g_assert_cmpstr (written, ==, again);
  return 0;
}
