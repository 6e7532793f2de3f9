/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/case/setting.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/text-escape.h"

#include <math.h>
#include <string.h>

/* Sets equal widths and the case's own temperature and variances. */
void
ipl_setting_init_for_case (IplSetting *self, const IplCase *the_case, guint width)
{
  /* Zero-filled, so that plain values compare and serialize deterministically. */
  memset (self, 0, sizeof *self);
  self->L = the_case->L;
  self->gp = width == 0;
  for (guint l = 0; l <= self->L; l++)
    self->N[l] = MAX (width, 1);
  self->temperature = the_case->temperature;
  for (guint i = 0; i < self->L + 2; i++)
    self->variances[i] = the_case->variances[i];
}

/* TRUE if both are for as many layers and have the same widths, or are both the GP limit. */
gboolean
ipl_setting_same_widths (const IplSetting *a, const IplSetting *b)
{
  if (a->L != b->L || !a->gp != !b->gp)
    return FALSE;
  for (guint l = 0; !a->gp && l <= a->L; l++)
    if (a->N[l] != b->N[l])
      return FALSE;
  return TRUE;
}

/* TRUE if both have the same number of layers, temperature and prior variances, with any widths. */
gboolean
ipl_setting_same_prior (const IplSetting *a, const IplSetting *b)
{
  if (a->L != b->L || a->temperature != b->temperature)
    return FALSE;
  for (guint i = 0; i < a->L + 2; i++)
    if (a->variances[i] != b->variances[i])
      return FALSE;
  return TRUE;
}

/* TRUE if both have the same solution; widths do not count in the GP limit. */
gboolean
ipl_setting_equal (const IplSetting *a, const IplSetting *b)
{
  return ipl_setting_same_widths (a, b) && ipl_setting_same_prior (a, b);
}

/* "N_2", "σ_2²", or of the readout "N_a", "σ_a²" */
static char *
name_one (const char *symbol, guint number, gboolean of_readout, const char *square)
{
  return of_readout ? g_strdup_printf ("%s_a%s", symbol, square)
                    : g_strdup_printf ("%s_%u%s", symbol, number, square);
}

/* U_l is of the order of s_l^2 .. s_L^2 s_a^2, and K of all variances together: none may
 * overflow or vanish. On paths through an identity rho_l^2 replaces s_l^2. */
static gboolean
check_products (const IplSetting *self, const IplCase *the_case, GError **error)
{
  double least = 1, most = 1;

  for (guint i = self->L + 2; i-- > 0;)
    {
      double rho = the_case != NULL && i >= 1 && i <= self->L ? the_case->residual[i - 1] : 0;

      least *= rho > 0 ? MIN (self->variances[i], rho * rho) : self->variances[i];
      most *= MAX (self->variances[i], rho * rho);
      if (least < IPL_MIN_VARIANCE || most > IPL_MAX_VARIANCE)
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "The variances multiply to %s: their product must be from %g to %g.",
                         most > IPL_MAX_VARIANCE ? "too large a number" : "too small a number",
                         IPL_MIN_VARIANCE, IPL_MAX_VARIANCE);
    }
  return TRUE;
}

/* A residual connection keeps the width. */
static gboolean
check_residual (const IplSetting *self, const IplCase *the_case, GError **error)
{
  for (guint l = 0; !self->gp && l < self->L; l++)
    if (the_case->residual[l] > 0 && self->N[l] != self->N[l + 1])
      {
        g_autofree char *below = name_one ("N", l + 1, FALSE, "");
        g_autofree char *above = name_one ("N", l + 2, l + 1 == self->L, "");

        return ipl_fail (error, IPL_ERROR_VALUE,
                         "Layer %u has a residual connection, so that %s and %s must be equal, but "
                         "they are %u and %u.",
                         l + 1, below, above, self->N[l], self->N[l + 1]);
      }
  return TRUE;
}

/* Checks widths in [1, IPL_MAX_WIDTH], temperature in [0, IPL_MAX_TEMPERATURE], variances in
 * [IPL_MIN_VARIANCE, IPL_MAX_VARIANCE] and their products s_a^2, s_L^2 s_a^2, .. too, and that the
 * setting has as many layers as @the_case, and equal widths on both sides of its identity heads. */
gboolean
ipl_setting_validate (const IplSetting *self, const IplCase *the_case, GError **error)
{
  if (self->L < 1 || self->L > IPL_MAX_LAYERS)
    return ipl_fail (error, IPL_ERROR_VALUE, "A network has 1 to %d attention layers, not %u.",
                     IPL_MAX_LAYERS, self->L);
  if (the_case != NULL && self->L != the_case->L)
    return ipl_fail (error, IPL_ERROR_SHAPE,
                     "The setting is for %u attention layers, but the case “%s” has %u.", self->L,
                     the_case->name, the_case->L);
  for (guint l = 0; !self->gp && l <= self->L; l++)
    if (self->N[l] < 1 || self->N[l] > IPL_MAX_WIDTH)
      {
        g_autofree char *name = name_one ("N", l + 1, l == self->L, "");

        return ipl_fail (error, IPL_ERROR_VALUE, "A width must lie between 1 and %u, but %s is %u.",
                         IPL_MAX_WIDTH, name, self->N[l]);
      }
  if (the_case != NULL && !check_residual (self, the_case, error))
    return FALSE;
  if (!(self->temperature >= 0 && self->temperature <= IPL_MAX_TEMPERATURE))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "The temperature must be 0 or a positive number of at most %g, not %g.",
                     IPL_MAX_TEMPERATURE, self->temperature);
  for (guint i = 0; i < self->L + 2; i++)
    if (!(self->variances[i] >= IPL_MIN_VARIANCE && self->variances[i] <= IPL_MAX_VARIANCE))
      {
        g_autofree char *name = name_one ("σ", i, i == self->L + 1, "²");

        return ipl_fail (error, IPL_ERROR_VALUE,
                         "The variance %s must be a positive number from %g to %g, not %g.", name,
                         IPL_MIN_VARIANCE, IPL_MAX_VARIANCE, self->variances[i]);
      }
  return check_products (self, the_case, error);
}

