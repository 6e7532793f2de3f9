/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Padding, from mask_train and mask_test or from empty texts of tokens. The readout must not
 * include padding, whose path features belong to no example. */
#include "core/case/case-reader-private.h"

#include "core/base/error.h"

/* Padding among the tokens of a set of examples. */
typedef struct
{
  const IplArray *mask;       /* (nullable): [count, T], 0 for padding */
  const IplTokenTexts *texts; /* (nullable) */
  gsize count, T;
} Tokens;

static gboolean
is_token (const Tokens *self, gsize example, gsize t)
{
  return (self->mask == NULL || self->mask->values[example * self->T + t] != 0)
         && (self->texts == NULL || ipl_token_texts_get (self->texts, example, t)[0] != '\0');
}

static gboolean
is_read_out (IplReadout readout, gsize t, gsize T)
{
  return readout == IPL_READOUT_MEAN || t == (readout == IPL_READOUT_LAST ? T - 1 : 0);
}

/* Finds the first padding in the readout; FALSE if there is none. */
static gboolean
find_padding (const Tokens *self, IplReadout readout, gsize *example, gsize *token)
{
  for (*example = 0; *example < self->count; ++*example)
    for (*token = 0; *token < self->T; ++*token)
      if (is_read_out (readout, *token, self->T) && !is_token (self, *example, *token))
        return TRUE;
  return FALSE;
}

/* @mask_name: "mask_train" or the like; @tokens_name: name of the texts
 * Returns: FALSE with an error if the readout includes padding */
gboolean
ipl_case_reader_padding (IplCaseReader *self, const char *mask_name, const char *tokens_name,
                         const IplExamples *examples, GError **error)
{
  static const char *const readouts[] = { [IPL_READOUT_MEAN] = "the mean over all tokens takes in",
                                          [IPL_READOUT_FIRST] = "the first token, the readout, is",
                                          [IPL_READOUT_LAST] = "the last token, the readout, is" };
  const IplCase *the_case = self->the_case;
  const gsize shape[] = { examples->count, the_case->T };
  Tokens tokens = { NULL, examples->tokens, examples->count, the_case->T };
  gboolean has_mask = ipl_case_reader_find (self, mask_name) != NULL;
  gsize example, token;

  if (the_case->level == IPL_LEVEL_PATHS)
    return TRUE;
  if (has_mask)
    {
      tokens.mask = ipl_case_reader_numbers (self, mask_name, 2, shape, "P, T", error);
      if (tokens.mask == NULL)
        return FALSE;
    }
  if ((tokens.mask == NULL && tokens.texts == NULL)
      || !find_padding (&tokens, the_case->readout, &example, &token))
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "In “%s”, %s padding in example %" G_GSIZE_FORMAT ", token %" G_GSIZE_FORMAT
                   " (counted from 1), by %s: put padding where nothing is read, or give path "
                   "features (xi_train), which export-attention.py writes.",
                   self->shown, readouts[the_case->readout], example + 1, token + 1,
                   tokens.mask == NULL                                    ? tokens_name
                   : tokens.mask->values[example * tokens.T + token] == 0 ? mask_name
                                                                          : tokens_name);
}
