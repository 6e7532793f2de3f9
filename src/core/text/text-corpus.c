/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/text/text-corpus.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/memory.h"
#include "core/base/ref-count.h"
#include "core/base/text-escape.h"
#include "core/files/pickle-file.h"

#define LOOK_EVERY 65536 /* words or bytes between two looks at the cancellable */

/* Words: letters and digits form a word, together with apostrophes and hyphens between them.
 * Every other sign is a separate word. */

/* Reads UTF-8 word by word. */
typedef struct
{
  const char *at;      /* next unread byte */
  const char *end;     /* end of the text */
  gboolean paragraphs; /* TRUE if an empty line ends a paragraph, FALSE if every line does */
  const char *word;    /* start of the last word */
  gsize length;        /* its bytes; 0 for the end of a paragraph */
} IplTextWords;

/* Tokens of texts in which rare words were already replaced. */
static const char *const marked[] = { "<unk>", "<eos>" };

static gboolean
is_blank (gunichar c)
{
  switch (g_unichar_type (c))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT: /* a byte order mark, a soft hyphen */
    case G_UNICODE_UNASSIGNED:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_SURROGATE:
      return TRUE;
    default:
      return g_unichar_isspace (c);
    }
}

static gboolean
is_letter (gunichar c)
{
  return g_unichar_isalnum (c) || g_unichar_ismark (c);
}

static gboolean
is_joint (gunichar c)
{
  return c == '\'' || c == 0x2019 || c == '-' || c == 0x2010;
}

/* TRUE if there is an empty line anywhere. */
static gboolean
has_paragraphs (const char *text, gsize length)
{
  const char *end = text + length;

  for (const char *at = text; (at = memchr (at, '\n', (gsize)(end - at))) != NULL;)
    {
      at++;
      while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
        at++;
      if (at < end && *at == '\n')
        return TRUE;
    }
  return FALSE;
}

/* Begins at the first word. */
static void
words_init (IplTextWords *self, const char *text, gsize length)
{
  *self = (IplTextWords){ .at = text,
                          .end = text + length,
                          .paragraphs = has_paragraphs (text, length) };
}

/* Skips white space. Returns TRUE if a paragraph ended in it. */
static gboolean
skip_blanks (IplTextWords *self)
{
  guint lines = 0;

  while (self->at < self->end)
    {
      gunichar c = g_utf8_get_char (self->at);

      if (!is_blank (c))
        break;
      if (c == '\n' || c == 0x2028)
        lines++;
      else if (c == 0x2029)
        lines += 2;
      self->at = g_utf8_next_char (self->at);
    }
  return lines >= (self->paragraphs ? 2 : 1);
}

/* The bytes of the word that begins at @at. */
static gsize
measure (const IplTextWords *self)
{
  const char *at = self->at;

  for (guint i = 0; i < G_N_ELEMENTS (marked); i++)
    if ((gsize)(self->end - at) >= strlen (marked[i])
        && memcmp (at, marked[i], strlen (marked[i])) == 0)
      return strlen (marked[i]);
  if (!is_letter (g_utf8_get_char (at)))
    return (gsize)(g_utf8_next_char (at) - at);
  while (at < self->end)
    {
      gunichar c = g_utf8_get_char (at);
      const char *next = g_utf8_next_char (at);

      if (!is_letter (c)
          && !(is_joint (c) && next < self->end && is_letter (g_utf8_get_char (next))))
        break;
      at = next;
    }
  return (gsize)(at - self->at);
}

/* Reads the next word, or the end of a paragraph. The last paragraph ends with the text. */
static gboolean
words_next (IplTextWords *self)
{
  gboolean begun = self->word != NULL, ended = skip_blanks (self);

  if (self->at >= self->end)
    ended = TRUE;
  /* A paragraph end follows a word, never another end or the beginning of the text. */
  if (ended && begun && self->length > 0)
    {
      self->length = 0;
      return TRUE;
    }
  if (self->at >= self->end)
    return FALSE;
  self->word = self->at;
  self->length = measure (self);
  self->at += self->length;
  return TRUE;
}

/* A word of the text, numbered by first occurrence. */
typedef struct
{
  char *word;
  gsize count;
  guint32 first;
} Word;

typedef struct
{
  const char *shown; /* name of the text in sentences */
  GHashTable *ids;   /* word -> its place in @words + 1 */
  GArray *words;     /* of Word */
  guint32 *tokens;   /* indices into @words + %IPL_TEXT_SPECIAL, or special tokens */
  gsize n, capacity;
  gsize marked[IPL_TEXT_SPECIAL]; /* counts of these */
} Reading;

static void
word_clear (gpointer data)
{
  g_free (((Word *)data)->word);
}

static void
reading_clear (Reading *self)
{
  g_clear_pointer (&self->ids, g_hash_table_unref);
  g_clear_pointer (&self->words, g_array_unref);
  g_clear_pointer (&self->tokens, g_free);
}

/* clang-format off */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)
/* clang-format on */

