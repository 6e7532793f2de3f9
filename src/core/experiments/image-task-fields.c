/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/image-task-fields.h"

#include "core/base/error.h"
#include "core/base/json-text.h"
#include <stddef.h>
#include <string.h>

#define AT(field) .offset = offsetof (IplImageTask, field)

/* The one-shot task of images (THEORY.md section 8). */
const IplField ipl_image_task_fields[IPL_N_IMAGE_TASK_FIELDS] = {
  { "omniglot", .json = "files", .label = "Images", .kind = IPL_FIELD_FILES, AT (files),
    .count = IPL_IMAGE_TASK_FILES,
    .sentence = "Archives of drawings, or an IDX file of images and one of labels" },
  { "glyph-alphabets", .json = "glyphs/alphabets", .label = "Alphabets", .kind = IPL_FIELD_INTEGER,
    AT (glyphs.n_alphabets), .minimum = 1, .maximum = IPL_GLYPHS_MAX_ALPHABETS, .low = 2,
    .high = IPL_GLYPHS_MAX_ALPHABETS, .step = 1,
    .sentence = "Invented alphabets, each with a style of its own" },
  { "glyph-characters", .json = "glyphs/characters", .label = "Characters of each",
    .kind = IPL_FIELD_INTEGER, AT (glyphs.n_characters), .minimum = 2,
    .maximum = IPL_GLYPHS_MAX_CHARACTERS, .step = 1,
    .sentence = "Characters of each invented alphabet" },
  { "glyph-drawings", .json = "glyphs/drawings", .label = "Drawings of each",
    .kind = IPL_FIELD_INTEGER, AT (glyphs.n_drawings), .minimum = 2,
    .maximum = IPL_GLYPHS_MAX_DRAWINGS, .step = 1,
    .sentence = "Drawings of each character, each by another writer with a pen, slant and tremor "
                "of his own" },
  { "glyph-seed", .json = "glyphs/seed", .label = "Seed of the glyphs", .kind = IPL_FIELD_SEED,
    AT (glyphs.seed), .high = G_MAXUINT32, .step = 1,
    .sentence = "Where the invented alphabets come from" },
  { "holdout", .json = "holdout", .label = "Held out", .kind = IPL_FIELD_TEXT, AT (holdout),
    .sentence = "Alphabets kept for the test, by commas" },
  { "extra", .json = "extras", .label = "Further test sets", .kind = IPL_FIELD_FILES, AT (extras),
    .count = IPL_IMAGE_TASK_EXTRAS,
    .sentence = "A further test set, out of distribution: an archive or IDX images" },
  { "n-train", .json = "n_train", .label = "Training sequences", .symbol = "P",
    .logarithmic = TRUE,
    .kind = IPL_FIELD_INTEGER, AT (n_train), .minimum = 2, .maximum = IPL_IMAGE_TASK_MAX_SEQUENCES,
    .low = 2, .high = 3000, .step = 50,
    .sentence = "Sequences the theory is solved on; the work grows with the cube of their number" },
  { "n-test", .json = "n_test", .label = "Test sequences", .kind = IPL_FIELD_INTEGER, AT (n_test),
    .minimum = 2, .maximum = IPL_IMAGE_TASK_MAX_SEQUENCES, .low = 2, .high = 20000, .step = 100,
    .sentence = "Sequences of each test set" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed), .high = G_MAXUINT32,
    .step = 1,
    .sentence = "Seed of label vectors and sequences: the same seed gives the same numbers" },
  { "within-alphabet", .json = "within_alphabet", .label = "_Within one alphabet",
    .kind = IPL_FIELD_BOOLEAN, AT (within_alphabet),
    .sentence = "Both classes of a sequence come from one alphabet, which is harder" },
  { "rotate", .json = "rotate", .label = "T_urned characters too", .kind = IPL_FIELD_BOOLEAN,
    AT (rotate), .sentence = "Characters turned by quarters are further classes to train on" },
};

/* The task as JSON text, which a trained network keeps in its file. */
char *
ipl_image_task_to_json (const IplImageTask *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  ipl_fields_add_json (IPL_N_IMAGE_TASK_FIELDS, ipl_image_task_fields, self, builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return ipl_json_write (root, FALSE);
}

/* TRUE if @json could be read. */
gboolean
ipl_image_task_from_json (IplImageTask *self, const char *json, GError **error)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (json, strlen (json), &why);
  IplImageTask read;

  ipl_image_task_init (&read);
  if (root == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "What the network was trained on is not told in a way this program knows.");
      return FALSE;
    }
  if (!ipl_fields_read_json (IPL_N_IMAGE_TASK_FIELDS, ipl_image_task_fields, &read, root, error)
      || !ipl_image_task_validate (&read, error))
    return FALSE;
  *self = read;
  return TRUE;
}
