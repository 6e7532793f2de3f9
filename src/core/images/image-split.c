/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The split of an image set into training and held-out classes. */
#include <string.h>

#include "core/base/error.h"
#include "core/images/image-set.h"

/* Alphabets of the two small Omniglot sets. */
static const char *const omniglot_holdout[] = { "Early_Aramaic", "Korean" };

/* Other sets hold out the last alphabets: one in five. */
#define HOLDOUT_SHARE 5

/* The split of Vinyals et al. (Matching networks, 2016) over both Omniglot sets, used by Tiberi
 * et al.: 1028 classes for training, 172 for validation, 423 for test. */
static const char *const paper_test[] = {
  "Gurmukhi 42-45",
  "Kannada",
  "Keble",
  "Malayalam",
  "Manipuri",
  "Mongolian",
  "Old_Church_Slavonic_(Cyrillic)",
  "Oriya",
  "Sylheti",
  "Syriac_(Serto)",
  "Tengwar",
  "Tibetan",
  "ULOG",
  NULL,
};
static const char *const paper_validation[]
    = { "Armenian", "Bengali", "Early_Aramaic", "Hebrew", "Mkhedruli_(Georgian)", NULL };

/* The split of a class. */
typedef enum
{
  TRAINED_ON,
  HELD_OUT,
  LEFT_OUT,
} Part;

/* "Early Aramaic" and "early_aramaic" mean Early_Aramaic. */
static char *
plain_name (const char *name)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (name));
  char *plain = g_utf8_casefold (trimmed, -1);

  return g_strdelimit (plain, "_-", ' ');
}

static gboolean
find_alphabet (const IplImageSet *self, const char *name, guint *alphabet)
{
  g_autofree char *wanted = plain_name (name);

  for (guint k = 0; k < self->n_alphabets; k++)
    {
      g_autofree char *plain_alphabet = plain_name (self->alphabet_names[k]);

      if (strcmp (wanted, plain_alphabet) == 0)
        {
          *alphabet = k;
          return TRUE;
        }
    }
  return FALSE;
}

/* The default held-out alphabets: Early_Aramaic and Korean if the set has them and others, else
 * the last 20 % of the alphabets, rounded up. A set with a single alphabet holds out none. */
char **
ipl_image_set_default_holdout (const IplImageSet *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  guint found = 0, k;

  for (gsize i = 0; i < G_N_ELEMENTS (omniglot_holdout); i++)
    found += find_alphabet (self, omniglot_holdout[i], &k);
  if (found > 0 && found < self->n_alphabets)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (omniglot_holdout); i++)
        if (find_alphabet (self, omniglot_holdout[i], &k))
          g_strv_builder_add (names, self->alphabet_names[k]);
    }
  else if (self->n_alphabets > 1)
    {
      guint n = (self->n_alphabets + HOLDOUT_SHARE - 1) / HOLDOUT_SHARE;

      for (k = self->n_alphabets - n; k < self->n_alphabets; k++)
        g_strv_builder_add (names, self->alphabet_names[k]);
    }
  return g_strv_builder_end (names);
}

/* Parses "Gurmukhi 42-45": characters of an alphabet, counted from 1. Returns FALSE if @name has
 * another form. */
static gboolean
find_characters (const IplImageSet *self, const char *name, guint *first, guint *end)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (name));
  char *blank = strrchr (trimmed, ' '), *dash = blank != NULL ? strchr (blank, '-') : NULL;
  guint64 from, to;
  guint k;

  if (dash == NULL)
    return FALSE;
  *blank = *dash = '\0';
  if (!find_alphabet (self, trimmed, &k)
      || !g_ascii_string_to_unsigned (blank + 1, 10, 1, G_MAXUINT, &from, NULL)
      || !g_ascii_string_to_unsigned (dash + 1, 10, from, G_MAXUINT, &to, NULL)
      || to > self->alphabet_first[k + 1] - self->alphabet_first[k])
    return FALSE;
  *first = self->alphabet_first[k] + (guint)from - 1;
  *end = self->alphabet_first[k] + (guint)to;
  return TRUE;
}

/* Assigns the classes of @names to @part. Returns: %NULL, or the first name without classes */
static const char *
mark (const IplImageSet *self, const char *const *names, Part part, Part *parts)
{
  for (; *names != NULL; names++)
    {
      guint first, end, k;

      if (find_alphabet (self, *names, &k))
        {
          first = self->alphabet_first[k];
          end = self->alphabet_first[k + 1];
        }
      else if (!find_characters (self, *names, &first, &end))
        return *names;
      for (guint c = first; c < end; c++)
        parts[c] = part;
    }
  return NULL;
}

/* TRUE if the set has the classes of both Omniglot sets, so that “paper” can be held out. */
gboolean
ipl_image_set_has_paper_split (const IplImageSet *self)
{
  g_autofree Part *parts = g_new0 (Part, self->n_classes);

  return mark (self, paper_test, HELD_OUT, parts) == NULL
         && mark (self, paper_validation, LEFT_OUT, parts) == NULL;
}

static gboolean
mark_all (const IplImageSet *self, const char *const *holdout, Part *parts, GError **error)
{
  g_autofree char *all = NULL;
  const char *missing;

  if (holdout[0] != NULL && holdout[1] == NULL && g_ascii_strcasecmp (holdout[0], "paper") == 0)
    {
      missing = mark (self, paper_validation, LEFT_OUT, parts);
      if (missing == NULL)
        missing = mark (self, paper_test, HELD_OUT, parts);
      if (missing != NULL)
        g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                     "The paper’s classes are of both Omniglot sets, and %s has no “%s”: give "
                     "images_background.zip and images_evaluation.zip, or other alphabets to hold "
                     "out.",
                     self->name, missing);
      return missing == NULL;
    }
  missing = mark (self, holdout, HELD_OUT, parts);
  if (missing == NULL)
    return TRUE;
  all = g_strjoinv (", ", self->alphabet_names);
  return ipl_fail (error, IPL_ERROR_MISSING, "There is no alphabet “%s” to hold out: %s has %s.",
                   missing, self->name, all);
}

/* Splits the classes of a set: training and held-out classes are disjoint. */
gboolean
ipl_image_set_split (const IplImageSet *self, const char *const *holdout, GArray **train,
                     GArray **held_out, GError **error)
{
  g_autofree Part *parts = g_new0 (Part, self->n_classes);
  g_auto (GStrv) defaults = holdout == NULL ? ipl_image_set_default_holdout (self) : NULL;
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) spared = g_array_new (FALSE, FALSE, sizeof (guint));

  if (!mark_all (self, holdout != NULL ? holdout : (const char *const *)defaults, parts, error))
    return FALSE;
  for (guint c = 0; c < self->n_classes; c++)
    if (parts[c] != LEFT_OUT)
      g_array_append_val (parts[c] == HELD_OUT ? spared : kept, c);
  if (kept->len < 2)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "Too many alphabets are held out: fewer than two characters of %s are left to "
                     "train on.",
                     self->name);
  if (spared->len < 2)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "No alphabet with two characters or more is held out: without one there is "
                     "nothing new in %s to test on.",
                     self->name);
  *train = g_steal_pointer (&kept);
  *held_out = g_steal_pointer (&spared);
  return TRUE;
}