static gboolean
add_token (Reading *self, guint32 token, GError **error)
{
  if (self->n == self->capacity)
    {
      gsize capacity = MAX (4096, 2 * self->capacity);
      guint32 *tokens = ipl_try_new (guint32, capacity, "the words of the text", error);

      if (tokens == NULL)
        return FALSE;
      if (self->n > 0)
        memcpy (tokens, self->tokens, self->n * sizeof *tokens);
      g_free (self->tokens);
      self->tokens = tokens;
      self->capacity = capacity;
    }
  self->tokens[self->n++] = token;
  if (token < IPL_TEXT_SPECIAL)
    self->marked[token]++;
  return TRUE;
}

static gboolean
add_word (Reading *self, const IplTextWords *from, gboolean fold_case, GError **error)
{
  g_autofree char *word = NULL;
  guint id;

  if (from->length == 5 && memcmp (from->word, "<unk>", 5) == 0)
    return add_token (self, IPL_TEXT_UNKNOWN, error);
  if (from->length == 0 || (from->length == 5 && memcmp (from->word, "<eos>", 5) == 0))
    return add_token (self, IPL_TEXT_END, error);
  word = fold_case ? ipl_text_lower (from->word, from->length)
                   : g_strndup (from->word, from->length);
  id = GPOINTER_TO_UINT (g_hash_table_lookup (self->ids, word));
  if (id == 0)
    {
      Word new = { .count = 0, .first = self->words->len };

      new.word = g_steal_pointer (&word);
      g_array_append_val (self->words, new);
      id = self->words->len;
      g_hash_table_insert (self->ids, new.word, GUINT_TO_POINTER (id));
    }
  g_array_index (self->words, Word, id - 1).count++;
  return add_token (self, IPL_TEXT_SPECIAL + id - 1, error);
}

static gboolean
read_words (Reading *self, const char *text, gsize length, gboolean fold_case,
            GCancellable *cancellable, GError **error)
{
  IplTextWords words;

  self->words = g_array_new (FALSE, FALSE, sizeof (Word));
  g_array_set_clear_func (self->words, word_clear);
  self->ids = g_hash_table_new (g_str_hash, g_str_equal);
  words_init (&words, text, length);
  while (words_next (&words))
    {
      if (self->n % LOOK_EVERY == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!add_word (self, &words, fold_case, error))
        return FALSE;
    }
  return TRUE;
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  const Word *first = a, *second = b;

  if (first->count != second->count)
    return first->count < second->count ? 1 : -1;
  return first->first < second->first ? -1 : 1;
}

/* Size of the vocabulary; 0 with an error if the request exceeds the number of words. */
static guint
choose_vocabulary (const Reading *self, guint requested, GError **error)
{
  guint most = self->words->len + IPL_TEXT_SPECIAL;

  if (requested == 0)
    return MIN (most, IPL_TEXT_DEFAULT_VOCABULARY);
  if (requested <= most)
    return requested;
  g_set_error (
      error, IPL_ERROR, IPL_ERROR_VALUE,
      "“%s” has %u different words, too few for a vocabulary of %u: ask for %u at most, or "
      "for 0, which keeps up to %d.",
      self->shown, self->words->len, requested, most, IPL_TEXT_DEFAULT_VOCABULARY);
  return 0;
}

/* Replaces indices into the list of words by indices into the vocabulary. */
static gboolean
number_words (Reading *self, IplTextCorpus *corpus, GCancellable *cancellable, GError **error)
{
  guint n_words = self->words->len;
  g_autofree guint32 *place = ipl_try_new (guint32, n_words, "the different words", error);

  if (place == NULL)
    return FALSE;
  g_hash_table_remove_all (self->ids);
  g_array_sort (self->words, compare_words);
  corpus->words = g_new0 (char *, corpus->V + 1);
  corpus->words[IPL_TEXT_UNKNOWN] = g_strdup ("<unk>");
  corpus->words[IPL_TEXT_END] = g_strdup ("<eos>");
  for (guint i = 0; i < n_words; i++)
    {
      Word *word = &g_array_index (self->words, Word, i);
      guint token = IPL_TEXT_SPECIAL + i;

      place[word->first] = token < corpus->V ? token : IPL_TEXT_UNKNOWN;
      if (token < corpus->V)
        corpus->words[token] = g_steal_pointer (&word->word);
    }
  for (gsize i = 0; i < self->n; i++)
    {
      if (i % LOOK_EVERY == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (self->tokens[i] >= IPL_TEXT_SPECIAL)
        self->tokens[i] = place[self->tokens[i] - IPL_TEXT_SPECIAL];
      if (self->tokens[i] == IPL_TEXT_UNKNOWN)
        corpus->n_unknown++;
    }
  return TRUE;
}

static gboolean
check_text (const char *text, gsize length, const char *shown, GError **error)
{
  const char *bad;
  gsize line = 1;

  if (g_utf8_validate_len (text, length, &bad))
    return TRUE;
  for (const char *at = text; at < bad; at++)
    line += *at == '\n';
  return ipl_fail (error, IPL_ERROR_FORMAT,
                   "“%s” is not text in UTF-8: byte 0x%02x in line %" G_GSIZE_FORMAT
                   " is part of no character; save it as UTF-8 text first.",
                   shown, (guint)(guchar)*bad, line);
}

/* Refuses a text that repeats a single word: its loss is 0 from the beginning. */
static gboolean
check_words (const Reading *self, GError **error)
{
  gsize seen = self->words->len + (self->marked[IPL_TEXT_UNKNOWN] > 0);

  if (seen > 1)
    return TRUE;
  if (seen == 0)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                 "“%s” is empty: choose a text of a few thousand words or more.", self->shown);
  else
    {
      g_autofree char *word = ipl_text_shown (
          self->words->len > 0 ? g_array_index (self->words, Word, 0).word : "<unk>");

      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "“%s” has one word only, “%s”: choose a text of a few thousand words or more.",
                   self->shown, word);
    }
  return FALSE;
}