/* The largest of N_1 .. N_L and N_a, the N of the authors' action (THEORY.md section 4); 0 for the
 * GP limit. */
guint
ipl_setting_largest_width (const IplSetting *self)
{
  guint largest = 0;

  for (guint l = 0; !self->gp && l <= self->L; l++)
    largest = MAX (largest, self->N[l]);
  return largest;
}

/* TRUE if N_1 = .. = N_L = N_a, so that one number is enough. */
gboolean
ipl_setting_has_equal_widths (const IplSetting *self)
{
  for (guint l = 1; !self->gp && l <= self->L; l++)
    if (self->N[l] != self->N[0])
      return FALSE;
  return TRUE;
}

/* Scales all widths by one factor, at least 1 each, so that unequal ones keep their proportions. */
void
ipl_setting_scale_widths (IplSetting *self, double N)
{
  double largest = 0;

  for (guint l = 0; l <= self->L; l++)
    largest = MAX (largest, self->N[l]);
  for (guint l = 0; l <= self->L; l++)
    {
      double width = largest > 0 ? N * self->N[l] / largest : N;

      self->N[l] = (guint)CLAMP (round (width), 1.0, (double)IPL_MAX_WIDTH);
    }
}

/* Gives it as many widths and variances as @L layers need: N_a and s_a^2 stay, new layers are as
 * wide as the last one before them and have variance 1. */
void
ipl_setting_resize (IplSetting *self, guint L)
{
  guint old = self->L, N_a = self->N[old];
  double s_a = self->variances[old + 1];

  g_return_if_fail (L >= 1 && L <= IPL_MAX_LAYERS);

  if (old == L)
    return;
  for (guint l = old; l < L; l++)
    self->N[l] = old > 0 ? self->N[old - 1] : N_a;
  self->N[L] = N_a;
  for (guint l = MIN (old, L) + 1; l <= L; l++)
    self->variances[l] = 1;
  self->variances[L + 1] = s_a;
  for (guint l = L + 1; l <= IPL_MAX_LAYERS; l++)
    self->N[l] = 0;
  for (guint l = L + 2; l < IPL_MAX_LAYERS + 2; l++)
    self->variances[l] = 0;
  self->L = L;
}

/* [n] the temperatures among which the paper chooses the best for each width, rising. */
const double *
ipl_paper_temperatures (guint *n)
{
  static const double temperatures[] = { 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5 };

  *n = G_N_ELEMENTS (temperatures);
  return temperatures;
}

/* "100", "12:25:40:8" or "GP", as ipl_setting_parse_widths() reads it. */
char *
ipl_setting_widths_text (const IplSetting *self)
{
  GString *text;

  if (self->gp)
    return g_strdup ("GP");
  if (ipl_setting_has_equal_widths (self))
    return g_strdup_printf ("%u", self->N[0]);
  text = g_string_new (NULL);
  for (guint l = 0; l <= self->L; l++)
    g_string_append_printf (text, l == 0 ? "%u" : ":%u", self->N[l]);
  return g_string_free (text, FALSE);
}

static gboolean
parse_width (const char *part, const char *text, guint *width, GError **error)
{
  g_autofree char *word = g_strstrip (g_strdup (part));
  guint64 value = G_MAXUINT64;

  if (!ipl_number_parse_integer (word, &value)
      && (word[0] == '\0' || word[strspn (word, "0123456789")] != '\0'))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "“%s” is not a width: expected a whole number such as 100, one for each layer "
                     "as in 12:25:40, or gp.",
                     text);
  if (value < 1 || value > IPL_MAX_WIDTH)
    {
      g_autofree char *given = ipl_text_shown (word);

      return ipl_fail (
          error, IPL_ERROR_VALUE,
          "A width must lie between 1 and %u, not %s; for the infinite-width limit write "
          "gp.",
          IPL_MAX_WIDTH, given);
    }
  *width = (guint)value;
  return TRUE;
}

/* Sets the widths; temperature and variances stay. On error nothing changes. */
gboolean
ipl_setting_parse_widths (IplSetting *self, const char *text, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *shown = ipl_text_shown (stripped);
  g_auto (GStrv) parts = g_strsplit (stripped, ":", -1);
  guint n = g_strv_length (parts);
  guint N[IPL_MAX_LAYERS + 1] = { 0 };

  g_return_val_if_fail (self->L >= 1 && self->L <= IPL_MAX_LAYERS, FALSE);

  if (g_ascii_strcasecmp (stripped, "gp") == 0)
    {
      self->gp = TRUE;
      for (guint l = 0; l <= self->L; l++)
        self->N[l] = MAX (self->N[l], 1);
      return TRUE;
    }
  if (n > 1 && n != self->L + 1)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "“%s” names %u widths, but a network of %u attention layer%s has %u "
                     "(N_1 to N_%u, then N_a).",
                     shown, n, self->L, self->L == 1 ? "" : "s", self->L + 1, self->L);
  if (n == 0)
    return parse_width ("", shown, &N[0], error);
  for (guint i = 0; i < n; i++)
    if (!parse_width (parts[i], shown, &N[i], error))
      return FALSE;
  self->gp = FALSE;
  for (guint l = 0; l <= self->L; l++)
    self->N[l] = n == 1 ? N[0] : N[l];
  return TRUE;
}