/* Cuts a text into words. Each paragraph ends with the token IPL_TEXT_END. An empty line ends a
 * paragraph; in a text without empty lines, every line does. */
IplTextCorpus *
ipl_text_corpus_new (const char *text, gsize length, const char *name,
                     const IplTextOptions *options, GCancellable *cancellable, GError **error)
{
  g_auto (Reading) reading = { .shown = name };
  g_autoptr (IplTextCorpus) self = NULL;

  g_return_val_if_fail (options->validation > 0 && options->validation < 1, NULL);

  if (!check_text (text, length, name, error)
      || !read_words (&reading, text, length, options->fold_case, cancellable, error)
      || !check_words (&reading, error))
    return NULL;
  self = g_new0 (IplTextCorpus, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->name = g_strdup (name);
  self->n_different = reading.words->len;
  self->V = choose_vocabulary (&reading, options->vocabulary, error);
  if (self->V == 0 || !number_words (&reading, self, cancellable, error))
    return NULL;
  self->tokens = g_steal_pointer (&reading.tokens);
  self->n_validation = (gsize)floor (options->validation * (double)reading.n);
  self->n_train = reading.n - self->n_validation;
  return g_steal_pointer (&self);
}

static char *
read_all (int fd, gsize size, const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = ipl_try_new (char, size + 1, "the text", error);
  gsize got = 0;

  while (text != NULL && got < size)
    {
      gssize n = read (fd, text + got, MIN (size - got, (gsize)1 << 24));

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          ipl_set_io_error (error, "read", path, errno);
          return NULL;
        }
      if (n == 0)
        break;
      got += (gsize)n;
    }
  /* The file shrank while it was read: fills the missing part with spaces. */
  if (text != NULL)
    memset (text + got, ' ', size + 1 - got);
  return g_steal_pointer (&text);
}

static char *
read_file (const char *path, gsize *length, GCancellable *cancellable, GError **error)
{
  struct stat status;
  int fd = ipl_file_open (path, &status, error);
  g_autofree char *shown = ipl_file_shown (path), *text = NULL;

  if (fd < 0)
    return NULL;
  if ((guint64)status.st_size > IPL_TEXT_MAX_BYTES)
    g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY,
                 "“%s” is larger than 1 GiB: cut a part of it out, since a few million words are "
                 "more than is trained on in a day.",
                 shown);
  else
    {
      *length = (gsize)status.st_size;
      text = read_all (fd, *length, path, cancellable, error);
    }
  close (fd);
  return g_steal_pointer (&text);
}

/* Like ipl_text_corpus_new(), of a file of 1 GiB at most. */
IplTextCorpus *
ipl_text_corpus_load (const char *path, const IplTextOptions *options, GCancellable *cancellable,
                      GError **error)
{
  gsize length = 0;
  g_autofree char *text = read_file (path, &length, cancellable, error);
  g_autofree char *shown = ipl_file_shown (path);
  IplTextCorpus *self = NULL;

  if (text == NULL)
    return NULL;
  self = ipl_text_corpus_new (text, length, shown, options, cancellable, error);
  if (self == NULL)
    ipl_pickle_file_explain (path, IPL_PICKLE_INTO_ARRAYS, error);
  return self;
}

static void
text_corpus_clear (IplTextCorpus *self)
{
  for (guint i = 0; self->words != NULL && i < self->V; i++)
    g_free (self->words[i]);
  g_free (self->name);
  g_free (self->words);
  g_free (self->tokens);
}

IPL_DEFINE_REFERENCES (IplTextCorpus, ipl_text_corpus, text_corpus_clear)

/* Entropy of the frequencies of the training tokens, in nats: the loss of the unigram model. */
double
ipl_text_corpus_word_entropy (const IplTextCorpus *self)
{
  g_autofree gsize *counts = g_new0 (gsize, self->V);
  double entropy = 0;

  for (gsize i = 0; i < self->n_train; i++)
    counts[self->tokens[i]]++;
  for (guint v = 0; v < self->V; v++)
    if (counts[v] > 0)
      {
        double p = (double)counts[v] / (double)self->n_train;

        entropy -= p * log (p);
      }
  return entropy;
}
